// Routes of background jobs, for administrators (extensions).

import type { FastifyInstance } from 'fastify';
import { Type } from 'typebox';
import { AppError, NOT_FOUND } from '../../../core/errors.ts';
import { decodeCursor, toPage } from '../../../core/http/pagination.ts';
import { route } from '../../../core/http/route.ts';
import { Uuid } from '../../../core/http/schemas.ts';
import type { AppDeps } from '../../../deps.ts';
import { retryAllJobs, retryJob } from './background-jobs.ts';
import { jobErrors, retryJobErrors } from './errors.ts';
import { findJob, findJobs } from './queries.ts';
import { toBackgroundJobDetail, toBackgroundJobView } from './rules.ts';
import {
  BackgroundJobDetail,
  BackgroundJobsPage,
  BackgroundJobsQuery,
  BackgroundJobView,
  JobsRetried,
  RetryAllJobs,
} from './schemas.ts';

const JobParams = Type.Object({ jobId: Uuid });

/** Registers the group. */
export function backgroundJobRoutes(app: FastifyInstance, deps: Pick<AppDeps, 'db' | 'clock' | 'jobs'>): void {
  route(app, {
    method: 'GET',
    url: '/administration/jobs',
    operationId: 'listJobs',
    guard: 'administrator',
    permission: 'operations.read',
    tag: 'extension',
    summary: 'Background jobs, newest first, with their state and last error.',
    query: BackgroundJobsQuery,
    answer: BackgroundJobsPage,
    handle: async ({ query: { limit, cursor, ...filters } }) => {
      const rows = await findJobs(deps.db, filters, { limit, after: decodeCursor(cursor) });
      return toPage(rows, limit, ({ createdAt: at, id }) => ({ at, id }), toBackgroundJobView);
    },
  });
  route(app, {
    method: 'GET',
    url: '/administration/jobs/:jobId',
    operationId: 'readJob',
    guard: 'administrator',
    permission: 'operations.read',
    tag: 'extension',
    summary: 'One background job, with its report once it is completed.',
    params: JobParams,
    answer: BackgroundJobDetail,
    errors: jobErrors,
    handle: async ({ params }) => {
      const job = await findJob(deps.db, params.jobId);
      // Also for a job that the queue has deleted since.
      if (!job) throw new AppError(NOT_FOUND);
      return toBackgroundJobDetail(job);
    },
  });
  route(app, {
    method: 'POST',
    url: '/administration/jobs/:jobId/retry',
    operationId: 'retryJob',
    idempotency: 'none',
    guard: 'administrator',
    permission: 'operations.write',
    tag: 'extension',
    summary: 'Retries a job that has failed for good.',
    params: JobParams,
    answer: BackgroundJobView,
    errors: retryJobErrors,
    audit: 'JOB_RETRY',
    handle: ({ params, audit }) => retryJob(deps, { ...params, audit }),
  });
  route(app, {
    method: 'POST',
    url: '/administration/jobs/retry-all',
    operationId: 'retryAllJobs',
    idempotency: 'none',
    guard: 'administrator',
    permission: 'operations.write',
    tag: 'extension',
    summary: 'Retries all jobs of a kind that have failed for good, at most 200 at once.',
    body: RetryAllJobs,
    answer: JobsRetried,
    audit: 'JOB_RETRY_ALL',
    handle: ({ body, audit }) => retryAllJobs(deps, { ...body, audit }),
  });
}
