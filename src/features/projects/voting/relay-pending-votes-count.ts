// GET /investor/voting/pending-votes-count: passed on to the defaults-management platform.

import type { Static } from 'typebox';
import type { AppDeps } from '../../../deps.ts';
import { replyOf } from './rules.ts';
import type { PendingVotesCount } from './schemas.ts';

/** How many votes the investor has not yet cast. Error: `internal-error`. */
export async function relayPendingVotesCount(
  deps: Pick<AppDeps, 'defaults'>,
  customerId: string,
): Promise<Static<typeof PendingVotesCount>> {
  return replyOf(await deps.defaults.countPendingVotes(customerId));
}
