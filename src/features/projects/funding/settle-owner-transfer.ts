// Settles a pay-out to the project owner: the money has left, or is the project's again.

import { formatEuros } from '../../../core/cents.ts';
import type { Tx } from '../../../core/db/transaction.ts';
import type { AppDeps } from '../../../deps.ts';
import { EXTERNAL, move, purseOf } from '../../../money/ledger/index.ts';
import { type EndedPayment, NOTHING_TO_POST, settle } from '../../../money/payments/index.ts';
import { enqueueChatMessage } from '../../../providers/chat/index.ts';
import { lockProperty } from '../project-life/index.ts';
import { findOwnerTransfer, markOwnerTransfer, type OwnerTransferRow } from './owner-transfer-queries.ts';
import { undoRepayment } from './undo-repayment.ts';

/** Settlement of purpose `owner-transfer`: runs once per transfer, in the transaction that settles its payment. */
export async function settleOwnerTransfer(tx: Tx, deps: Pick<AppDeps, 'jobs'>, payment: EndedPayment): Promise<void> {
  const transfer = await findOwnerTransfer(tx, payment.subjectId);
  if (!transfer) throw new Error(`there is no transfer ${payment.subjectId}`);
  await lockProperty(tx, transfer.propertyId);
  await settle(tx, payment, {
    succeeded: async (at) => {
      await markOwnerTransfer(tx, transfer.id, { to: 'transferred', at });
      return move(transfer.amountCents, purseOf(transfer.propertyId, 'HELD'), EXTERNAL);
    },
    failed: async (at, { reason }) => {
      await markOwnerTransfer(tx, transfer.id, { to: 'failed', at });
      await undoRepayment(tx, transfer.propertyId, at);
      // Only after a later attempt: a refusal of the first one is the answer to the administrator's request.
      if (payment.attempts > 1) await alertTeam(tx, deps, transfer, reason);
      return NOTHING_TO_POST;
    },
  });
}

async function alertTeam(tx: Tx, deps: Pick<AppDeps, 'jobs'>, transfer: OwnerTransferRow, reason: string): Promise<void> {
  const { id, propertyId, amountCents } = transfer;
  await enqueueChatMessage(tx, deps, {
    channel: 'internal-alerts',
    text: `Le virement de ${formatEuros(amountCents)} au porteur du projet ${propertyId} (${id}) n’a pas abouti : ${reason}. Le montant est de nouveau transférable.`,
  });
}
