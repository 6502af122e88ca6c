// SQL of primary purchases, of the fundings that they are made in, and of the list of an investor's.

import { type SqlBool, sql } from 'kysely';
import type { Cents } from '../../../core/cents.ts';
import { pipelinedRead } from '../../../core/db/driver/compiled.ts';
import type { Database } from '../../../core/db/pool.ts';
import { inPeriod } from '../../../core/db/sql-fragments.ts';
import type { CustomerId, PropertyId, Purchase } from '../../../core/db/tables.ts';
import type { Tx } from '../../../core/db/transaction.ts';
import type { AnsweredKey } from '../../../core/http/idempotency.ts';
import type { CursorKey } from '../../../core/http/pagination.ts';
import type { Period } from '../../../core/period.ts';
import { availableOf, heldOf, seenWallet } from '../../../money/ledger/index.ts';
import { type DraftPayment, type Placed, writtenBy } from '../../../money/payments/index.ts';
import { priceAtPublication } from '../../projects/brick-prices/index.ts';

export type PurchaseStatus = Purchase['status'];

/**
 * A property with the state of its funding; the price in cents is that of the publication. Null SPV fields: it cannot collect.
 */
export type PropertyForPurchase = NonNullable<Awaited<ReturnType<typeof findPropertyForPurchase>>>;

const findForPurchase = pipelinedRead((db, { propertyId }: { propertyId: PropertyId }) =>
  db
    .selectFrom('property')
    .leftJoin('spv', 'spv.id', 'property.spv_id')
    .leftJoin('funding_totals', 'funding_totals.property_id', 'property.id')
    .leftJoinLateral(priceAtPublication, (join) => join.onTrue())
    .where('property.id', '=', propertyId)
    .select([
      'property.id',
      'property.name',
      'property.status',
      'property.investor_contract_type as contractType',
      'property.display_date as displayDate',
      'property.funding_start_date as fundingStartDate',
      'property.funding_max_end_date as fundingMaxEndDate',
      'property.funding_ended_at as fundingEndedAt',
      'property.total_bricks as totalBricks',
      'property.uncreated_bricks as uncreatedBricks',
      'spv.id as spvId',
      'spv.provider_external_id as spvAccountId',
      'price.brickPriceCents',
      sql<string>`property.xmin::text`.as('version'),
      sql<number>`coalesce(funding_totals.confirmed_bricks, 0)`.as('confirmedBricks'),
      sql<number>`coalesce(funding_totals.waiting_bricks, 0)`.as('waitingBricks'),
    ]),
);

/**
 * The property without a lock, with what was bought of it. `version` is another one after each change of its row.
 */
export async function findPropertyForPurchase(db: Database | Tx, propertyId: PropertyId) {
  const [property] = await findForPurchase(db, { propertyId });
  return property;
}

/**
 * Bricks and money of a funding by status of its purchases; `lastWindowEnd`, the end of the last withdrawal window, is the
 * earliest closing date (null: no confirmed or waiting purchase).
 */
export type PurchaseCounts = {
  confirmedBricks: number;
  confirmedCents: Cents;
  waitingBricks: number;
  lastWindowEnd: Temporal.Instant | null;
};

const NONE: PurchaseCounts = { confirmedBricks: 0, confirmedCents: 0, waitingBricks: 0, lastWindowEnd: null };

/** Counts of several properties, one entry for each id asked for. Exact only while the property is locked. */
export async function countPurchases(
  db: Database | Tx,
  propertyIds: readonly PropertyId[],
): Promise<Map<PropertyId, PurchaseCounts>> {
  const rows = await db
    .selectFrom('funding_totals')
    .where('funding_totals.property_id', '=', (any) => any.fn.any(any.val([...propertyIds])))
    .select((totals) => [
      'property_id as propertyId',
      'confirmed_bricks as confirmedBricks',
      'confirmed_cents as confirmedCents',
      'waiting_bricks as waitingBricks',
      totals
        .selectFrom('purchase')
        .whereRef('purchase.property_id', '=', 'funding_totals.property_id')
        // Words of a partial index are written out: of a parameter a prepared statement cannot know that the index fits.
        .where('purchase.status', 'in', [
          sql.lit('confirmed' as const),
          sql.lit('waiting_payment' as const),
          sql.lit('waiting_provider' as const),
        ])
        .orderBy('purchase.window_end', 'desc')
        .limit(1)
        .select('purchase.window_end')
        .as('lastWindowEnd'),
    ])
    .execute();
  const found = new Map(rows.map(({ propertyId, ...counts }) => [propertyId, counts]));
  return new Map(propertyIds.map((id) => [id, found.get(id) ?? NONE]));
}

/** A purchase as it was checked; cents. The versions are those of the rows and accounts that were looked at. */
export type CheckedPurchase = {
  id: string;
  property: { id: PropertyId; version: string; totalBricks: number };
  customer: { id: CustomerId; rowVersion: string };
  wallet: { availableVersion: number; heldVersion: number };
  brickCount: number;
  amountCents: Cents;
  isAutomatic: boolean;
  windowEnd: Temporal.Instant;
  payment: DraftPayment<'purchase'>;
};

/**
 * Checks and writes the whole purchase in one call: its locks last no round trip. `changed`: a version is another one since;
 * `not-enough-bricks`: others were faster. Nothing is written but for `placed`.
 */
export async function insertPurchase(
  db: Database,
  purchase: CheckedPurchase,
  key: AnsweredKey | undefined,
): Promise<Placed | 'not-enough-bricks'> {
  const { property, customer, payment } = purchase;
  const accounts = seenWallet(customer.id, purchase.wallet);
  const { rows } = await sql<{ outcome: Placed | 'not-enough-bricks' }>`
    select purchase_bricks(
      p_purchase => ${purchase.id}::uuid,
      p_property => ${property.id}::uuid,
      p_property_version => ${property.version}::xid,
      p_total_bricks => ${property.totalBricks}::integer,
      p_customer => ${customer.id}::uuid,
      p_customer_version => ${customer.rowVersion}::xid,
      p_accounts => ${accounts.names}::text[],
      p_account_versions => ${accounts.versions}::bigint[],
      p_bricks => ${purchase.brickCount}::integer,
      p_amount => ${purchase.amountCents}::bigint,
      p_automatic => ${purchase.isAutomatic}::boolean,
      p_window_end => ${purchase.windowEnd}::timestamptz,
      p_at => ${payment.at}::timestamptz,
      p_transaction => ${payment.transactionIds.purchase}::uuid,
      p_payment => ${writtenBy(payment, { key })}::jsonb
    ) as outcome`.execute(db);
  const [row] = rows;
  if (!row) throw new Error('purchase_bricks gave no outcome');
  return row.outcome;
}

/** A purchase with the data that its settlement, refund and mails need. */
export type FullPurchase = {
  id: string;
  status: PurchaseStatus;
  propertyId: PropertyId;
  propertyName: string;
  spvAccountId: string | null;
  customerId: CustomerId;
  email: string;
  firstName: string | null;
  brickCount: number;
  amountCents: Cents;
  isAutomatic: boolean;
  windowEnd: Temporal.Instant;
  createdAt: Temporal.Instant;
  paymentId: string | null;
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
      'wallet_transaction.payment_id as paymentId',
    ]);
}

/** The purchase, locked until the commit. */
export async function lockPurchase(tx: Tx, purchaseId: string): Promise<FullPurchase | undefined> {
  return selectFull(tx).where('purchase.id', '=', purchaseId).forNoKeyUpdate('purchase').executeTakeFirst();
}

/** The property of a purchase, which is locked before the purchase; undefined for another investor's purchase. */
export async function findPropertyOfPurchase(
  tx: Tx,
  purchaseId: string,
  customerId: CustomerId,
): Promise<PropertyId | undefined> {
  const row = await tx
    .selectFrom('purchase')
    .select('property_id as propertyId')
    .where('id', '=', purchaseId)
    .where('customer_id', '=', customerId)
    .executeTakeFirst();
  return row?.propertyId;
}

/** Every waiting purchase of a property, locked in id order. The caller has locked the property, so that none is added. */
export async function lockWaitingPurchases(tx: Tx, propertyId: PropertyId): Promise<FullPurchase[]> {
  return selectFull(tx)
    .where('purchase.property_id', '=', propertyId)
    .where('purchase.status', 'in', ['waiting_payment', 'waiting_provider'])
    .orderBy('purchase.id')
    .forNoKeyUpdate('purchase')
    .execute();
}

/** `from` -> `to`, and the property's totals with it; throws when the purchase is in another status. */
export async function changeStatus(
  tx: Tx,
  purchaseId: string,
  change: { from: PurchaseStatus; to: PurchaseStatus; at: Temporal.Instant },
): Promise<void> {
  const confirmed = Number(change.to === 'confirmed') - Number(change.from === 'confirmed');
  const waiting = Number(isWaiting(change.to)) - Number(isWaiting(change.from));
  const { numAffectedRows } = await sql`
    with changed as (
      update purchase set status = ${change.to}, updated_at = ${change.at}
      where id = ${purchaseId} and status = ${change.from}
      returning property_id, brick_count, amount_cents
    )
    update funding_totals as totals
    set confirmed_bricks = totals.confirmed_bricks + ${confirmed}::integer * changed.brick_count,
      confirmed_cents = totals.confirmed_cents + ${confirmed}::integer * changed.amount_cents,
      waiting_bricks = totals.waiting_bricks + ${waiting}::integer * changed.brick_count
    from changed
    where totals.property_id = changed.property_id`.execute(tx);
  if (numAffectedRows !== 1n) throw new Error(`purchase ${purchaseId} is not ${change.from}`);
}

function isWaiting(status: PurchaseStatus): boolean {
  return status === 'waiting_payment' || status === 'waiting_provider';
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

/** Bricks and cents bought on each Paris day, of the purchases that are confirmed now, by the day on which they were placed. */
export async function sumPurchasesByDay(
  db: Database,
  propertyId: PropertyId,
): Promise<{ day: string; bricks: number; cents: Cents }[]> {
  const { rows } = await sql<{ day: string; bricks: number; cents: Cents }>`
    select to_char(created_at at time zone 'Europe/Paris', 'YYYY-MM-DD') as day, sum(brick_count)::integer as bricks,
      sum(amount_cents)::bigint as cents
    from purchase
    where property_id = ${propertyId}
      and status = 'confirmed'
    group by day
    order by day`.execute(db);
  return rows;
}

/** Locks what was bought of the property; without any purchase there is nothing to lock. */
export async function lockFundingTotals(tx: Tx, propertyId: PropertyId): Promise<void> {
  await tx
    .selectFrom('funding_totals')
    .select('property_id')
    .where('property_id', '=', propertyId)
    .forNoKeyUpdate()
    .executeTakeFirst();
}

/** Purchases of different customers, and what they have in common. */
export type CheckedPurchases = Pick<CheckedPurchase, 'property' | 'windowEnd'> & {
  at: Temporal.Instant;
  purchases: readonly Omit<CheckedPurchase, 'property' | 'windowEnd' | 'isAutomatic'>[];
};

/**
 * Writes automatic purchases in this order. The caller holds the locks of all that was checked, so each is placed; anything else
 * throws, and the transaction is over.
 */
export async function insertAutomaticPurchases(tx: Tx, { property, windowEnd, at, purchases }: CheckedPurchases): Promise<void> {
  const all = <T>(field: (purchase: CheckedPurchases['purchases'][number]) => T) => purchases.map(field);
  const { rows } = await sql<{ customerId: CustomerId; outcome: string }>`
    select
      one.customer_id as "customerId",
      purchase_bricks(
        p_purchase => one.purchase_id,
        p_property => ${property.id}::uuid,
        p_property_version => ${property.version}::xid,
        p_total_bricks => ${property.totalBricks}::integer,
        p_customer => one.customer_id,
        p_customer_version => one.customer_version::xid,
        p_accounts => array[one.available, one.held],
        p_account_versions => array[one.available_version, one.held_version],
        p_bricks => one.brick_count,
        p_amount => one.amount_cents,
        p_automatic => true,
        p_window_end => ${windowEnd}::timestamptz,
        p_at => ${at}::timestamptz,
        p_transaction => one.transaction_id,
        p_payment => one.payment
      ) as outcome
    from unnest(
      ${all(({ id }) => id)}::uuid[],
      ${all(({ customer }) => customer.id)}::uuid[],
      ${all(({ customer }) => customer.rowVersion)}::text[],
      ${all(({ customer }) => availableOf(customer.id))}::text[],
      ${all(({ customer }) => heldOf(customer.id))}::text[],
      ${all(({ wallet }) => wallet.availableVersion)}::bigint[],
      ${all(({ wallet }) => wallet.heldVersion)}::bigint[],
      ${all(({ brickCount }) => brickCount)}::integer[],
      ${all(({ amountCents }) => amountCents)}::bigint[],
      ${all(({ payment }) => payment.transactionIds.purchase)}::uuid[],
      ${all(({ payment }) => writtenBy(payment))}::jsonb[]
    ) as one (
      purchase_id, customer_id, customer_version, available, held, available_version, held_version, brick_count, amount_cents,
      transaction_id, payment
    )`.execute(tx);
  const refused = rows.find(({ outcome }) => outcome !== 'placed');
  if (refused) throw new Error(`the automatic purchase of ${refused.customerId} was not placed: ${refused.outcome}`);
}

/** An administrator's filters of the list. */
export type PurchaseFilters = { status?: PurchaseStatus; propertyId?: PropertyId; isAutomatic?: boolean } & Period;

/** A purchase with its property's name and its payment; cents. */
export type ListedPurchase = Awaited<ReturnType<typeof listPurchasesOf>>[number];

const ofCustomer = (db: Database, customerId: CustomerId) =>
  db
    .selectFrom('purchase')
    .innerJoin('property', 'property.id', 'purchase.property_id')
    .leftJoin('wallet_transaction', 'wallet_transaction.id', 'purchase.wallet_transaction_id')
    .leftJoin('payment', 'payment.id', 'wallet_transaction.payment_id')
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
      'payment.id as paymentId',
      'payment.provider_payment_id as providerPaymentId',
      'payment.failure',
    ])
    .where('purchase.customer_id', '=', customerId);

/** The page of an investor's purchases that begins after the cursor, newest first. */
export async function listPurchasesOf(
  db: Database,
  customerId: CustomerId,
  page: { after: CursorKey | undefined; limit: number; filters?: PurchaseFilters },
) {
  const { after, filters = {} } = page;
  const { status, propertyId, isAutomatic } = filters;
  let query = ofCustomer(db, customerId).where(inPeriod('purchase.created_at', filters));
  if (status !== undefined) query = query.where('purchase.status', '=', status);
  if (propertyId !== undefined) query = query.where('purchase.property_id', '=', propertyId);
  if (isAutomatic !== undefined) query = query.where('purchase.is_automatic', '=', isAutomatic);
  if (after)
    query = query.where(sql<SqlBool>`
      (purchase.created_at, purchase.id) < (${after.at}::timestamptz, ${after.id}::uuid)`);
  return query.orderBy('purchase.created_at', 'desc').orderBy('purchase.id', 'desc').limit(page.limit).execute();
}

/** One of the investor's purchases; undefined for another investor's. */
export async function findPurchaseOf(db: Database, { customerId, purchaseId }: { customerId: CustomerId; purchaseId: string }) {
  return ofCustomer(db, customerId).where('purchase.id', '=', purchaseId).executeTakeFirst();
}
