// What follows the bank's or the provider's word on a pay-out to the project owner: gone, or given back to the SPV.

import { recordAdminAction } from '../../core/audit.ts';
import { formatEuros } from '../../core/cents.ts';
import type { Tx } from '../../core/db/transaction.ts';
import type { AppDeps } from '../../deps.ts';
import { EXTERNAL, move, purseOf } from '../../money/ledger/index.ts';
import { confirmTransaction, dropTransaction, type PaymentOrder, type PaymentOutcome } from '../../money/wallet/index.ts';
import { enqueueChatMessage } from '../../providers/chat/index.ts';
import { changeFinancialStatus } from '../project-life/index.ts';
import { hasFundingEnded, markOwnerTransfer, takePendingAudit, undoPurchase } from './owner-transfer-queries.ts';
import { findOwnerTransfer, lockTransferProperty, type OwnerTransferRow, sumOwnerTransfers } from './transfer-queries.ts';

/** Settlement of purpose `owner-transfer`: runs once per transfer, in the transaction that settles its order. */
export async function settleOwnerTransfer(
  tx: Tx,
  deps: Pick<AppDeps, 'jobs'>,
  order: PaymentOrder,
  outcome: PaymentOutcome,
): Promise<void> {
  const transfer = await findOwnerTransfer(tx, order.subjectId);
  if (!transfer?.spvId || transfer.transactionId === null) throw new Error(`there is no transfer ${order.subjectId}`);
  await lockTransferProperty(tx, transfer.propertyId);
  const { at } = outcome;
  const audit = await takePendingAudit(tx, transfer.id);
  if (outcome.status === 'failed') {
    await dropTransaction(tx, transfer.transactionId, { to: 'FAILED', at });
    // Without a pending audit row the administrator was told that it succeeded.
    await giveBack(tx, deps, { transfer, reason: outcome.reason, wasAnswered: audit === undefined || order.attempts > 1, at });
    return;
  }
  const lines = move(transfer.amountCents, purseOf(transfer.spvId, 'MAIN'), EXTERNAL);
  await confirmTransaction(tx, transfer.transactionId, { at, lines });
  await markOwnerTransfer(tx, transfer.id, { to: 'transferred', at });
  if (audit) {
    const payload = { transferId: transfer.id, action: transfer.action, amountCents: transfer.amountCents };
    await recordAdminAction(tx, { ...audit, target: { type: 'property', id: transfer.propertyId }, payload, at });
  }
}

/** The amount may be transferred again; a property whose only transfer it was is where it had been. */
async function giveBack(
  tx: Tx,
  deps: Pick<AppDeps, 'jobs'>,
  refused: { transfer: OwnerTransferRow; reason: string; wasAnswered: boolean; at: Temporal.Instant },
): Promise<void> {
  const { transfer, reason, wasAnswered, at } = refused;
  const { propertyId } = transfer;
  await markOwnerTransfer(tx, transfer.id, { to: 'failed', at });
  if ((await sumOwnerTransfers(tx, propertyId, transfer.id)) === 0) {
    const hasEnded = await hasFundingEnded(tx, propertyId);
    const event = hasEnded ? 'transfer-came-back' : 'transfer-came-back-before-closing';
    if (await changeFinancialStatus(tx, propertyId, event, at)) await undoPurchase(tx, propertyId, at);
  }
  if (wasAnswered)
    await enqueueChatMessage(tx, deps, {
      channel: 'internal-alerts',
      text: `Le virement de ${formatEuros(transfer.amountCents)} au porteur du projet ${propertyId} (${transfer.id}) n’a pas abouti : ${reason}. Le montant est de nouveau transférable.`,
    });
}
