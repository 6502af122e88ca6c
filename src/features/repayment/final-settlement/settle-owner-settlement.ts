// Settles the pay-out to the owner of a project.

import { formatEuros } from '../../../core/cents.ts';
import type { Tx } from '../../../core/db/transaction.ts';
import type { AppDeps } from '../../../deps.ts';
import { EXTERNAL, move, purseOf } from '../../../money/ledger/index.ts';
import { type EndedPayment, NOTHING_TO_POST, settle } from '../../../money/payments/index.ts';
import { enqueueChatMessage } from '../../../providers/chat/index.ts';
import { endOwnerSettlement, lockOwnerSettlement } from './owner-queries.ts';

/** Settlement of purpose `owner-settlement`. Paid: HELD to EXT. Refused: the money is back in its purses, and the team is alerted. */
export async function settleOwnerSettlement(tx: Tx, deps: Pick<AppDeps, 'jobs'>, payment: EndedPayment): Promise<void> {
  const { id, propertyId, amountCents } = await lockOwnerSettlement(tx, payment.subjectId);
  await settle(tx, payment, {
    succeeded: async (at) => {
      await endOwnerSettlement(tx, id, { to: 'paid', at });
      return move(amountCents, purseOf(propertyId, 'HELD'), EXTERNAL);
    },
    failed: async (at, { reason }) => {
      await endOwnerSettlement(tx, id, { to: 'failed', at });
      await enqueueChatMessage(tx, deps, {
        channel: 'internal-alerts',
        text: `Le virement de ${formatEuros(amountCents)} au porteur du projet ${propertyId}, au titre du solde de tout compte (${id}), n’a pas abouti : ${reason}. À ordonner de nouveau.`,
      });
      return NOTHING_TO_POST;
    },
  });
}
