// Settles the fee of a paid withdrawal.

import type { Tx } from '../../../core/db/transaction.ts';
import type { AppDeps } from '../../../deps.ts';
import { heldOf, move, PLATFORM } from '../../../money/ledger/index.ts';
import { type EndedPayment, NOTHING_TO_POST, settle } from '../../../money/payments/index.ts';
import { enqueueChatMessage } from '../../../providers/chat/index.ts';
import { issueCreditNote } from '../invoices/index.ts';
import { findWithdrawal } from './queries.ts';

/**
 * Settlement of purpose `withdrawal-fee`. After a final refusal the fee is released to the investor, with a credit note and an
 * alert to the team; the withdrawal itself stays paid (A-withdrawals-5).
 */
export async function settleWithdrawalFee(tx: Tx, deps: Pick<AppDeps, 'jobs'>, payment: EndedPayment): Promise<void> {
  const { id, customerId, feeCents, invoiceId } = await findWithdrawal(tx, payment.subjectId);
  await settle(tx, payment, {
    succeeded: async () => move(feeCents, heldOf(customerId), PLATFORM.MAIN),
    failed: async (at, { reason }) => {
      await enqueueChatMessage(tx, deps, {
        channel: 'internal-alerts',
        text: `Le prestataire a refusé les frais du retrait ${id} (paiement ${payment.id}) : ${reason}. Les frais sont rendus et crédités.`,
      });
      if (invoiceId !== null)
        await issueCreditNote(tx, deps, { invoiceId, note: `Frais non prélevés. Référence du retrait : ${id}`, at });
      return NOTHING_TO_POST;
    },
  });
}
