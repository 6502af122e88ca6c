// SQL of notifications: the rows of mails as their investor reads them, and the mails that they do without.

import { sql } from 'kysely';
import type { Database } from '../../../core/db/pool.ts';
import type { CustomerId } from '../../../core/db/tables.ts';
import type { Tx } from '../../../core/db/transaction.ts';
import type { CursorKey } from '../../../core/http/pagination.ts';
import type { MailTopic } from './rules.ts';

/** The page of an investor's notifications that begins after the cursor, newest first. */
export async function listNotificationsOf(
  db: Database,
  customerId: CustomerId,
  { after, limit }: { after: CursorKey | undefined; limit: number },
) {
  let query = db
    .selectFrom('sent_mail')
    .select(['id', 'template', 'subject', 'created_at as at', 'read_at as readAt', 'path'])
    .where('customer_id', '=', customerId)
    .where('is_listed', '=', sql.lit(true));
  if (after) query = query.where(sql<boolean>`(created_at, id) < (${after.at}::timestamptz, ${after.id}::uuid)`);
  return query.orderBy('created_at', 'desc').orderBy('id', 'desc').limit(limit).execute();
}

/** How many are not read yet; not counted beyond `most`. */
export async function countUnread(db: Database | Tx, customerId: CustomerId, most: number): Promise<number> {
  const row = await db
    .selectFrom(
      db
        .selectFrom('sent_mail')
        .select('id')
        .where('customer_id', '=', customerId)
        .where('is_listed', '=', sql.lit(true))
        .where('read_at', 'is', null)
        .limit(most)
        .as('unread'),
    )
    .select((select) => select.fn.countAll<number>().as('count'))
    .executeTakeFirstOrThrow();
  return row.count;
}

/** Marks those of `ids`, or all; others' and what was read before stay as they are. */
export async function markRead(
  tx: Tx,
  customerId: CustomerId,
  { ids, at }: { ids: readonly string[] | undefined; at: Temporal.Instant },
): Promise<void> {
  let query = tx
    .updateTable('sent_mail')
    .set({ read_at: at })
    .where('customer_id', '=', customerId)
    .where('is_listed', '=', sql.lit(true))
    .where('read_at', 'is', null);
  if (ids !== undefined) query = query.where('id', '=', (any) => any.fn.any(any.val([...ids])));
  await query.execute();
}

/** The topics of which the investor wants no mail. */
export async function listUnwanted(db: Database | Tx, customerId: CustomerId): Promise<Set<MailTopic>> {
  const rows = await db.selectFrom('unwanted_mail').select('topic').where('customer_id', '=', customerId).execute();
  return new Set(rows.map(({ topic }) => topic));
}

/** Writes the choice; the same one twice changes nothing. */
export async function setUnwanted(
  tx: Tx,
  { customerId, topic, isMailed, at }: { customerId: CustomerId; topic: MailTopic; isMailed: boolean; at: Temporal.Instant },
): Promise<void> {
  if (isMailed) await tx.deleteFrom('unwanted_mail').where('customer_id', '=', customerId).where('topic', '=', topic).execute();
  else
    await tx
      .insertInto('unwanted_mail')
      .values({ customer_id: customerId, topic, since: at })
      .onConflict((conflict) => conflict.doNothing())
      .execute();
}
