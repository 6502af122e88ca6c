// SQL of the register of holders.

import { sql } from 'kysely';
import type { Database } from '../../../core/db/pool.ts';
import type { PropertyId } from '../../../core/db/tables.ts';
import type { CursorKey } from '../../../core/http/pagination.ts';
import type { Holder } from './rules.ts';

/**
 * Who held bricks of a project before a moment, the newest holder first: what they had bought less what they had sold, as the proof
 * compares it with their bricks of today. A purchase counts from its payment until its refund.
 */
export async function findHolders(
  db: Database,
  { propertyId, before }: { propertyId: PropertyId; before: Temporal.Instant },
  { after, limit }: { after: CursorKey | undefined; limit: number | null },
): Promise<Holder[]> {
  const { rows } = await sql<Holder>`
    with trade as (
      select
        purchase.customer_id,
        purchase.brick_count as bricks,
        coalesce(paid.event_at, purchase.created_at) as at
      from purchase
      left join wallet_transaction paid on paid.id = purchase.wallet_transaction_id
      left join wallet_transaction refund on refund.id = purchase.refund_transaction_id
      where purchase.property_id = ${propertyId}::uuid
        and (purchase.status = 'confirmed' or (paid.status = 'CONFIRMED' and refund.created_at >= ${before}::timestamptz))
      union all
      select buyer_id, brick_count, confirmed_at
      from market_deal
      where property_id = ${propertyId}::uuid
        and status = 'confirmed'
      union all
      select seller_id, - brick_count, confirmed_at
      from market_deal
      where property_id = ${propertyId}::uuid
        and status = 'confirmed'
    ),
    held as (
      select customer_id, sum(bricks)::integer as bricks, min(at) as since
      from trade
      where at < ${before}::timestamptz
      group by customer_id
      having sum(bricks) > 0
    ),
    counted as (
      select held.*, (count(*) over ())::integer as holders, (sum(bricks) over ())::integer as bricks_of_all
      from held
    )
    select
      customer.id as "customerId",
      case
        when company.customer_id is null then coalesce(nullif(concat_ws(' ', customer.first_name, customer.last_name), ''), person.name)
        else company.name
      end as name,
      person.email,
      customer.customer_type as "customerType",
      counted.bricks as "brickCount",
      counted.since,
      counted.holders as "holderCount",
      counted.bricks_of_all as "bricksOfAll"
    from counted
    join customer on customer.id = counted.customer_id
    join auth_user person on person.id = customer.user_id
    left join customer_company company on company.customer_id = customer.id and customer.customer_type = 'business'
    where ${after ? sql`(counted.since, customer.id) < (${after.at}::timestamptz, ${after.id}::uuid)` : sql`true`}
    order by counted.since desc, customer.id desc
    limit ${limit}`.execute(db);
  return rows;
}

/** Whether there is such a project, drafts included. */
export async function hasProperty(db: Database, propertyId: PropertyId): Promise<boolean> {
  return (await db.selectFrom('property').select('id').where('id', '=', propertyId).executeTakeFirst()) !== undefined;
}
