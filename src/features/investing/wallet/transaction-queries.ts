// SQL of the list of an investor's wallet transactions, for themself and for administrators.

import { type SqlBool, sql } from 'kysely';
import { inPeriod, type Period } from '../../../core/db/period.ts';
import type { Database } from '../../../core/db/pool.ts';
import type { CustomerId, PropertyId } from '../../../core/db/tables.ts';
import type { CursorKey } from '../../../core/http/cursor.ts';
import type { WalletTransactionStatus } from '../../../money/payments/index.ts';
import type { InvestorTransactionType } from './statement-rules.ts';

/** An administrator's filters of the list; the period is that of the transaction's creation. */
export type TransactionFilters = {
  type?: InvestorTransactionType;
  status?: WalletTransactionStatus;
  propertyId?: PropertyId;
} & Period;

/** A transaction with its payment and the payment's outcome; cents. */
export type TransactionRow = Awaited<ReturnType<typeof listWalletTransactions>>[number];

/** The page of the investor's transactions that begins after the cursor, newest first. */
export async function listWalletTransactions(
  db: Database,
  customerId: CustomerId,
  page: { after: CursorKey | undefined; limit: number; filters?: TransactionFilters },
) {
  const { after, filters = {} } = page;
  const { type, status, propertyId } = filters;
  let query = db
    .selectFrom('wallet_transaction')
    .leftJoin('payment_order', 'payment_order.id', 'wallet_transaction.payment_order_id')
    .leftJoin('property', 'property.id', 'wallet_transaction.property_id')
    .select([
      'wallet_transaction.id',
      'wallet_transaction.type',
      'wallet_transaction.status',
      'wallet_transaction.amount_cents as amountCents',
      'wallet_transaction.created_at as createdAt',
      'wallet_transaction.event_at as eventAt',
      'wallet_transaction.payment_order_id as paymentOrderId',
      'wallet_transaction.provider_money_in_id as providerMoneyInId',
      'wallet_transaction.property_id as propertyId',
      'property.name as propertyName',
      'payment_order.status as paymentStatus',
      'payment_order.provider_payment_id as providerPaymentId',
      'payment_order.failure',
    ])
    .where('wallet_transaction.customer_id', '=', customerId)
    .where(inPeriod('wallet_transaction.created_at', filters));
  if (type !== undefined) query = query.where('wallet_transaction.type', '=', type);
  if (status !== undefined) query = query.where('wallet_transaction.status', '=', status);
  if (propertyId !== undefined) query = query.where('wallet_transaction.property_id', '=', propertyId);
  if (after)
    query = query.where(
      sql<SqlBool>`
      (wallet_transaction.created_at, wallet_transaction.id) < (${after.at}::timestamptz, ${after.id}::uuid)`,
    );
  return query
    .orderBy('wallet_transaction.created_at', 'desc')
    .orderBy('wallet_transaction.id', 'desc')
    .limit(page.limit)
    .execute();
}
