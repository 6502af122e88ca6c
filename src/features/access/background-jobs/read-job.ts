// GET /administration/jobs/:jobId: one background job.

import { AppError, NOT_FOUND } from '../../../core/errors.ts';
import type { AppDeps } from '../../../deps.ts';
import { findJob } from './queries.ts';
import { toBackgroundJobDetail } from './rules.ts';
import type { BackgroundJobDetail } from './schemas.ts';

/** Error: `not-found`, also of a job that the queue has let go of. */
export async function readJob({ db }: Pick<AppDeps, 'db'>, jobId: string): Promise<BackgroundJobDetail> {
  const job = await findJob(db, jobId);
  if (!job) throw new AppError(NOT_FOUND);
  return toBackgroundJobDetail(job);
}
