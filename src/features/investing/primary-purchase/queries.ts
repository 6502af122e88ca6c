// SQL of primary purchases, and of the fundings that they are made in.

import { sql } from 'kysely';
import type { Database } from '../../../core/db/pool.ts';
import type { Purchase } from '../../../core/db/tables.ts';
import type { Tx } from '../../../core/db/transaction.ts';

export type PurchaseStatus = Purchase['status'];

/**
 * A property with the state of its funding; the price in cents is that of the publication. Null SPV fields: it cannot collect.
 */
export type PropertyForPurchase = NonNullable<Awaited<ReturnType<typeof findPropertyForPurchase>>>;

/** The property, not locked. */
export async function findPropertyForPurchase(db: Database | Tx, propertyId: string) {
  return db
    .selectFrom('property')
    .leftJoin('spv', 'spv.id', 'property.spv_id')
    .leftJoinLateral(
      (from) =>
        from
          .selectFrom('brick_price')
          .select('price_cents as brickPriceCents')
          .whereRef('brick_price.property_id', '=', 'property.id')
          .orderBy('valid_from')
          .limit(1)
          .as('price'),
      (join) => join.onTrue(),
    )
    .where('property.id', '=', propertyId)
    .select([
      'property.id',
      'property.name',
      'property.status',
      'property.display_date as displayDate',
      'property.funding_start_date as fundingStartDate',
      'property.funding_max_end_date as fundingMaxEndDate',
      'property.funding_ended_at as fundingEndedAt',
      'property.total_bricks as totalBricks',
      'spv.id as spvId',
      'spv.provider_external_id as spvAccountId',
      'price.brickPriceCents',
    ])
    .executeTakeFirst();
}

/**
 * Bricks and money of a funding by status of its purchases; `lastWindowEnd`, the end of the last withdrawal window, is the
 * earliest closing date (null: no confirmed or waiting purchase).
 */
export type PurchaseCounts = {
  confirmedBricks: number;
  confirmedCents: number;
  waitingBricks: number;
  lastWindowEnd: Temporal.Instant | null;
};

const NONE: PurchaseCounts = { confirmedBricks: 0, confirmedCents: 0, waitingBricks: 0, lastWindowEnd: null };

/** Counts of several properties, one entry for each id asked for. Exact only while the property is locked. */
export async function countPurchases(db: Database | Tx, propertyIds: readonly string[]): Promise<Map<string, PurchaseCounts>> {
  const rows = await db
    .selectFrom('purchase')
    .where('property_id', '=', (any) => any.fn.any(any.val([...propertyIds])))
    .where('status', 'in', ['confirmed', 'waiting_payment', 'waiting_provider'])
    .groupBy('property_id')
    .select([
      'property_id as propertyId',
      sql<number>`coalesce(sum(brick_count) filter (where status = 'confirmed'), 0)`.as('confirmedBricks'),
      sql<number>`coalesce(sum(amount_cents) filter (where status = 'confirmed'), 0)`.as('confirmedCents'),
      sql<number>`coalesce(sum(brick_count) filter (where status <> 'confirmed'), 0)`.as('waitingBricks'),
      sql<Temporal.Instant | null>`max(window_end)`.as('lastWindowEnd'),
    ])
    .execute();
  const found = new Map(rows.map(({ propertyId, ...counts }) => [propertyId, counts]));
  return new Map(propertyIds.map((id) => [id, found.get(id) ?? NONE]));
}

/** Writes a new purchase that waits for the provider. */
export async function insertPurchase(
  tx: Tx,
  purchase: {
    id: string;
    propertyId: string;
    customerId: string;
    brickCount: number;
    amountCents: number;
    isAutomatic: boolean;
    windowEnd: Temporal.Instant;
    transactionId: string;
    at: Temporal.Instant;
  },
): Promise<void> {
  await tx
    .insertInto('purchase')
    .values({
      id: purchase.id,
      property_id: purchase.propertyId,
      customer_id: purchase.customerId,
      brick_count: purchase.brickCount,
      amount_cents: purchase.amountCents,
      status: 'waiting_provider',
      is_automatic: purchase.isAutomatic,
      window_end: purchase.windowEnd,
      wallet_transaction_id: purchase.transactionId,
      created_at: purchase.at,
      updated_at: purchase.at,
    })
    .execute();
}

/** A purchase with the data that its settlement, refund and mails need. */
export type FullPurchase = {
  id: string;
  status: PurchaseStatus;
  propertyId: string;
  propertyName: string;
  spvAccountId: string | null;
  customerId: string;
  email: string;
  firstName: string | null;
  brickCount: number;
  amountCents: number;
  isAutomatic: boolean;
  windowEnd: Temporal.Instant;
  createdAt: Temporal.Instant;
  paymentOrderId: string | null;
};

function selectFull(tx: Tx) {
  return tx
    .selectFrom('purchase')
    .innerJoin('property', 'property.id', 'purchase.property_id')
    .innerJoin('spv', 'spv.id', 'property.spv_id')
    .innerJoin('customer', 'customer.id', 'purchase.customer_id')
    .innerJoin('auth_user', 'auth_user.id', 'customer.user_id')
    .leftJoin('wallet_transaction', 'wallet_transaction.id', 'purchase.wallet_transaction_id')
    .select([
      'purchase.id',
      'purchase.status',
      'purchase.property_id as propertyId',
      'property.name as propertyName',
      'spv.provider_external_id as spvAccountId',
      'purchase.customer_id as customerId',
      'auth_user.email',
      'customer.first_name as firstName',
      'purchase.brick_count as brickCount',
      'purchase.amount_cents as amountCents',
      'purchase.is_automatic as isAutomatic',
      'purchase.window_end as windowEnd',
      'purchase.created_at as createdAt',
      'wallet_transaction.payment_order_id as paymentOrderId',
    ]);
}

/** The purchase, locked until the commit. */
export async function lockPurchase(tx: Tx, purchaseId: string): Promise<FullPurchase | undefined> {
  return selectFull(tx).where('purchase.id', '=', purchaseId).forNoKeyUpdate('purchase').executeTakeFirst();
}

/** The property of a purchase, which is locked before the purchase; undefined for another investor's purchase. */
export async function findPropertyOfPurchase(tx: Tx, purchaseId: string, customerId: string): Promise<string | undefined> {
  const row = await tx
    .selectFrom('purchase')
    .select('property_id as propertyId')
    .where('id', '=', purchaseId)
    .where('customer_id', '=', customerId)
    .executeTakeFirst();
  return row?.propertyId;
}

/** Every waiting purchase of a property, locked in id order. The caller has locked the property, so that none is added. */
export async function lockWaitingPurchases(tx: Tx, propertyId: string): Promise<FullPurchase[]> {
  return selectFull(tx)
    .where('purchase.property_id', '=', propertyId)
    .where('purchase.status', 'in', ['waiting_payment', 'waiting_provider'])
    .orderBy('purchase.id')
    .forNoKeyUpdate('purchase')
    .execute();
}

/** `from` -> `to`; throws when the purchase is in another status. */
export async function changeStatus(
  tx: Tx,
  purchaseId: string,
  change: { from: PurchaseStatus; to: PurchaseStatus; at: Temporal.Instant },
): Promise<void> {
  await tx
    .updateTable('purchase')
    .set({ status: change.to, updated_at: change.at })
    .where('id', '=', purchaseId)
    .where('status', '=', change.from)
    .returning('id')
    .executeTakeFirstOrThrow(() => new Error(`purchase ${purchaseId} is not ${change.from}`));
}

/** Links a purchase to its refund; throws when it has one already. */
export async function setRefund(tx: Tx, purchaseId: string, refundTransactionId: string, at: Temporal.Instant): Promise<void> {
  await tx
    .updateTable('purchase')
    .set({ refund_transaction_id: refundTransactionId, updated_at: at })
    .where('id', '=', purchaseId)
    .where('refund_transaction_id', 'is', null)
    .returning('id')
    .executeTakeFirstOrThrow(() => new Error(`purchase ${purchaseId} has a refund already`));
}
