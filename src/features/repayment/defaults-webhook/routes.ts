// HTTP of the defaults webhook.

import type { FastifyInstance } from 'fastify';
import { route } from '../../../core/http/route.ts';
import type { AppDeps } from '../../../deps.ts';
import { applyPenalties } from './apply-penalties.ts';
import { penaltiesErrors } from './errors.ts';
import { BODY_LIMIT_BYTES, DefaultedProjects, PenaltiesApplied } from './schemas.ts';

/** Registers the route. */
export function defaultsWebhookRoutes(
  app: FastifyInstance,
  deps: Pick<AppDeps, 'db' | 'clock' | 'config' | 'jobs' | 'log'>,
): void {
  route(app, {
    method: 'POST',
    url: '/administration/defaults-management/echeancier/penalties',
    operationId: 'applyPenalties',
    idempotency: 'webhook',
    guard: 'defaults-webhook',
    tag: 'schedules',
    summary: 'Late and defaulted projects with their penalties, told by the defaults platform.',
    body: DefaultedProjects,
    bodyLimitBytes: BODY_LIMIT_BYTES,
    answer: PenaltiesApplied,
    errors: penaltiesErrors,
    handle: ({ body }) => applyPenalties(deps, body),
  });
}
