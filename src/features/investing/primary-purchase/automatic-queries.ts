// SQL of automatic purchases: what was bought of a funding, locked, and many purchases written in one statement.

import { sql } from 'kysely';
import type { CustomerId, PropertyId } from '../../../core/db/tables.ts';
import type { Tx } from '../../../core/db/transaction.ts';
import { availableOf, heldOf } from '../../../money/ledger/index.ts';
import { writtenBy } from '../../../money/payments/index.ts';
import type { CheckedPurchase } from './queries.ts';

/** Locks what was bought of the property; without any purchase there is nothing to lock. */
export async function lockTally(tx: Tx, propertyId: PropertyId): Promise<void> {
  await tx
    .selectFrom('funding_tally')
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
