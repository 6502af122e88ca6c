// SQL of refunds that the provider finally refused, and of their retry.

import { sql } from 'kysely';
import type { Database } from '../../../core/db/pool.ts';
import type { Tx } from '../../../core/db/transaction.ts';
import { nothingUndecided } from '../../../money/payments/index.ts';

/** Purchases whose refund was refused and is not retried yet, oldest first; without those that wait for an administrator. */
export async function listRefusedRefunds(
  db: Database,
  limit: number,
): Promise<{ purchaseId: string; refundTransactionId: string }[]> {
  return db
    .selectFrom('wallet_transaction')
    .innerJoin('purchase', 'purchase.refund_transaction_id', 'wallet_transaction.id')
    .where('wallet_transaction.type', '=', sql.lit('PRIMARY_PURCHASE_REFUND' as const))
    .where('wallet_transaction.status', '=', sql.lit('FAILED' as const))
    .where(nothingUndecided('purchase.id'))
    .select(['purchase.id as purchaseId', 'wallet_transaction.id as refundTransactionId'])
    .orderBy('wallet_transaction.event_at')
    .limit(limit)
    .execute();
}

/** The refused refund of a purchase; null when it has none. */
export async function findRefusedRefund(tx: Tx, purchaseId: string): Promise<string | null> {
  const row = await tx
    .selectFrom('purchase')
    .innerJoin('wallet_transaction', 'wallet_transaction.id', 'purchase.refund_transaction_id')
    .select('wallet_transaction.id')
    .where('purchase.id', '=', purchaseId)
    .where('wallet_transaction.status', '=', 'FAILED')
    .executeTakeFirst();
  return row?.id ?? null;
}

/** Unlinks the refused refund from a purchase, so that another can be started; false when it has another one already. */
export async function forgetRefusedRefund(
  tx: Tx,
  refund: { purchaseId: string; refundTransactionId: string; at: Temporal.Instant },
): Promise<boolean> {
  const row = await tx
    .updateTable('purchase')
    .set({ refund_transaction_id: null, updated_at: refund.at })
    .where('id', '=', refund.purchaseId)
    .where('refund_transaction_id', '=', refund.refundTransactionId)
    .returning('id')
    .executeTakeFirst();
  return row !== undefined;
}
