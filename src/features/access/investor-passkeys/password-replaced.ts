// A password that was reset ends passkeys too, since who read the mailbox for a while could register one (access.md#what-replaces-what).

import type { Tx } from '../../../core/db/transaction.ts';
import type { AppDeps } from '../../../deps.ts';
import { deletePasskeys, findPasskeys, lockFactorsOf } from '../factors/index.ts';
import { credentialChanged } from '../mfa/index.ts';

/**
 * With the customer locked. A reset deletes the passkeys of an investor that were registered less than
 * WITHDRAWAL_DELAY_AFTER_REPLACEMENT_HOURS ago: so long a thief's could not yet have moved money to an account of theirs, and its notice is
 * fresh, whereas who forgot a password keeps the passkeys that they know. The mail lists those that stay. An administrator's passkey is a
 * factor beside the mailbox, and stays.
 */
export async function passwordReplaced(
  tx: Tx,
  deps: Pick<AppDeps, 'clock' | 'config' | 'jobs'>,
  { isInvestor, userId, by }: { isInvestor: boolean; userId: string; by: 'password-reset' | 'admin-create' },
): Promise<void> {
  if (!isInvestor || by !== 'password-reset') return credentialChanged(tx, deps, { userId, by });
  await lockFactorsOf(tx, userId);
  const since = deps.clock.now().subtract({ hours: deps.config.WITHDRAWAL_DELAY_AFTER_REPLACEMENT_HOURS });
  const ended = await deletePasskeys(tx, { userId, since });
  const kept = (await findPasskeys(tx, userId)).map(({ name, createdAt }) => ({ name, registeredAt: createdAt.toString() }));
  await credentialChanged(tx, deps, { userId, by, passkeys: { ended, kept } });
}
