// /dev: moves the business clock, runs scheduled jobs at once and shows every mail. Registered outside production only.

import type { FastifyInstance } from 'fastify';
import { Type } from 'typebox';
import type { MovableClock } from '../../../core/clock.ts';
import { AppError, VALIDATION_FAILED } from '../../../core/errors.ts';
import { pagePolicy } from '../../../core/http/browser-security.ts';
import { route } from '../../../core/http/route.ts';
import { Email, Model, Timestamp } from '../../../core/http/schemas.ts';
import { newId } from '../../../core/ids.ts';
import { type ListedJob, operatorRun } from '../../../core/jobs/jobs.ts';
import { moveTestClock } from '../../../core/test-clock.ts';
import type { AppDeps } from '../../../deps.ts';
import { addressIn, templateNames } from '../../../providers/email/index.ts';
import { JOB_NOT_FOUND } from './errors.ts';
import { countJobs } from './queries.ts';
import { renderMailPreview, sampleOf } from './rendered-pages.ts';

const Now = Model('ClockTime', { now: Timestamp });
const Move = Model('ClockMove', {
  now: Type.Optional(Timestamp),
  advance: Type.Optional(Type.String({ pattern: '^P', maxLength: 40, description: 'ISO 8601 duration' })),
});

const JobCounts = Model('JobCounts', {
  total: Type.Integer(),
  jobs: Type.Array(Type.Object({ name: Type.String(), state: Type.String(), count: Type.Integer() })),
});

/** The default recipient of sample mails. */
const PREVIEW_ADDRESS = 'apercu@mortar.test';
const Samples = Model('MailSamples', { to: Type.Optional(Email) });
const SentSamples = Model('SentSamples', { to: Type.String(), sent: Type.Integer() });

/** Registers the group. `jobs` is the worker's list; only those marked `onDemand` can be started here. */
export function devRoutes(
  app: FastifyInstance,
  deps: AppDeps,
  options: { clock: MovableClock; jobs: readonly ListedJob<AppDeps>[]; background: AppDeps },
): void {
  const { clock, jobs, background } = options;
  mailRoutes(app, deps);
  route(app, {
    method: 'GET',
    url: '/dev/clock',
    operationId: 'readClock',
    guard: 'public',
    tag: 'operator',
    summary: 'Time of the business clock.',
    answer: Now,
    handle: async () => ({ now: clock.now().toString() }),
  });
  route(app, {
    method: 'PUT',
    url: '/dev/clock',
    operationId: 'moveClock',
    guard: 'public',
    tag: 'operator',
    summary:
      'Moves the business clock of the application and the sandbox, to an instant or by a duration; it runs on from there.',
    body: Move,
    answer: Now,
    handle: async ({ body }) => {
      const now = targetOf(body, clock.now());
      await moveTestClock(deps.db, clock, now);
      await moveSandboxClock(deps.config.SANDBOX_CONTROL_URL, now);
      return { now: clock.now().toString() };
    },
  });
  route(app, {
    method: 'GET',
    url: '/dev/jobs',
    operationId: 'listDevJobs',
    guard: 'public',
    tag: 'operator',
    summary: 'How many background jobs there are, by name and state.',
    answer: JobCounts,
    handle: () => countJobs(deps.db),
  });
  route(app, {
    method: 'POST',
    url: '/dev/jobs/:name',
    operationId: 'runDevJob',
    idempotency: 'none',
    guard: 'public',
    tag: 'operator',
    summary: 'Runs a scheduled job now and answers its report.',
    status: 200,
    params: Type.Object({ name: Type.String({ maxLength: 100 }) }),
    body: Type.Object({ dryRun: Type.Optional(Type.Boolean()) }),
    answer: Type.Unknown(),
    errors: { [JOB_NOT_FOUND]: 404 },
    handle: async ({ params, body, request }) => {
      const job = jobs.find((listed) => listed.onDemand && listed.name === params.name);
      if (!job) throw new AppError(JOB_NOT_FOUND, { detail: `No scheduled job is named ${params.name}.` });
      const run = operatorRun(newId(), AbortSignal.timeout(600_000));
      // A run may take longer than the idle timeout of the connection.
      request.raw.setTimeout(0);
      // Border: the data of a job started on demand is { dryRun? } by convention, which the list of all jobs cannot express.
      const report = await job.work(background, { dryRun: body.dryRun ?? false } as never, run);
      return report ?? {};
    },
  });
}

/** `GET` shows every mail with sample data, `POST` sends one of each to the sandbox's mailbox. */
function mailRoutes(app: FastifyInstance, deps: Pick<AppDeps, 'config' | 'mailer'>): void {
  route(app, {
    method: 'GET',
    url: '/dev/mails',
    operationId: 'showMails',
    guard: 'public',
    tag: 'operator',
    summary: 'Every mail that Mortar sends, with sample data: HTML and text side by side.',
    produces: 'text/html',
    handle: async ({ reply }) => {
      const { FRONT_URL, MAIL_CONTACT, MAIL_FROM, PLATFORM_NAME, PLATFORM_ACCENT } = deps.config;
      const around = {
        platform: { name: PLATFORM_NAME, accent: PLATFORM_ACCENT },
        frontUrl: FRONT_URL,
        contact: MAIL_CONTACT ?? addressIn(MAIL_FROM),
      };
      await reply
        .type('text/html; charset=utf-8')
        .header('content-security-policy', pagePolicy({ 'style-src': "'unsafe-inline'", 'frame-src': "'self' about:" }))
        .send(renderMailPreview(around));
      return undefined;
    },
  });
  route(app, {
    method: 'POST',
    url: '/dev/mails',
    operationId: 'sendMails',
    idempotency: 'none',
    guard: 'public',
    tag: 'operator',
    summary: 'Sends one of each mail, with sample data, to the mailbox.',
    body: Samples,
    answer: SentSamples,
    handle: async ({ body: { to = PREVIEW_ADDRESS } }) => {
      for (const name of templateNames) await deps.mailer.send({ to, ...sampleOf(name) });
      return { to, sent: templateNames.length };
    },
  });
}

function targetOf(body: { now?: string; advance?: string }, now: Temporal.Instant): Temporal.Instant {
  const { now: target, advance } = body;
  if (target !== undefined && advance === undefined) return Temporal.Instant.from(target);
  if (target !== undefined || advance === undefined) throw refused('Send either now or advance.');
  try {
    return now.toZonedDateTimeISO('Europe/Paris').add(Temporal.Duration.from(advance)).toInstant();
  } catch {
    throw refused('advance must be an ISO 8601 duration such as P40D or PT2H.');
  }
}

function refused(detail: string): AppError {
  return new AppError(VALIDATION_FAILED, { detail });
}

/** The sandbox may not run, which is a separate program; then only the application's clock moves. */
async function moveSandboxClock(controlUrl: string, now: Temporal.Instant): Promise<void> {
  await fetch(`${controlUrl}/clock`, {
    method: 'PUT',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ now: now.toString() }),
    signal: AbortSignal.timeout(5_000),
  }).catch(() => undefined);
}
