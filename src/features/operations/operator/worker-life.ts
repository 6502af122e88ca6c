// Heartbeats of the worker processes, for readiness. They have the database's time, as the clocks of machines differ (A-core-15).

import { inTransaction } from '../../../core/db/transaction.ts';
import type { Beat } from '../../../core/repeat.ts';
import type { AppDeps } from '../../../deps.ts';
import { deleteWorker, noteWorker } from './queries.ts';

type Deps = Pick<AppDeps, 'db' | 'process'>;

/** Writes the heartbeat of this worker. */
export const workerLifeBeat: Beat<Deps> = {
  name: 'worker-life',
  everyMs: 2_000,
  work: ({ db, process }) => inTransaction(db, (tx) => noteWorker(tx, process.id)),
};

/** Removes a worker that shuts down properly, so that it does not count as crashed. */
export async function forgetWorker({ db, process }: Deps): Promise<void> {
  await inTransaction(db, (tx) => deleteWorker(tx, process.id));
}
