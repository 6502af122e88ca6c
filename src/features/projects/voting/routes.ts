// HTTP of the votes.

import type { FastifyInstance } from 'fastify';
import { route } from '../../../core/http/route.ts';
import type { AppDeps } from '../../../deps.ts';
import { votingErrors } from './errors.ts';
import { issuePlatformUrl } from './issue-platform-url.ts';
import { relayHasVotes } from './relay-has-votes.ts';
import { relayLatestVote } from './relay-latest-vote.ts';
import { relayPendingVotesCount } from './relay-pending-votes-count.ts';
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
    handle: ({ caller }) => relayHasVotes(deps, caller.customerId),
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
    handle: ({ caller }) => relayPendingVotesCount(deps, caller.customerId),
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
    handle: ({ caller, params }) => relayLatestVote(deps, { projectId: params.projectId, customerId: caller.customerId }),
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
