// What follows the provider's answer to the payment of a card: the code leaves, or the money is free again.

import { monthsAfter } from '../../core/dates.ts';
import type { Tx } from '../../core/db/transaction.ts';
import type { AppDeps } from '../../deps.ts';
import { heldOf, move, PLATFORM } from '../../money/ledger/index.ts';
import { confirmTransaction, type PaymentOrder, type PaymentOutcome, releaseOutgoing } from '../../money/wallet/index.ts';
import { deliverGiftCardJob } from './jobs.ts';
import { mailCustomer } from './mail-customer.ts';
import { changeCard, findCard } from './queries.ts';

/** Settlement of purpose `gift-card-purchase`. The validity begins with the payment. */
export async function settleGiftCardPurchase(
  tx: Tx,
  deps: Pick<AppDeps, 'jobs' | 'config'>,
  order: PaymentOrder,
  outcome: PaymentOutcome,
): Promise<void> {
  const card = await findCard(tx, order.subjectId);
  if (!card) throw new Error(`there is no gift card ${order.subjectId}`);
  const { at } = outcome;
  const { amountCents, buyerId, recipientEmail } = card;
  if (outcome.status === 'failed') {
    await releaseOutgoing(tx, card.purchaseTransactionId, { to: 'FAILED', at });
    await changeCard(tx, card.id, { from: 'waiting_payment', to: 'declined', at });
    await mailCustomer(tx, deps, buyerId, 'gift-card-declined', { amountCents, recipientEmail, reference: card.id });
    return;
  }
  const expiresAt = monthsAfter(at, deps.config.GIFT_CARD_VALIDITY_MONTHS);
  await confirmTransaction(tx, card.purchaseTransactionId, {
    at,
    lines: move(amountCents, heldOf(buyerId), PLATFORM.GIFT_CARDS),
  });
  if (!(await changeCard(tx, card.id, { from: 'waiting_payment', to: 'active', at, with: { expires_at: expiresAt } })))
    throw new Error(`gift card ${card.id} waits for no payment`);
  await deps.jobs.enqueue(tx, deliverGiftCardJob, { giftCardId: card.id });
  await mailCustomer(tx, deps, buyerId, 'gift-card-bought', {
    amountCents,
    recipientEmail,
    expiresAt: expiresAt.toString(),
    reference: card.id,
  });
}
