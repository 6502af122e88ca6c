// SQL of automatic purchases: what was bought of a funding, locked, and many purchases written in one statement.

import { sql } from 'kysely';
import type { CustomerId, PropertyId } from '../../../core/db/tables.ts';
import type { Tx } from '../../../core/db/transaction.ts';
import { claimArguments } from '../../../core/http/idempotency.ts';
import { traceparent } from '../../../core/trace.ts';
import type { JudgedPurchase } from './queries.ts';

/** Locks what was bought of the property; without any purchase there is nothing to lock. */
export async function lockTally(tx: Tx, propertyId: PropertyId): Promise<void> {
  await tx
    .selectFrom('funding_tally')
    .select('property_id')
    .where('property_id', '=', propertyId)
    .forNoKeyUpdate()
    .executeTakeFirst();
}

/** Purchases of different customers; what they have in common beside them. */
export type JudgedPurchases = Pick<JudgedPurchase, 'property' | 'windowEnd' | 'at'> & {
  purchases: readonly Omit<JudgedPurchase, 'property' | 'windowEnd' | 'at' | 'isAutomatic'>[];
};

/**
 * Writes automatic purchases in this order. The caller holds the locks of all that was judged, so each is placed; anything else
 * throws, and the transaction is over.
 */
export async function insertAutomaticPurchases(
  tx: Tx,
  { property, windowEnd, at, purchases }: JudgedPurchases,
  queue: string,
): Promise<void> {
  const all = <T>(field: (purchase: JudgedPurchases['purchases'][number]) => T) => purchases.map(field);
  const { rows } = await sql<{ customerId: CustomerId; outcome: string }>`
    with traced as materialized (select set_config('mortar.traceparent', ${traceparent() ?? ''}, true))
    select one.customer_id as "customerId", purchase_place(
      one.purchase_id, one.payment_id, one.transaction_id,
      ${property.id}::uuid, ${property.version}::xid, ${property.totalBricks}::integer, ${property.spvAccountId}::text,
      one.customer_id, one.customer_version::xid, one.available_version, one.held_version,
      one.brick_count, one.amount_cents, true,
      ${windowEnd}::timestamptz, ${at}::timestamptz, ${queue}::text, ${claimArguments(undefined, undefined)}
    ) as outcome
    from traced, unnest(
      ${all(({ id }) => id)}::uuid[], ${all(({ paymentId }) => paymentId)}::uuid[], ${all(({ transactionId }) => transactionId)}::uuid[],
      ${all(({ customer }) => customer.id)}::uuid[], ${all(({ customer }) => customer.rowVersion)}::text[],
      ${all(({ wallet }) => wallet.availableVersion)}::bigint[], ${all(({ wallet }) => wallet.heldVersion)}::bigint[],
      ${all(({ brickCount }) => brickCount)}::integer[], ${all(({ amountCents }) => amountCents)}::bigint[]
    ) as one (
      purchase_id, payment_id, transaction_id, customer_id, customer_version, available_version, held_version, brick_count, amount_cents
    )`.execute(tx);
  const refused = rows.find(({ outcome }) => outcome !== 'placed');
  if (refused) throw new Error(`the automatic purchase of ${refused.customerId} was not placed: ${refused.outcome}`);
}
