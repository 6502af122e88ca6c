// Settles a refund: the investor's wallet is credited, or the team is alerted.

import type { Tx } from '../../../core/db/transaction.ts';
import type { AppDeps } from '../../../deps.ts';
import { availableOf, move, purseOf } from '../../../money/ledger/index.ts';
import { type EndedPayment, followRefusal, NOTHING_TO_POST, settle, WHY_STOPPED } from '../../../money/payments/index.ts';
import { enqueueChatMessage } from '../../../providers/chat/index.ts';
import { mailMoneyBack } from './mail-money-back.ts';
import { lockPurchase } from './queries.ts';

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
      await mailMoneyBack(tx, deps, purchase);
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
