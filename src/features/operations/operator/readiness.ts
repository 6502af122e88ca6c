// Whether this process can serve: it is not stopping, the database answers and takes writes, and a worker runs where that is asked for.

import { singleFlight } from '../../../core/concurrency/single-flight.ts';
import { inTransaction } from '../../../core/db/transaction.ts';
import { AppError } from '../../../core/errors.ts';
import type { AppDeps } from '../../../deps.ts';
import { NOT_READY } from './errors.ts';
import { askDatabase, listWorkers, probeWrite } from './queries.ts';
import { aliveWorkers, faultOfWorkers, WORKER_FAULTS, type WorkerFault } from './rules.ts';

/**
 * Whether a proxy should send requests here. No limit counts these requests, so any number of them share the look at the database. Errors:
 * `not-ready`, and `temporarily-unavailable` when the database does not answer or takes no writes.
 */
export async function checkReadiness(deps: ReadinessDeps): Promise<{ status: string }> {
  if (deps.process.stopping.aborted) throw new AppError(NOT_READY, { detail: 'The process is stopping.' });
  if (deps.config.READY_NEEDS_WORKER) {
    const fault = faultOfWorkers(await singleFlight(deps.db, 'readiness', () => listWorkers(deps.db)));
    if (fault !== undefined) throw new AppError(NOT_READY, { detail: WORKER_FAULTS[fault] });
  } else await singleFlight(deps.db, 'readiness', () => askDatabase(deps.db));
  await singleFlight(deps.db, 'write probe', () => assertWritable(deps));
  return { status: 'ready' };
}

type ReadinessDeps = Pick<AppDeps, 'db' | 'config' | 'process'>;

/** So long a write that succeeded is not repeated; one that failed is, at the next question. */
const WRITTEN_FOR_MS = 5_000;
/** When each database was last written to, by the clock of the process. */
const writtenAt = new WeakMap<ReadinessDeps['db'], number>();

/** Whether the database takes writes; by the same probe. */
export async function takesWrites(deps: Pick<ReadinessDeps, 'db'>): Promise<boolean> {
  try {
    await singleFlight(deps.db, 'write probe', () => assertWritable(deps));
    return true;
  } catch {
    return false;
  }
}

/** How many workers live, and what is wrong with them. */
export async function readWorkers(db: ReadinessDeps['db']): Promise<{ living: number; fault: WorkerFault | null }> {
  const workers = await listWorkers(db);
  return { living: aliveWorkers(workers).length, fault: faultOfWorkers(workers) ?? null };
}

/** A database that answers may still take no writes: its disk is full, or it is a replica. Error: `temporarily-unavailable`. */
async function assertWritable({ db }: Pick<ReadinessDeps, 'db'>): Promise<void> {
  if (performance.now() - (writtenAt.get(db) ?? Number.NEGATIVE_INFINITY) < WRITTEN_FOR_MS) return;
  await inTransaction(db, probeWrite);
  writtenAt.set(db, performance.now());
}
