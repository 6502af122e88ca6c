// SQL of refunds that the provider refused for good, and of their second try.

import type { Database } from '../../core/db/pool.ts';
import type { Tx } from '../../core/db/transaction.ts';
import type { PaymentOrder } from '../../money/wallet/index.ts';

/** Purchases whose refund was refused for good and is not asked for again yet, oldest first. */
export async function listRefusedRefunds(
  db: Database,
  limit: number,
): Promise<{ purchaseId: string; refundTransactionId: string }[]> {
  return db
    .selectFrom('wallet_transaction')
    .innerJoin('purchase', 'purchase.refund_transaction_id', 'wallet_transaction.id')
    .where('wallet_transaction.type', '=', 'PRIMARY_PURCHASE_REFUND')
    .where('wallet_transaction.status', '=', 'FAILED')
    .select(['purchase.id as purchaseId', 'wallet_transaction.id as refundTransactionId'])
    .orderBy('wallet_transaction.event_at')
    .limit(limit)
    .execute();
}

/** Every refund order that a purchase ever had, oldest first. */
export async function listRefundOrders(db: Database, purchaseId: string): Promise<(PaymentOrder & { status: string })[]> {
  const rows = await db
    .selectFrom('payment_order')
    .select([
      'id',
      'kind',
      'status',
      'subject_id as subjectId',
      'from_account_id as fromAccountId',
      'to_account_id as toAccountId',
      'provider_bank_account_id as providerBankAccountId',
      'amount_cents as amountCents',
      'comment',
      'provider_payment_id as providerPaymentId',
      'attempts',
    ])
    .where('subject_id', '=', purchaseId)
    .where('purpose', '=', 'primary-purchase-refund')
    .orderBy('created_at')
    .execute();
  return rows.map((row) => ({ ...row, purpose: 'primary-purchase-refund' }));
}

/** Takes the refused refund off a purchase, so that another one can be started; false when it has another one by now. */
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
