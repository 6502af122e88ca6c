// GET /health/ready: whether a proxy should send requests here.

import { AppError } from '../../../core/errors.ts';
import type { AppDeps } from '../../../deps.ts';
import { NOT_READY } from './errors.ts';
import { askDatabase, listWorkers } from './queries.ts';
import { faultOfWorkers } from './rules.ts';

/** Error: `not-ready`; a database that cannot serve is told as everywhere. */
export async function checkReadiness(deps: Pick<AppDeps, 'db' | 'config' | 'process'>): Promise<{ status: string }> {
  if (deps.process.stopping.aborted) throw new AppError(NOT_READY, { detail: 'The process is stopping.' });
  if (!deps.config.READY_NEEDS_WORKER) {
    await askDatabase(deps.db);
    return { status: 'ready' };
  }
  const fault = faultOfWorkers(await listWorkers(deps.db));
  if (fault !== undefined) throw new AppError(NOT_READY, { detail: fault });
  return { status: 'ready' };
}
