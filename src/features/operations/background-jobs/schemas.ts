// Query and answers of background jobs.

import { type Static, Type } from 'typebox';
import { Model, Nullable, Page, PageQuery, Timestamp, Uuid, Words } from '../../../core/http/schemas.ts';

const State = Words(['created', 'retry', 'active', 'completed', 'cancelled', 'failed'], {
  title: 'JobState',
  description: 'created: not begun; retry: failed, and will be tried again; failed: for good, kept for seven days',
});

export const BackgroundJobsQuery = Type.Object({
  ...PageQuery.properties,
  queue: Type.Optional(Type.String({ maxLength: 100, description: 'name of the job, or `dead-letter`' })),
  state: Type.Optional(State),
});
export type BackgroundJobsQuery = Static<typeof BackgroundJobsQuery>;

const LastError = Model('JobError', {
  type: Nullable(Type.String()),
  message: Type.String(),
  code: Nullable(Type.String()),
  causes: Type.Array(Type.String(), { description: 'messages of what caused it, outermost first' }),
});

/**
 * `about` holds the fields of the job's data that say what it is about. `deadLetterOf` is the failed job of a dead letter: jobs
 * are kept for seven days, dead letters for ninety. Times are those of the machines, not of the business clock.
 */
export const BackgroundJobView = Model('BackgroundJobView', {
  id: Uuid,
  queue: Type.String(),
  state: State,
  attempts: Type.Integer(),
  mostAttempts: Type.Integer(),
  about: Type.Record(Type.String(), Type.Union([Type.String(), Type.Number(), Type.Boolean()])),
  lastError: Nullable(LastError),
  createdAt: Timestamp,
  startedAt: Nullable(Timestamp),
  nextAttemptAt: Nullable(Timestamp),
  endedAt: Nullable(Timestamp),
  deadLetterOf: Nullable(Model('FailedJob', { queue: Type.String(), jobId: Uuid })),
});
export type BackgroundJobView = Static<typeof BackgroundJobView>;

export const BackgroundJobsPage = Page(BackgroundJobView);
export type BackgroundJobsPage = Static<typeof BackgroundJobsPage>;

export const BackgroundJobDetail = Model('BackgroundJobDetail', {
  ...BackgroundJobView.properties,
  report: Type.Unknown({ description: 'what a completed job returned, with secrets removed' }),
});
export type BackgroundJobDetail = Static<typeof BackgroundJobDetail>;

export const RetryAllJobs = Model('JobsRetrying', {
  queue: Type.String({ minLength: 1, maxLength: 100, description: 'the kind of job, as the list has it' }),
});

/** `left`: of that kind failed as well, for another request. */
export const JobsRetried = Model('JobsRetried', { retried: Type.Integer(), left: Type.Integer() });
export type JobsRetried = Static<typeof JobsRetried>;
