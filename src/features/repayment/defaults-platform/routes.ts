// HTTP of the defaults-management platform: its webhook, and the votes that are passed on to it.

import type { FastifyInstance } from 'fastify';
import { route } from '../../../core/http/route.ts';
import type { AppDeps } from '../../../deps.ts';
import { applyPenalties } from './apply-penalties.ts';
import { penaltiesErrors, votingErrors } from './errors.ts';
import { replyOf } from './rules.ts';
import {
  BODY_LIMIT_BYTES,
  DefaultedProjects,
  HasVotes,
  LatestVote,
  PenaltiesApplied,
  PendingVotesCount,
  PlatformUrl,
  ProjectParams,
} from './schemas.ts';
import { issuePlatformUrl } from './votes.ts';

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

/** Registers the group. */
export function votingRoutes(app: FastifyInstance, deps: Pick<AppDeps, 'config' | 'clock' | 'defaults'>): void {
  route(app, {
    method: 'GET',
    url: '/investor/voting/has-votes',
    operationId: 'relayHasVotes',
    guard: 'customer',
    tag: 'investor',
    summary: 'Whether any vote, open or closed, concerns the investor.',
    answer: HasVotes,
    errors: votingErrors,
    handle: async ({ caller }) => replyOf(await deps.defaults.hasVotes(caller.customerId)),
  });
  route(app, {
    method: 'GET',
    url: '/investor/voting/pending-votes-count',
    operationId: 'relayPendingVotesCount',
    guard: 'customer',
    tag: 'investor',
    summary: 'How many votes the investor has not yet cast.',
    answer: PendingVotesCount,
    errors: votingErrors,
    handle: async ({ caller }) => replyOf(await deps.defaults.countPendingVotes(caller.customerId)),
  });
  route(app, {
    method: 'GET',
    url: '/investor/voting/projects/:projectId/latest-vote',
    operationId: 'relayLatestVote',
    guard: 'customer',
    tag: 'investor',
    summary: 'The latest vote of a project, null when it has none.',
    params: ProjectParams,
    answer: LatestVote,
    errors: votingErrors,
    handle: async ({ caller, params }) =>
      replyOf(await deps.defaults.readLatestVote({ projectId: params.projectId, customerId: caller.customerId })),
  });
  route(app, {
    method: 'GET',
    url: '/investor/voting/platform-url',
    operationId: 'issuePlatformUrl',
    guard: 'customer',
    tag: 'investor',
    summary: 'Address of the voting platform with a token for this investor.',
    answer: PlatformUrl,
    errors: votingErrors,
    handle: ({ caller }) => issuePlatformUrl(deps, caller.customerId),
  });
}
