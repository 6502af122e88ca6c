// Settles the commission of a confirmed deal.

import { formatEuros } from '../../../core/cents.ts';
import type { Tx } from '../../../core/db/transaction.ts';
import type { AppDeps } from '../../../deps.ts';
import { heldOf, move, PLATFORM } from '../../../money/ledger/index.ts';
import { type EndedPayment, followRefusal, NOTHING_TO_POST, settle, WHY_STOPPED } from '../../../money/payments/index.ts';
import { enqueueChatMessage } from '../../../providers/chat/index.ts';
import { changeCommission } from './commission-queries.ts';

/**
 * Settlement of purpose `market-deal-commission`. A success credits the platform. After a refusal the money stays in the buyer's HELD
 * until the job `market-deal-commissions` retries, or an administrator decides (A-payments-5); the team is alerted to the first refusal
 * and to the one after which no job retries (A-marketplace-6).
 */
export async function settleCommission(tx: Tx, deps: Pick<AppDeps, 'jobs'>, payment: EndedPayment): Promise<void> {
  const dealId = payment.subjectId;
  await settle(tx, payment, {
    succeeded: async () => {
      const { buyerId, commissionCents } = await changeCommission(tx, dealId, { from: 'waiting', to: 'moved' });
      return move(commissionCents, heldOf(buyerId), PLATFORM.MAIN);
    },
    failed: async (_at, refusal) => {
      const { commissionCents } = await changeCommission(tx, dealId, { from: 'waiting', to: 'refused' });
      const { next, refusals } = await followRefusal(tx, payment, refusal);
      const follows =
        next === 'retry'
          ? 'est redemandée chaque jour'
          : `n’est plus redemandée (${WHY_STOPPED[next]}) : à relancer par un administrateur`;
      if (refusals === 1 || next !== 'retry')
        await enqueueChatMessage(tx, deps, {
          channel: 'internal-alerts',
          text: `Le prestataire a refusé la commission de ${formatEuros(commissionCents)} de la vente ${dealId} (paiement ${payment.id}) : ${refusal.reason}. Elle reste retenue sur le portefeuille de l’acheteur et ${follows}.`,
        });
      return NOTHING_TO_POST;
    },
  });
}
