// GET /investor/voting/has-votes: passed on to the defaults-management platform.

import type { Static } from 'typebox';
import type { AppDeps } from '../../../deps.ts';
import { replyOf } from './rules.ts';
import type { HasVotes } from './schemas.ts';

/** Whether any vote, open or closed, concerns the investor. Error: `internal-error`. */
export async function relayHasVotes(deps: Pick<AppDeps, 'defaults'>, customerId: string): Promise<Static<typeof HasVotes>> {
  return replyOf(await deps.defaults.hasVotes(customerId));
}
