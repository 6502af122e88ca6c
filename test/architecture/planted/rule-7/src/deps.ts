import type { Payments } from './providers/payments/index.ts';
export type Deps = { db: object; clock: { now(): number }; jobs: object; payments: Payments };
