// Signs of life of the workers, in the database's time as the clocks of machines differ (A-core-15), and the gauge of how many live.

import { inTransaction } from '../../../core/db/transaction.ts';
import type { PeriodicTask } from '../../../core/periodic-tasks.ts';
import { defineSampler } from '../../../core/sampling.ts';
import type { AppDeps } from '../../../deps.ts';
import { deleteWorker, listWorkers, noteWorker } from './queries.ts';
import { livingOf } from './rules.ts';

type Deps = Pick<AppDeps, 'db' | 'process'>;

/** Writes the heartbeat of this worker. */
export const workerLifeTask: PeriodicTask<Deps> = {
  name: 'worker-life',
  everyMs: 2_000,
  work: ({ db, process }) => inTransaction(db, (tx) => noteWorker(tx, process.id)),
};

/** Removes a worker that shuts down properly, so that it does not count as crashed. */
export async function forgetWorker({ db, process }: Deps): Promise<void> {
  await inTransaction(db, (tx) => deleteWorker(tx, process.id));
}

export const workerSampler = defineSampler({
  name: 'workers',
  gauges: { mortar_workers: { help: 'Worker processes that live, by their heartbeats in the database.' } },
  read: async ({ db }: Pick<AppDeps, 'db'>) => ({ mortar_workers: [{ value: livingOf(await listWorkers(db)).length }] }),
});
