// Settles the refund of an expired card: the buyer's wallet is credited, or the team is alerted.

import type { Tx } from '../../../core/db/transaction.ts';
import type { AppDeps } from '../../../deps.ts';
import { availableOf, move, PLATFORM } from '../../../money/ledger/index.ts';
import { type EndedPayment, NOTHING_TO_POST, settle, waitForDecision } from '../../../money/payments/index.ts';
import { enqueueChatMessage } from '../../../providers/chat/index.ts';
import { mailInvestor } from '../../access/customers/index.ts';
import { changeCard, findCard } from './queries.ts';

/**
 * Settlement of purpose `gift-card-refund`. After a refusal the money stays in GIFT_CARDS, with an alert, until an administrator has the
 * refund ordered again (A-gift-cards-7).
 */
export async function settleGiftCardRefund(tx: Tx, deps: Pick<AppDeps, 'jobs'>, payment: EndedPayment): Promise<void> {
  const card = await findCard(tx, payment.subjectId);
  if (!card) throw new Error(`there is no gift card ${payment.subjectId}`);
  const { id, amountCents, buyerId, recipientEmail } = card;
  await settle(tx, payment, {
    succeeded: async (at) => {
      await changeCard(tx, id, { from: 'refunding', to: 'refunded', at });
      await mailInvestor(tx, deps, {
        customerId: buyerId,
        template: 'gift-card-refunded',
        data: { amountCents, recipientEmail, reference: id },
      });
      return move(amountCents, PLATFORM.GIFT_CARDS, availableOf(buyerId));
    },
    failed: async (at, { reason }) => {
      await changeCard(tx, id, { from: 'refunding', to: 'refund_failed', at });
      await waitForDecision(tx, payment);
      await enqueueChatMessage(tx, deps, {
        channel: 'internal-alerts',
        text: `Le prestataire a refusé le remboursement de la carte cadeau ${id} (paiement ${payment.id}) : ${reason}. L’argent est toujours sur le compte de la plateforme : à relancer par un administrateur.`,
      });
      return NOTHING_TO_POST;
    },
  });
}
