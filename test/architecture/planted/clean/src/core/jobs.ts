import type { Tx } from './db/transaction.ts';
export type Jobs = { enqueue(tx: Tx, job: object, data: object): Promise<void> };
export function defineJob<T>(job: T): T {
  return job;
}
