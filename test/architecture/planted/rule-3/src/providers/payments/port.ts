export type Failure = 'resale-over' | 'not-found';
