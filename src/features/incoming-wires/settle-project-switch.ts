// What follows the provider's answer to the transfer of a switched wire.

import { recordAdminAction } from '../../core/audit.ts';
import type { Tx } from '../../core/db/transaction.ts';
import type { AppDeps } from '../../deps.ts';
import { move, purseOf } from '../../money/ledger/index.ts';
import { confirmTransaction, dropTransaction, type PaymentOrder, type PaymentOutcome } from '../../money/wallet/index.ts';
import { enqueueChatMessage } from '../../providers/chat/index.ts';
import { findProject } from './place-queries.ts';
import { cancelSwitch, findTransactionOfOrder, lockPaymentOfOrder, takePendingAudit, writeProject } from './transfer-queries.ts';

/** PROJECT_SWITCH_P2P: UNASSIGNED of one SPV to UNASSIGNED of the other, and the record follows; refused, it stays where it is. */
export async function settleProjectSwitch(
  tx: Tx,
  deps: Pick<AppDeps, 'jobs'>,
  order: PaymentOrder,
  { status, at }: PaymentOutcome,
): Promise<void> {
  const row = await lockPaymentOfOrder(tx, order.id);
  const transactionId = await findTransactionOfOrder(tx, order.id);
  if (!row || row.switchingToPropertyId === null || transactionId === undefined)
    throw new Error(`no wire is switched by order ${order.id}`);
  const audit = await takePendingAudit(tx, row.id);
  if (status === 'failed') {
    await dropTransaction(tx, transactionId, { to: 'FAILED', at });
    await cancelSwitch(tx, row.id);
    await enqueueChatMessage(tx, deps, {
      channel: 'payment-schedule',
      text: `Le virement ${row.id} n’a pas pu changer de projet : le prestataire a refusé le transfert.`,
    });
    return;
  }
  const target = await findProject(tx, row.switchingToPropertyId);
  if (!target?.spvId) throw new Error(`project ${row.switchingToPropertyId} has lost its SPV`);
  const lines = move(row.amountCents, purseOf(row.spvId, 'UNASSIGNED'), purseOf(target.spvId, 'UNASSIGNED'));
  await confirmTransaction(tx, transactionId, { at, lines });
  await writeProject(tx, row.id, { propertyId: target.id, spvId: target.spvId });
  if (audit) await recordAdminAction(tx, { ...audit, target: { type: 'payment', id: row.id }, at });
}
