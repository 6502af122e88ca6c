export type Config = { days: number };
