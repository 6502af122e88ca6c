// What follows the provider's answer to a refund: the money is spendable again, or somebody must look at it.

import type { Tx } from '../../core/db/transaction.ts';
import type { AppDeps } from '../../deps.ts';
import { availableOf, move, purseOf } from '../../money/ledger/index.ts';
import { confirmTransaction, dropTransaction, type PaymentOrder, type PaymentOutcome } from '../../money/wallet/index.ts';
import { enqueueChatMessage } from '../../providers/chat/index.ts';
import { mailMoneyBack } from './mail-money-back.ts';
import { lockPurchase } from './queries.ts';

/** Settlement of purpose `primary-purchase-refund`. A final refusal leaves the money in COLLECT, the transaction FAILED, an alert, and a retry by job `primary-purchase-refunds`. */
export async function settleRefund(
  tx: Tx,
  deps: Pick<AppDeps, 'jobs'>,
  order: PaymentOrder,
  outcome: PaymentOutcome,
): Promise<void> {
  const purchase = await lockPurchase(tx, order.subjectId);
  if (!purchase?.refundTransactionId) throw new Error(`purchase ${order.subjectId} has no refund`);
  const { at } = outcome;
  if (outcome.status === 'failed') {
    await dropTransaction(tx, purchase.refundTransactionId, { to: 'FAILED', at });
    await enqueueChatMessage(tx, deps, {
      channel: 'internal-alerts',
      text: `The provider refused the refund of purchase ${purchase.id} (payment order ${order.id}): ${outcome.reason}. The money is still with the SPV.`,
    });
    return;
  }
  await confirmTransaction(tx, purchase.refundTransactionId, {
    at,
    lines: move(purchase.amountCents, purseOf(purchase.spvId, 'COLLECT'), availableOf(purchase.customerId)),
  });
  await mailMoneyBack(tx, deps, purchase);
}
