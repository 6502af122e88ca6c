// Settles the commission of a confirmed deal.

import { formatEuros } from '../../../core/cents.ts';
import type { Tx } from '../../../core/db/transaction.ts';
import type { AppDeps } from '../../../deps.ts';
import { heldOf, move, PLATFORM } from '../../../money/ledger/index.ts';
import { type EndedPayment, NOTHING_TO_POST, settle } from '../../../money/payments/index.ts';
import { enqueueChatMessage } from '../../../providers/chat/index.ts';
import { changeCommission, isFirstRefusal } from './commission-queries.ts';

/**
 * Settlement of purpose `market-deal-commission`. A success credits the platform. After a final refusal the money stays in the
 * buyer's HELD until the job `market-deal-commissions` retries; only the first refusal alerts the team (A-marketplace-6).
 */
export async function settleCommission(tx: Tx, deps: Pick<AppDeps, 'jobs'>, payment: EndedPayment): Promise<void> {
  const dealId = payment.subjectId;
  await settle(tx, payment, {
    succeeded: async () => {
      const { buyerId, commissionCents } = await changeCommission(tx, dealId, { from: 'waiting', to: 'moved' });
      return move(commissionCents, heldOf(buyerId), PLATFORM.MAIN);
    },
    failed: async (_at, { reason }) => {
      const { commissionCents } = await changeCommission(tx, dealId, { from: 'waiting', to: 'refused' });
      if (await isFirstRefusal(tx, dealId))
        await enqueueChatMessage(tx, deps, {
          channel: 'internal-alerts',
          text: `Le prestataire a refusé la commission de ${formatEuros(commissionCents)} de la vente ${dealId} (paiement ${payment.id}) : ${reason}. Elle reste retenue sur le portefeuille de l’acheteur et est redemandée chaque jour.`,
        });
      return NOTHING_TO_POST;
    },
  });
}
