// GET /investor/voting/projects/:projectId/latest-vote: passed on to the defaults-management platform.

import type { Static } from 'typebox';
import type { AppDeps } from '../../../deps.ts';
import { replyOf } from './rules.ts';
import type { LatestVote } from './schemas.ts';

/** The latest vote of a project as the investor sees it; `vote` is null when it has none. Error: `internal-error`. */
export async function relayLatestVote(
  deps: Pick<AppDeps, 'defaults'>,
  ids: { projectId: string; customerId: string },
): Promise<Static<typeof LatestVote>> {
  return replyOf(await deps.defaults.readLatestVote(ids));
}
