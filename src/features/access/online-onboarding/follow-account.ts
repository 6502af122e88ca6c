// Follows the provider on one wallet, whosever it is.

import { findSpvsByAccount } from '../../projects/spvs/index.ts';
import { type FollowDeps, followHolder } from './follow-holder.ts';
import { findPathOfAccount } from './queries.ts';
import { customerIdOf } from './rules.ts';

/**
 * Reads the wallet of this id again and takes over its state, for the investor, the SPV or the owner that it belongs to; one of nobody
 * changes nothing. Deliveries at once share a reading. Error: `internal-error` when the provider does not answer.
 */
export async function followAccount(deps: FollowDeps, accountId: string): Promise<void> {
  const customerId = customerIdOf(accountId);
  const [spvs, path] = await Promise.all([
    findSpvsByAccount(deps.db, [accountId]),
    findPathOfAccount(deps.db, { providerAccountId: null, walletId: accountId }),
    customerId === undefined ? undefined : followHolder(deps, { customerId }),
  ]);
  const spv = spvs.get(accountId);
  if (spv) await followHolder(deps, { spvId: spv.id, accountId });
  if (path?.projectOwnerId) await followHolder(deps, { pathId: path.id });
}
