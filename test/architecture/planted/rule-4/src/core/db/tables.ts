export type Tables = object;
