// SQL of referral codes and referrers.

import { sql } from 'kysely';
import type { Database } from '../../../core/db/pool.ts';
import type { CustomerId } from '../../../core/db/tables.ts';
import type { Tx } from '../../../core/db/transaction.ts';

/** Id of the customer with this normalised referral code. */
export async function findOwnerOfCode(db: Database, code: string): Promise<CustomerId | undefined> {
  const row = await db.selectFrom('customer').select('id').where('referral_code', '=', code).executeTakeFirst();
  return row?.id;
}

/** Whether the customer has a referrer. */
export async function hasReferrer(db: Database, customerId: CustomerId): Promise<boolean> {
  const row = await db
    .selectFrom('customer')
    .select('id')
    .where('id', '=', customerId)
    .where('referrer_customer_id', 'is not', null)
    .executeTakeFirst();
  return row !== undefined;
}

/**
 * Whether `referrerId` is a direct or indirect referrer of `refereeId`. Exact while no concurrent transaction sets a referrer.
 */
export async function isReferredBy(tx: Tx, link: { refereeId: CustomerId; referrerId: CustomerId }): Promise<boolean> {
  const { rows } = await sql`
    with recursive above (id) as (
      select referrer_customer_id
      from customer
      where id = ${link.refereeId}::uuid
      union
      select customer.referrer_customer_id
      from above
      join customer on customer.id = above.id
    )
    select
    from above
    where id = ${link.referrerId}::uuid`.execute(tx);
  return rows.length > 0;
}
