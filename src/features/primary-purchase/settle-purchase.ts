// What follows the provider's answer to the transfer of a purchase: the bricks change hands, or the money is free again.

import type { Tx } from '../../core/db/transaction.ts';
import type { AppDeps } from '../../deps.ts';
import { assignUnsoldBricks } from '../../money/bricks/index.ts';
import { heldOf, move, purseOf } from '../../money/ledger/index.ts';
import { confirmTransaction, type PaymentOrder, type PaymentOutcome, releaseOutgoing } from '../../money/wallet/index.ts';
import { enqueueEmail } from '../../providers/email/index.ts';
import { mailMoneyBack } from './mail-money-back.ts';
import { changeStatus, type FullPurchase, lockPurchase } from './queries.ts';
import { isInsideWindow } from './rules.ts';
import { startRefund } from './start-refund.ts';

type Deps = Pick<AppDeps, 'jobs'>;

/**
 * Settlement of purpose `primary-purchase`, in the transaction that settles the payment order: runs once per purchase.
 * Succeeded: the money is in the SPV's COLLECT whatever became of the purchase; one that still waits is confirmed, one that
 * was cancelled or declined meanwhile is refunded at once. Failed: the hold is released.
 */
export async function settlePurchase(tx: Tx, deps: Deps, order: PaymentOrder, outcome: PaymentOutcome): Promise<void> {
  const purchase = await lockPurchase(tx, order.subjectId);
  if (!purchase?.transactionId) throw new Error(`purchase ${order.subjectId} has no transaction`);
  const { at } = outcome;
  if (outcome.status === 'failed') {
    await releaseOutgoing(tx, purchase.transactionId, { to: 'FAILED', at });
    await changeStatus(tx, purchase.id, { from: 'waiting_provider', to: 'declined', at });
    await mailMoneyBack(tx, deps, purchase);
    return;
  }
  await confirmTransaction(tx, purchase.transactionId, {
    at,
    lines: move(purchase.amountCents, heldOf(purchase.customerId), purseOf(purchase.spvId, 'COLLECT')),
  });
  const confirmed = await changeStatus(tx, purchase.id, { from: 'waiting_provider', to: 'confirmed', at });
  if (confirmed) await handOver(tx, deps, purchase, at);
  else await startRefund(tx, deps, purchase, at);
}

async function handOver(tx: Tx, deps: Deps, purchase: FullPurchase, at: Temporal.Instant): Promise<void> {
  const { id, propertyId, customerId, brickCount, windowEnd } = purchase;
  const found = await assignUnsoldBricks(tx, { propertyId, purchaseId: id, customerId, brickCount });
  if (found !== brickCount) throw new Error(`property ${propertyId} has ${found} unsold bricks instead of ${brickCount}`);
  await enqueueEmail(tx, deps, {
    to: purchase.email,
    template: 'primary-purchase-confirmed',
    data: {
      propertyName: purchase.propertyName,
      bricks: brickCount,
      totalCents: purchase.amountCents,
      purchasedAt: purchase.createdAt.toString(),
      reference: id,
      ...(purchase.isAutomatic ? { automatic: true } : {}),
      ...(isInsideWindow(windowEnd, at) ? { cancelableUntil: windowEnd.toString() } : {}),
      ...(purchase.firstName === null ? {} : { firstName: purchase.firstName }),
    },
  });
}
