// What follows the provider's answer to the refund of an expired card: the buyer has the money, or somebody must look at it.

import type { Tx } from '../../core/db/transaction.ts';
import type { AppDeps } from '../../deps.ts';
import { availableOf, move, PLATFORM } from '../../money/ledger/index.ts';
import { confirmTransaction, dropTransaction, type PaymentOrder, type PaymentOutcome } from '../../money/wallet/index.ts';
import { enqueueChatMessage } from '../../providers/chat/index.ts';
import { mailCustomer } from './mail-customer.ts';
import { changeCard, findCard } from './queries.ts';

/** Settlement of purpose `gift-card-refund`. A final refusal leaves the money in GIFT_CARDS, and an alert (A-gift-cards-7). */
export async function settleGiftCardRefund(
  tx: Tx,
  deps: Pick<AppDeps, 'jobs'>,
  order: PaymentOrder,
  outcome: PaymentOutcome,
): Promise<void> {
  const card = await findCard(tx, order.subjectId);
  if (!card?.refundTransactionId) throw new Error(`gift card ${order.subjectId} has no refund`);
  const { at } = outcome;
  const { id, amountCents, buyerId, recipientEmail, refundTransactionId } = card;
  if (outcome.status === 'failed') {
    await dropTransaction(tx, refundTransactionId, { to: 'FAILED', at });
    await changeCard(tx, id, { from: 'refunding', to: 'refund_failed', at });
    await enqueueChatMessage(tx, deps, {
      channel: 'internal-alerts',
      text: `Le prestataire a refusé le remboursement de la carte cadeau ${id} (ordre ${order.id}) : ${outcome.reason}. L'argent est toujours sur le compte de la plateforme.`,
    });
    return;
  }
  await confirmTransaction(tx, refundTransactionId, { at, lines: move(amountCents, PLATFORM.GIFT_CARDS, availableOf(buyerId)) });
  await changeCard(tx, id, { from: 'refunding', to: 'refunded', at });
  await mailCustomer(tx, deps, buyerId, 'gift-card-refunded', { amountCents, recipientEmail, reference: id });
}
