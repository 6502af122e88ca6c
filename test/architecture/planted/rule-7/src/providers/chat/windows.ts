export type Window = { days: number; parent: Window };
