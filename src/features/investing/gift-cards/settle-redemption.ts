// Settles a redemption: the redeemer's wallet is credited, or the card can be redeemed again.

import type { Tx } from '../../../core/db/transaction.ts';
import type { AppDeps } from '../../../deps.ts';
import { availableOf, move, PLATFORM } from '../../../money/ledger/index.ts';
import { type EndedPayment, NOTHING_TO_POST, settle } from '../../../money/payments/index.ts';
import { enqueueChatMessage } from '../../../providers/chat/index.ts';
import { mailInvestor } from '../../access/customers/index.ts';
import { changeCard, findCard } from './queries.ts';

/** Settlement of purpose `gift-card-redemption`. */
export async function settleGiftCardRedemption(tx: Tx, deps: Pick<AppDeps, 'jobs'>, payment: EndedPayment): Promise<void> {
  const card = await findCard(tx, payment.subjectId);
  if (!card?.redeemerId) throw new Error(`gift card ${payment.subjectId} has no redeemer`);
  const { id, amountCents, redeemerId } = card;
  const mail = { amountCents, reference: id };
  await settle(tx, payment, {
    succeeded: async (at) => {
      await changeCard(tx, id, { from: 'redeeming', to: 'redeemed', at, with: { redeemed_at: at } });
      await mailInvestor(tx, deps, { customerId: redeemerId, template: 'gift-card-redeemed', data: mail });
      return move(amountCents, PLATFORM.GIFT_CARDS, availableOf(redeemerId));
    },
    failed: async (at, { reason }) => {
      const noRedeemer = { redeemer_customer_id: null, redemption_transaction_id: null };
      await changeCard(tx, id, { from: 'redeeming', to: 'active', at, with: noRedeemer });
      await mailInvestor(tx, deps, { customerId: redeemerId, template: 'gift-card-not-redeemed', data: mail });
      await enqueueChatMessage(tx, deps, {
        channel: 'internal-alerts',
        text: `Le prestataire a refusé le versement de la carte cadeau ${id} (paiement ${payment.id}) : ${reason}. La carte est de nouveau utilisable.`,
      });
      return NOTHING_TO_POST;
    },
  });
}
