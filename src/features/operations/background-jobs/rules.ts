// How a row of the queue is shown: what the job is about, and its last error. Pure.

import { redactJson, redactText } from '../../../core/telemetry/redact.ts';
import type { JobRow } from './queries.ts';
import type { BackgroundJobDetail, BackgroundJobView } from './schemas.ts';

/** Fields of a job's data that say what it is about. The others (texts of mails, encrypted codes) are not shown. */
const SHOWN_FIELD = /^(?:\w*Id|email|to|template|channel|action|mailbox|purpose|event|dryRun)$/;

type About = BackgroundJobView['about'];
type LastError = BackgroundJobView['lastError'];

/** A job in the list. */
export function toBackgroundJobView(job: JobRow): BackgroundJobView {
  const { id, queue, state, retryCount, retryLimit, sourceQueue, sourceId } = job;
  return {
    id,
    queue,
    state,
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

/** One job with its report. */
export function toBackgroundJobDetail(job: JobRow): BackgroundJobDetail {
  return { ...toBackgroundJobView(job), report: job.state === 'completed' ? redactJson(job.output) : null };
}

function aboutOf(data: unknown): About {
  const shown = Object.entries(fieldsOf(data)).filter(
    (field): field is [string, About[string]] =>
      SHOWN_FIELD.test(field[0]) && ['string', 'number', 'boolean'].includes(typeof field[1]),
  );
  return Object.fromEntries(shown.map(([name, value]) => [name, typeof value === 'string' ? redactText(value) : value]));
}

/** The error as `describeError` stored it, or the queue's own: the job timed out, or its worker died. */
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
