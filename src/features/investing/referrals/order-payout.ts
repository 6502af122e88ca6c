// One payout: all that a referrer is due of one property, as one transfer from the platform's main account.

import { inTransaction } from '../../../core/db/transaction.ts';
import { newId } from '../../../core/ids.ts';
import type { AppDeps } from '../../../deps.ts';
import { lockBalance, PLATFORM } from '../../../money/ledger/index.ts';
import { openPayment, sumPromisedFrom } from '../../../money/payments/index.ts';
import { lockCustomer, transactionRights } from '../../access/customers/index.ts';
import { insertPayout, lockDueRewards } from './payout-queries.ts';

/** What became of a due payout; `cents` is what was due under the lock. */
export type OrderedPayout = { outcome: 'ordered' | 'withheld' | 'unfunded' | 'nothing-due'; cents: number };

/**
 * In one transaction: the rewards locked, so that a part has one payout whoever runs at the same time; the referrer may be
 * paid (full transaction rights, A-referral-rewards-4); the platform has the money beside what open payouts will take, as
 * nothing is held for them; then payment, WAITING transaction, payout and job together.
 */
export async function orderPayout(
  deps: Pick<AppDeps, 'db' | 'clock' | 'config' | 'jobs'>,
  due: { propertyId: string; referrerId: string },
): Promise<OrderedPayout> {
  const { propertyId, referrerId } = due;
  const at = deps.clock.now();
  return inTransaction(deps.db, async (tx) => {
    const referrer = await lockCustomer(tx, referrerId);
    const rewards = await lockDueRewards(tx, due);
    const cents = rewards.reduce((sum, reward) => sum + reward.cents, 0);
    if (cents === 0) return { outcome: 'nothing-due', cents };
    if (!referrer || transactionRights(referrer) !== 'all') return { outcome: 'withheld', cents };
    const balanceCents = await lockBalance(tx, PLATFORM.MAIN);
    if (balanceCents - (await sumPromisedFrom(tx, deps.config.PLATFORM_MAIN_ACCOUNT_ID)) < cents)
      return { outcome: 'unfunded', cents };
    const id = newId();
    const { transactionIds } = await openPayment(tx, deps, {
      propertyId,
      order: {
        kind: 'transfer',
        purpose: 'referral-reward',
        subjectId: id,
        fromAccountId: deps.config.PLATFORM_MAIN_ACCOUNT_ID,
        toAccountId: referrerId,
        amountCents: cents,
        comment: `Referral reward ${id}`,
        at,
      },
      sides: { reward: { type: 'REFERRAL_REWARD', owner: { customerId: referrerId }, amountCents: cents } },
    });
    const rewardIds = rewards.map((reward) => reward.id);
    await insertPayout(
      tx,
      { id, propertyId, referrerId, amountCents: cents, transactionId: transactionIds.reward, at },
      rewardIds,
    );
    return { outcome: 'ordered', cents };
  });
}
