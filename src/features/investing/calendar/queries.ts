// SQL of the secret links of calendars.

import type { Database } from '../../../core/db/pool.ts';
import type { CustomerId } from '../../../core/db/tables.ts';
import type { Tx } from '../../../core/db/transaction.ts';

/** When the investor's link was made; undefined without one. */
export async function findFeed(db: Database, customerId: CustomerId): Promise<Temporal.Instant | undefined> {
  const row = await db
    .selectFrom('calendar_feed')
    .select('created_at as at')
    .where('customer_id', '=', customerId)
    .executeTakeFirst();
  return row?.at;
}

/** Whose link this is. */
export async function findFeedOwner(db: Database, tokenSha256: Buffer): Promise<CustomerId | undefined> {
  const row = await db
    .selectFrom('calendar_feed')
    .select('customer_id as customerId')
    .where('token_sha256', '=', tokenSha256)
    .executeTakeFirst();
  return row?.customerId;
}

/** Makes the link, in place of one that there was. */
export async function writeFeed(
  tx: Tx,
  { customerId, tokenSha256, at }: { customerId: CustomerId; tokenSha256: Buffer; at: Temporal.Instant },
): Promise<void> {
  await tx
    .insertInto('calendar_feed')
    .values({ customer_id: customerId, token_sha256: tokenSha256, created_at: at })
    .onConflict((conflict) => conflict.column('customer_id').doUpdateSet({ token_sha256: tokenSha256, created_at: at }))
    .execute();
}

export async function deleteFeed(tx: Tx, customerId: CustomerId): Promise<void> {
  await tx.deleteFrom('calendar_feed').where('customer_id', '=', customerId).execute();
}
