// All SQL of the resale room.

import { sql } from 'kysely';
import type { Tx } from '../../../core/db/transaction.ts';
import { sharesOfHolders } from '../../../money/bricks/index.ts';

/** A sale whose price is distributed; cents. */
export type NewSale = {
  id: string;
  propertyId: string;
  saleType: 'partial' | 'total';
  saleStartedAt: Temporal.Instant;
  offerAcceptedAt: Temporal.Instant;
  completedAt: Temporal.Instant;
  salePriceCents: number;
  at: Temporal.Instant;
};

/**
 * The sale with the number of holders who get a share of its price, in one statement. A second total sale violates
 * `property_sale_total_once`, one without holders the check of their number.
 */
export async function insertSale(tx: Tx, sale: NewSale): Promise<number> {
  const { rows } = await sql<{ holderCount: number }>`
    insert into property_sale (id, property_id, sale_type, sale_started_at, offer_accepted_at, completed_at, sale_price_cents, holder_count, created_at)
    select ${sale.id}::uuid, ${sale.propertyId}::uuid, ${sale.saleType}::text, ${sale.saleStartedAt}::timestamptz, ${sale.offerAcceptedAt}::timestamptz,
      ${sale.completedAt}::timestamptz, ${sale.salePriceCents}::bigint, count(*), ${sale.at}::timestamptz
    from (${sharesOfHolders(sale.propertyId, sale.salePriceCents)}) share
    returning holder_count as "holderCount"`.execute(tx);
  const [written] = rows;
  if (!written) throw new Error('a sale without a row');
  return written.holderCount;
}

/** Account of the property's SPV at the provider. */
export async function findSpvAccount(
  tx: Tx,
  propertyId: string,
): Promise<{ spvId: string; accountId: string | null } | undefined> {
  return tx
    .selectFrom('property')
    .innerJoin('spv', 'spv.id', 'property.spv_id')
    .select(['spv.id as spvId', 'spv.provider_external_id as accountId'])
    .where('property.id', '=', propertyId)
    .executeTakeFirst();
}
