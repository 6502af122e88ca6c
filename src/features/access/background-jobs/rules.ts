// How a row of the queue is shown: what it is about, and what it failed of. Pure.

import { redactJson, redactText } from '../../../core/redact.ts';
import type { JobRow } from './queries.ts';
import type { BackgroundJobDetail, BackgroundJobView } from './schemas.ts';

/** Fields of a job's data that say what it is about. Whatever else it carries (texts of mails, sealed codes) is not shown. */
const TELLING = /^(?:\w*Id|email|to|template|channel|action|purpose|event|dryRun)$/;

type About = BackgroundJobView['about'];
type LastError = BackgroundJobView['lastError'];

/** As the list answers it. */
export function toBackgroundJobView(job: JobRow): BackgroundJobView {
  const { id, queue, state, retryCount, retryLimit, sourceQueue, sourceId } = job;
  return {
    ...{ id, queue, state },
    attempts: job.startedAt === null ? 0 : retryCount + 1,
    mostAttempts: retryLimit + 1,
    about: aboutOf(job.data),
    lastError: state === 'completed' ? null : errorOf(job.output),
    createdAt: job.createdAt.toString(),
    startedAt: job.startedAt?.toString() ?? null,
    nextAttemptAt: state === 'created' || state === 'retry' ? job.startAfter.toString() : null,
    endedAt: job.completedAt?.toString() ?? null,
    deadLetterOf: sourceQueue === null || sourceId === null ? null : { queue: sourceQueue, jobId: sourceId },
  };
}

/** As the page of one job answers it. */
export function toBackgroundJobDetail(job: JobRow): BackgroundJobDetail {
  return { ...toBackgroundJobView(job), report: job.state === 'completed' ? redactJson(job.output) : null };
}

function aboutOf(data: unknown): About {
  const told = Object.entries(fieldsOf(data)).filter(
    (field): field is [string, About[string]] =>
      TELLING.test(field[0]) && ['string', 'number', 'boolean'].includes(typeof field[1]),
  );
  return Object.fromEntries(told.map(([name, value]) => [name, typeof value === 'string' ? redactText(value) : value]));
}

/** What `describeError` kept of it, or the queue's own word: that it took too long, or that its worker died. */
function errorOf(output: unknown): LastError {
  const { value, ...described } = fieldsOf(output);
  const error = typeof described.message === 'string' ? described : fieldsOf(value);
  if (typeof error.message !== 'string') return null;
  return {
    type: typeof error.type === 'string' ? error.type : null,
    message: redactText(error.message),
    code: typeof error.code === 'string' || typeof error.code === 'number' ? String(error.code) : null,
    causes: causesOf(error),
  };
}

function causesOf(error: Readonly<Record<string, unknown>>): string[] {
  const cause = fieldsOf(error.cause);
  return typeof cause.message === 'string' ? [redactText(cause.message), ...causesOf(cause)] : [];
}

function fieldsOf(value: unknown): Readonly<Record<string, unknown>> {
  return typeof value === 'object' && value !== null ? { ...value } : {};
}
