// The refund of a purchase: opened after a cancellation or a late payment, settled, and ordered again after a refusal.

import type { Tx } from '../../../core/db/transaction.ts';
import type { AppDeps } from '../../../deps.ts';
import { availableOf, move, purseOf } from '../../../money/ledger/index.ts';
import {
  type EndedPayment,
  followRefusal,
  NOTHING_TO_POST,
  openPayment,
  settle,
  WHY_STOPPED,
} from '../../../money/payments/index.ts';
import { enqueueChatMessage } from '../../../providers/chat/index.ts';
import { enqueueEmail } from '../../../providers/email/index.ts';
import { type FullPurchase, lockPurchase, setRefund } from './queries.ts';
import { findRefusedRefund, forgetRefusedRefund } from './refund-queries.ts';

/**
 * Writes the WAITING refund, its payment and its job. The money stays in the project's COLLECT until the payment succeeds: the
 * closing of a funding takes only the money of confirmed purchases.
 */
export async function startRefund(
  tx: Tx,
  deps: Pick<AppDeps, 'jobs'>,
  purchase: FullPurchase,
  at: Temporal.Instant,
): Promise<void> {
  const { id, customerId, amountCents, propertyId, spvAccountId } = purchase;
  if (spvAccountId === null) throw new Error(`the SPV of property ${propertyId} has no wallet at the provider`);
  const { transactionIds } = await openPayment(tx, deps, {
    propertyId,
    order: {
      kind: 'transfer',
      purpose: 'primary-purchase-refund',
      subjectId: id,
      fromAccountId: spvAccountId,
      toAccountId: customerId,
      amountCents,
      comment: `Refund of purchase ${id}`,
      at,
    },
    sides: { refund: { type: 'PRIMARY_PURCHASE_REFUND', owner: { customerId }, amountCents } },
  });
  await setRefund(tx, id, transactionIds.refund, at);
}

/**
 * Settlement of purpose `primary-purchase-refund`. After a refusal the money stays in the project's COLLECT, the transaction is FAILED,
 * the team is alerted, and the job `primary-purchase-refunds` retries, or an administrator decides (A-payments-5).
 */
export async function settleRefund(tx: Tx, deps: Pick<AppDeps, 'jobs'>, payment: EndedPayment): Promise<void> {
  const purchase = await lockPurchase(tx, payment.subjectId);
  if (!purchase) throw new Error(`there is no purchase ${payment.subjectId}`);
  const { id, propertyId, customerId, amountCents } = purchase;
  await settle(tx, payment, {
    succeeded: async () => {
      await mailRefund(tx, deps, purchase);
      return move(amountCents, purseOf(propertyId, 'COLLECT'), availableOf(customerId));
    },
    failed: async (_at, refusal) => {
      const { next } = await followRefusal(tx, payment, refusal);
      const follows = next === 'retry' ? 'Il sera retenté.' : `${WHY_STOPPED[next]} : à relancer par un administrateur.`;
      await enqueueChatMessage(tx, deps, {
        channel: 'internal-alerts',
        text: `Le prestataire a refusé le remboursement de l’achat ${id} (paiement ${payment.id}) : ${refusal.reason}. L’argent est toujours chez le véhicule du projet. ${follows}`,
      });
      return NOTHING_TO_POST;
    },
  });
}

/** False when the purchase has another refund already. */
export async function replaceRefund(
  tx: Tx,
  deps: Pick<AppDeps, 'clock' | 'jobs'>,
  { purchaseId, refundTransactionId }: { purchaseId: string; refundTransactionId: string },
): Promise<boolean> {
  const at = deps.clock.now();
  const purchase = await lockPurchase(tx, purchaseId);
  if (!purchase || !(await forgetRefusedRefund(tx, { purchaseId, refundTransactionId, at }))) return false;
  await startRefund(tx, deps, purchase, at);
  return true;
}

/** The caller has locked the refused payment, and knows that none of the purchase moved money. */
export async function orderRefundAgain(tx: Tx, deps: Pick<AppDeps, 'clock' | 'jobs'>, purchaseId: string): Promise<void> {
  const refundTransactionId = await findRefusedRefund(tx, purchaseId);
  if (refundTransactionId === null || !(await replaceRefund(tx, deps, { purchaseId, refundTransactionId })))
    throw new Error(`purchase ${purchaseId} has no refused refund`);
}

/** The reason is the investor's cancellation, or else a refused or late payment. */
export async function mailRefund(tx: Tx, deps: Pick<AppDeps, 'jobs'>, purchase: FullPurchase): Promise<void> {
  await enqueueEmail(tx, deps, {
    to: purchase.email,
    template: 'primary-purchase-canceled',
    data: {
      propertyName: purchase.propertyName,
      bricks: purchase.brickCount,
      totalCents: purchase.amountCents,
      reason: purchase.status === 'canceled' ? 'investor' : 'not-confirmed',
      reference: purchase.id,
      ...(purchase.firstName === null ? {} : { firstName: purchase.firstName }),
    },
  });
}
