// HTTP of the votes: three routes pass on to the defaults-management platform.

import type { FastifyInstance } from 'fastify';
import { route } from '../../../core/http/route.ts';
import type { AppDeps } from '../../../deps.ts';
import { votingErrors } from './errors.ts';
import { issuePlatformUrl } from './issue-platform-url.ts';
import { replyOf } from './rules.ts';
import { HasVotes, LatestVote, PendingVotesCount, PlatformUrl, ProjectParams } from './schemas.ts';

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
