// What follows the provider's answer to the transfer of a p2p-auto payment.

import { recordAdminAction } from '../../core/audit.ts';
import type { Tx } from '../../core/db/transaction.ts';
import type { AppDeps } from '../../deps.ts';
import { EXTERNAL, move, PLATFORM, purseOf } from '../../money/ledger/index.ts';
import { confirmTransaction, dropTransaction, type PaymentOrder, type PaymentOutcome } from '../../money/wallet/index.ts';
import { linkMovement, lockPaymentOfOrder, takePendingAudit } from './transfer-queries.ts';

/** SPV_P2P_IN: the debited account to UNASSIGNED, and the record has its wire id. Refused: the record waits for a retry. */
export async function settlePayment(
  tx: Tx,
  { config }: Pick<AppDeps, 'config'>,
  order: PaymentOrder,
  { status, at }: PaymentOutcome,
): Promise<void> {
  const row = await lockPaymentOfOrder(tx, order.id);
  if (!row || row.walletTransactionId === null) throw new Error(`no payment is brought by order ${order.id}`);
  const audit = await takePendingAudit(tx, row.id);
  if (status === 'failed') {
    await dropTransaction(tx, row.walletTransactionId, { to: 'FAILED', at });
    return;
  }
  if (order.providerPaymentId === null) throw new Error(`order ${order.id} succeeded without a movement`);
  const from = order.fromAccountId === config.PLATFORM_MAIN_ACCOUNT_ID ? PLATFORM.MAIN : EXTERNAL;
  await confirmTransaction(tx, row.walletTransactionId, {
    at,
    lines: move(row.amountCents, from, purseOf(row.spvId, 'UNASSIGNED')),
  });
  await linkMovement(tx, row.id, order.providerPaymentId);
  if (audit) await recordAdminAction(tx, { ...audit, target: { type: 'payment', id: row.id }, at });
}
