// `main.ts admin restored`: after the database went back in time, payments that it has as never sent may have been sent all the same.

import { sql } from 'kysely';
import type { Database } from '../../core/db/pool.ts';

/**
 * Makes every open payment without a call one that was called just now: it is looked up by its reference before anything is sent, and
 * sent again only after the usual margin (A-payments-4). Returns how many there were. To be called before any worker runs; a second time it
 * finds none.
 */
export async function assumeSent(db: Database): Promise<number> {
  const rows = await db
    .updateTable('payment_order')
    .set({
      status: 'sent',
      send_count: 1,
      first_sent_at: sql`clock_timestamp()`,
      last_sent_at: sql`clock_timestamp()`,
      lease_until: null,
    })
    .where('status', 'in', [sql.lit('created' as const), sql.lit('sent' as const)])
    .where('send_count', '=', 0)
    .returning('id')
    .execute();
  return rows.length;
}
