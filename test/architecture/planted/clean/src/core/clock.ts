export type Clock = { now(): Temporal.Instant };
