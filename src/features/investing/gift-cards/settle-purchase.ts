// Settles the payment of a card: the card becomes active and its code is mailed, or the held money is released.

import { monthsAfter } from '../../../core/dates.ts';
import type { Tx } from '../../../core/db/transaction.ts';
import type { AppDeps } from '../../../deps.ts';
import { heldOf, move, PLATFORM } from '../../../money/ledger/index.ts';
import { type EndedPayment, NOTHING_TO_POST, settle } from '../../../money/payments/index.ts';
import { mailInvestor } from '../../access/customers/index.ts';
import { deliverGiftCardJob } from './jobs.ts';
import { changeCard, findCard } from './queries.ts';

/** Settlement of purpose `gift-card-purchase`. The validity of the card starts when its payment succeeds. */
export async function settleGiftCardPurchase(
  tx: Tx,
  deps: Pick<AppDeps, 'jobs' | 'config'>,
  payment: EndedPayment,
): Promise<void> {
  const card = await findCard(tx, payment.subjectId);
  if (!card) throw new Error(`there is no gift card ${payment.subjectId}`);
  const { id, amountCents, buyerId, recipientEmail } = card;
  const mail = { amountCents, recipientEmail, reference: id };
  await settle(tx, payment, {
    succeeded: async (at) => {
      const expiresAt = monthsAfter(at, deps.config.GIFT_CARD_VALIDITY_MONTHS);
      await changeCard(tx, id, { from: 'waiting_payment', to: 'active', at, with: { expires_at: expiresAt } });
      await deps.jobs.enqueue(tx, deliverGiftCardJob, { giftCardId: id });
      await mailInvestor(tx, deps, {
        customerId: buyerId,
        template: 'gift-card-bought',
        data: { ...mail, expiresAt: expiresAt.toString() },
      });
      return move(amountCents, heldOf(buyerId), PLATFORM.GIFT_CARDS);
    },
    failed: async (at) => {
      await changeCard(tx, id, { from: 'waiting_payment', to: 'declined', at });
      await mailInvestor(tx, deps, { customerId: buyerId, template: 'gift-card-declined', data: mail });
      return NOTHING_TO_POST;
    },
  });
}
