// SQL of the daily quota: one counter per customer and Paris day (market.md#daily-quota).

import { sql } from 'kysely';
import type { Database } from '../../../core/db/pool.ts';
import type { CustomerId } from '../../../core/db/tables.ts';
import type { Tx } from '../../../core/db/transaction.ts';

/** Deals that the customer created on this Paris day, deleted ones included. */
export async function countDealsOfDay(db: Database, customerId: CustomerId, parisDay: Temporal.PlainDate): Promise<number> {
  const row = await db
    .selectFrom('deal_quota')
    .select('deal_count as dealCount')
    .where('customer_id', '=', customerId)
    .where('paris_date', '=', parisDay)
    .executeTakeFirst();
  return row?.dealCount ?? 0;
}

/** Takes one slot of the day; false when `limit` are taken. A rollback returns the slot (G-16). */
export async function takeQuotaSlot(
  tx: Tx,
  customerId: CustomerId,
  parisDay: Temporal.PlainDate,
  limit: number,
): Promise<boolean> {
  const row = await tx
    .insertInto('deal_quota')
    .values({ customer_id: customerId, paris_date: parisDay, deal_count: 1 })
    .onConflict((conflict) =>
      conflict
        .columns(['customer_id', 'paris_date'])
        .doUpdateSet({ deal_count: sql`deal_quota.deal_count + 1` })
        .where('deal_quota.deal_count', '<', limit),
    )
    .returning('deal_count')
    .executeTakeFirst();
  return row !== undefined;
}
