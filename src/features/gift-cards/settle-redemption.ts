// What follows the provider's answer to a redemption: the money is the redeemer's, or the card can be redeemed again.

import type { Tx } from '../../core/db/transaction.ts';
import type { AppDeps } from '../../deps.ts';
import { availableOf, move, PLATFORM } from '../../money/ledger/index.ts';
import { confirmTransaction, dropTransaction, type PaymentOrder, type PaymentOutcome } from '../../money/wallet/index.ts';
import { enqueueChatMessage } from '../../providers/chat/index.ts';
import { mailCustomer } from './mail-customer.ts';
import { changeCard, findCard } from './queries.ts';

/** Settlement of purpose `gift-card-redemption`. */
export async function settleGiftCardRedemption(
  tx: Tx,
  deps: Pick<AppDeps, 'jobs'>,
  order: PaymentOrder,
  outcome: PaymentOutcome,
): Promise<void> {
  const card = await findCard(tx, order.subjectId);
  if (!card?.redemptionTransactionId || !card.redeemerId) throw new Error(`gift card ${order.subjectId} has no redemption`);
  const { at } = outcome;
  const { id, amountCents, redeemerId, redemptionTransactionId } = card;
  const mail = { amountCents, reference: id };
  if (outcome.status === 'failed') {
    await dropTransaction(tx, redemptionTransactionId, { to: 'FAILED', at });
    await changeCard(tx, id, {
      from: 'redeeming',
      to: 'active',
      at,
      with: { redeemer_customer_id: null, redemption_transaction_id: null },
    });
    await mailCustomer(tx, deps, redeemerId, 'gift-card-not-redeemed', mail);
    await enqueueChatMessage(tx, deps, {
      channel: 'internal-alerts',
      text: `Le prestataire a refusé le versement de la carte cadeau ${id} (ordre ${order.id}) : ${outcome.reason}. La carte est de nouveau utilisable.`,
    });
    return;
  }
  await confirmTransaction(tx, redemptionTransactionId, {
    at,
    lines: move(amountCents, PLATFORM.GIFT_CARDS, availableOf(redeemerId)),
  });
  await changeCard(tx, id, { from: 'redeeming', to: 'redeemed', at, with: { redeemed_at: at } });
  await mailCustomer(tx, deps, redeemerId, 'gift-card-redeemed', mail);
}
