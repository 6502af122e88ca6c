// Client of the defaults-management platform: votes of the investors of a project in difficulty (A-voting-2).

import { type Static, Type } from 'typebox';
import { createJsonReader, type JsonReaderOptions, type JsonResult, shapeOf } from '../../core/http/external-json.ts';

// The documents show only the vote; the bodies of the other two replies are ours.
const HasVotes = Type.Object({ has_votes: Type.Boolean() });
const PendingCount = Type.Object({ count: Type.Integer({ minimum: 0 }) });
const Vote = Type.Object({
  id: Type.Integer(),
  title: Type.String(),
  types: Type.Array(Type.String()),
  vote_ended_at: Type.String({ format: 'date-time' }),
  is_open: Type.Boolean(),
  url: Type.String(),
  is_pending_for_user: Type.Boolean(),
});
const LatestVote = Type.Object({ vote: Type.Union([Vote, Type.Null()]) });

const HAS_VOTES = shapeOf(HasVotes);
const PENDING_COUNT = shapeOf(PendingCount);
const LATEST_VOTE = shapeOf(LatestVote);

/** Queries to the platform, with its own field names. A failed query is logged and returns `ok: false`. */
export type DefaultsPlatform = {
  /** Whether any vote, open or closed, concerns the investor. */
  hasVotes(customerId: string): Promise<JsonResult<Static<typeof HasVotes>>>;
  /** How many votes the investor has not yet cast. */
  countPendingVotes(customerId: string): Promise<JsonResult<Static<typeof PendingCount>>>;
  /** The latest vote of a project as the investor sees it; null when it has none. */
  readLatestVote(ids: { projectId: string; customerId: string }): Promise<JsonResult<Static<typeof LatestVote>>>;
  close(): Promise<void>;
};

export type DefaultsPlatformOptions = Omit<JsonReaderOptions, 'headers'> & { apiKey: string };

/** The platform over HTTP. One per process. */
export function createDefaultsPlatform(options: DefaultsPlatformOptions): DefaultsPlatform {
  const { apiKey, ...rest } = options;
  const reader = createJsonReader({ ...rest, headers: { 'x-api-key': apiKey } });
  return {
    hasVotes: (customerId) =>
      reader.read({
        operation: 'defaults has-votes',
        path: '/votes/has-votes',
        query: { customer_id: customerId },
        shape: HAS_VOTES,
      }),
    countPendingVotes: (customerId) =>
      reader.read({
        operation: 'defaults pending-count',
        path: '/votes/pending-count',
        query: { customer_id: customerId },
        shape: PENDING_COUNT,
      }),
    readLatestVote: ({ projectId, customerId }) =>
      reader.read({
        operation: 'defaults latest-vote',
        path: `/projects/${encodeURIComponent(projectId)}/latest-vote`,
        query: { customer_id: customerId },
        shape: LATEST_VOTE,
      }),
    close: () => reader.close(),
  };
}
