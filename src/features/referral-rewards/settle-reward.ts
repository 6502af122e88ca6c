// What follows the provider's answer to a payout of referral rewards: booked and mailed, or due again.

import type { Tx } from '../../core/db/transaction.ts';
import type { AppDeps } from '../../deps.ts';
import { availableOf, move, PLATFORM } from '../../money/ledger/index.ts';
import { confirmTransaction, dropTransaction, type PaymentOrder, type PaymentOutcome } from '../../money/wallet/index.ts';
import { enqueueChatMessage } from '../../providers/chat/index.ts';
import { enqueueEmail } from '../../providers/email/index.ts';
import { findPayout, lockPayoutState, markPaidOut, releaseParts } from './payout-queries.ts';

/**
 * Settlement of purpose `referral-reward`, in the transaction that settles the payment order. The last payout of a property
 * to arrive marks it as paid. A final refusal fails the transaction, makes the rewards due again for the next run, and tells the team.
 */
export async function settleReward(
  tx: Tx,
  deps: Pick<AppDeps, 'jobs' | 'config'>,
  order: PaymentOrder,
  outcome: PaymentOutcome,
): Promise<void> {
  const payout = await findPayout(tx, order.subjectId);
  const { id, propertyId, referrerId, amountCents, transactionId } = payout;
  const { at } = outcome;
  await lockPayoutState(tx, propertyId);
  if (outcome.status === 'failed') {
    if (!(await dropTransaction(tx, transactionId, { to: 'FAILED', at }))) throw new Error(`payout ${id} is not waiting`);
    await releaseParts(tx, id);
    await enqueueChatMessage(tx, deps, {
      channel: 'internal-alerts',
      text: `The provider refused the referral reward of customer ${referrerId} (payment order ${order.id}): ${outcome.reason}. The next run tries again.`,
    });
    return;
  }
  const lines = move(amountCents, PLATFORM.MAIN, availableOf(referrerId));
  if (!(await confirmTransaction(tx, transactionId, { at, lines }))) throw new Error(`payout ${id} is not waiting`);
  await markPaidOut(tx, { statuses: deps.config.REFERRAL_DISBURSABLE_STATUSES, propertyId, at });
  await enqueueEmail(tx, deps, {
    to: payout.email,
    template: 'referral-reward-paid',
    data: {
      amountCents,
      propertyName: payout.propertyName,
      paidAt: at.toString(),
      reference: id,
      ...(payout.firstName === null ? {} : { firstName: payout.firstName }),
    },
  });
}
