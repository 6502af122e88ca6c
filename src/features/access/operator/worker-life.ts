// Signs of life of the worker processes, for the readiness of the whole. In the database's own time: clocks of machines differ.

import { inTransaction } from '../../../core/db/transaction.ts';
import type { Beat } from '../../../core/repeat.ts';
import type { AppDeps } from '../../../deps.ts';
import { deleteWorker, noteWorker } from './queries.ts';

type Deps = Pick<AppDeps, 'db' | 'process'>;

/** Says that this worker lives. */
export const workerLifeBeat: Beat<Deps> = {
  name: 'worker-life',
  everyMs: 2_000,
  work: ({ db, process }) => inTransaction(db, (tx) => noteWorker(tx, process.id)),
};

/** A worker that ends in order is not missed. */
export async function forgetWorker({ db, process }: Deps): Promise<void> {
  await inTransaction(db, (tx) => deleteWorker(tx, process.id));
}
