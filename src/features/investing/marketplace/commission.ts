// The commission of a confirmed deal, from the buyer's wallet to the platform: ordered, settled, and ordered again after a refusal.

import { type Cents, formatEuros } from '../../../core/cents.ts';
import type { CustomerId } from '../../../core/db/tables.ts';
import type { Tx } from '../../../core/db/transaction.ts';
import type { AppDeps } from '../../../deps.ts';
import { heldOf, move, PLATFORM } from '../../../money/ledger/index.ts';
import {
  type EndedPayment,
  followRefusal,
  NOTHING_TO_POST,
  openPayment,
  settle,
  WHY_STOPPED,
} from '../../../money/payments/index.ts';
import { enqueueChatMessage } from '../../../providers/chat/index.ts';
import { changeCommission } from './settle-queries.ts';

/**
 * It has no wallet transaction, as those of the deal include it in their amounts. Its money was held with the price of the deal,
 * and stays in the buyer's HELD until the payment succeeds. The caller has set the commission's status to `waiting`.
 */
export async function orderCommission(
  tx: Tx,
  deps: Pick<AppDeps, 'jobs' | 'config'>,
  deal: { id: string; buyerId: CustomerId; commissionCents: Cents },
  at: Temporal.Instant,
): Promise<void> {
  await openPayment(tx, deps, {
    order: {
      kind: 'transfer',
      purpose: 'market-deal-commission',
      subjectId: deal.id,
      fromAccountId: deal.buyerId,
      toAccountId: deps.config.PLATFORM_MAIN_ACCOUNT_ID,
      amountCents: deal.commissionCents,
      comment: `Commission of deal ${deal.id}`,
      at,
    },
    sides: {},
  });
}

/**
 * Settlement of purpose `market-deal-commission`. A success credits the platform. After a refusal the money stays in the buyer's HELD
 * until the job `market-deal-commissions` retries, or an administrator decides (A-payments-5); the team is alerted to the first refusal
 * and to the one after which no job retries.
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

/** The caller knows that no payment of the commission moved money. Throws when it is not refused. */
export async function orderCommissionAgain(
  tx: Tx,
  deps: Pick<AppDeps, 'clock' | 'config' | 'jobs'>,
  dealId: string,
): Promise<void> {
  const deal = await changeCommission(tx, dealId, { from: 'refused', to: 'waiting' });
  await orderCommission(tx, deps, deal, deps.clock.now());
}
