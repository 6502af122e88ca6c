// How an amount is shared among the holders of a property's bricks (payouts.md#largest-remainder), as a subquery for other
// statements.

import { sql } from 'kysely';
import type { Cents } from '../../core/cents.ts';
import type { Subquery } from '../../core/db/sql-fragments.ts';
import type { CustomerId, PropertyId } from '../../core/db/tables.ts';

/** Share of one holder in cents; `brick_count` is what they hold. */
export type HolderShare = { customer_id: CustomerId; brick_count: number; gross_cents: Cents };

/**
 * Largest remainder method over the bricks as they are held when the statement runs: left-over cents go one each by remainder, then
 * bricks, both descending, then by customer id. The shares add up to `totalCents`; shares of zero are left out. Bricks of pending or
 * reserved deals belong to the seller. No rows when nobody holds bricks.
 */
export function sharesOfHolders(propertyId: PropertyId, totalCents: Cents): Subquery<HolderShare> {
  return sql`
    select customer_id, brick_count, cents as gross_cents
    from (
      select
        customer_id,
        brick_count,
        weighted / bricks + case
          when row_number() over (order by weighted % bricks desc, brick_count desc, customer_id)
            <= ${totalCents}::bigint - sum(weighted / bricks) over ()
          then 1
          else 0
        end as cents
      from (
        select
          customer_id,
          brick_count,
          brick_count * ${totalCents}::bigint as weighted,
          (sum(brick_count) over ())::bigint as bricks
        from (
          select owner_customer_id as customer_id, count(*) as brick_count
          from brick
          where property_id = ${propertyId}::uuid and owner_customer_id is not null
          group by owner_customer_id
        ) holder
      ) holder
    ) share
    where cents > 0`;
}
