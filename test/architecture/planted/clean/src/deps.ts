import type { Clock } from './core/clock.ts';
import type { Database } from './core/db/transaction.ts';
import type { Jobs } from './core/jobs.ts';
import type { Payments } from './providers/payments/index.ts';
import type { Config } from './config/index.ts';
export interface Window {
  days: number;
}
export type Deps = { db: Database; clock: Clock; jobs: Jobs; payments: Payments; config: Config };
