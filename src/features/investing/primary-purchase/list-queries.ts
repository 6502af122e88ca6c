// SQL of the list of an investor's purchases, for themself and for administrators.

import { type SqlBool, sql } from 'kysely';
import { inPeriod, type Period } from '../../../core/db/period.ts';
import type { Database } from '../../../core/db/pool.ts';
import type { CustomerId, PropertyId } from '../../../core/db/tables.ts';
import type { CursorKey } from '../../../core/http/cursor.ts';
import type { PurchaseStatus } from './queries.ts';

/** An administrator's filters of the list. */
export type PurchaseFilters = { status?: PurchaseStatus; propertyId?: PropertyId; isAutomatic?: boolean } & Period;

/** A purchase with its property's name and its payment; cents. */
export type ListedPurchase = Awaited<ReturnType<typeof listPurchasesOf>>[number];

/** The page of an investor's purchases that begins after the cursor, newest first. */
export async function listPurchasesOf(
  db: Database,
  customerId: CustomerId,
  page: { after: CursorKey | undefined; limit: number; filters?: PurchaseFilters },
) {
  const { after, filters = {} } = page;
  const { status, propertyId, isAutomatic } = filters;
  let query = db
    .selectFrom('purchase')
    .innerJoin('property', 'property.id', 'purchase.property_id')
    .leftJoin('wallet_transaction', 'wallet_transaction.id', 'purchase.wallet_transaction_id')
    .leftJoin('payment_order', 'payment_order.id', 'wallet_transaction.payment_order_id')
    .select([
      'purchase.id',
      'purchase.property_id as propertyId',
      'property.name as propertyName',
      'purchase.status',
      'purchase.brick_count as brickCount',
      'purchase.amount_cents as amountCents',
      'purchase.is_automatic as isAutomatic',
      'purchase.window_end as windowEnd',
      'purchase.created_at as createdAt',
      'purchase.updated_at as updatedAt',
      'purchase.wallet_transaction_id as transactionId',
      'purchase.refund_transaction_id as refundTransactionId',
      'payment_order.id as paymentId',
      'payment_order.provider_payment_id as providerPaymentId',
      'payment_order.failure',
    ])
    .where('purchase.customer_id', '=', customerId)
    .where(inPeriod('purchase.created_at', filters));
  if (status !== undefined) query = query.where('purchase.status', '=', status);
  if (propertyId !== undefined) query = query.where('purchase.property_id', '=', propertyId);
  if (isAutomatic !== undefined) query = query.where('purchase.is_automatic', '=', isAutomatic);
  if (after)
    query = query.where(sql<SqlBool>`
      (purchase.created_at, purchase.id) < (${after.at}::timestamptz, ${after.id}::uuid)`);
  return query.orderBy('purchase.created_at', 'desc').orderBy('purchase.id', 'desc').limit(page.limit).execute();
}
