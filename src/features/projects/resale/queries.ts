// All SQL of the resale room.

import { sql } from 'kysely';
import type { Cents } from '../../../core/cents.ts';
import type { PropertyId } from '../../../core/db/tables.ts';
import type { Tx } from '../../../core/db/transaction.ts';
import { sharesOfHolders } from '../../../money/bricks/index.ts';

/** A completed sale; amounts in cents. */
export type NewSale = {
  id: string;
  propertyId: PropertyId;
  saleType: 'partial' | 'total';
  saleStartedAt: Temporal.Instant;
  offerAcceptedAt: Temporal.Instant;
  completedAt: Temporal.Instant;
  salePriceCents: Cents;
  at: Temporal.Instant;
};

/**
 * Inserts the sale, and returns the number of holders who get a share of its price. A second total sale violates
 * `property_sale_total_once`, and a sale without holders a check constraint.
 */
export async function insertSale(tx: Tx, sale: NewSale): Promise<number> {
  const { rows } = await sql<{ holderCount: number }>`
    insert into property_sale (
      id, property_id, sale_type, sale_started_at, offer_accepted_at, completed_at, sale_price_cents, holder_count, created_at
    )
    select
      ${sale.id}::uuid,
      ${sale.propertyId}::uuid,
      ${sale.saleType}::text,
      ${sale.saleStartedAt}::timestamptz,
      ${sale.offerAcceptedAt}::timestamptz,
      ${sale.completedAt}::timestamptz,
      ${sale.salePriceCents}::bigint,
      count(*),
      ${sale.at}::timestamptz
    from (${sharesOfHolders(sale.propertyId, sale.salePriceCents)}) share
    returning holder_count as "holderCount"`.execute(tx);
  const [written] = rows;
  if (!written) throw new Error('an insert returned no row');
  return written.holderCount;
}
