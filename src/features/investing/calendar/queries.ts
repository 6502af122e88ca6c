// SQL of the secret links of calendars.

import type { Database } from '../../../core/db/pool.ts';
import type { CustomerId } from '../../../core/db/tables.ts';
import type { Tx } from '../../../core/db/transaction.ts';

/**
 * The links that work: a link made before a password, factor or address was replaced is none of them, and a closed
 * account has none. The change is found by its index on person and time.
 */
function liveFeeds(db: Database) {
  return db
    .selectFrom('calendar_feed as feed')
    .innerJoin('customer', 'customer.id', 'feed.customer_id')
    .where('customer.closed_at', 'is', null)
    .where(({ not, exists, selectFrom }) =>
      not(
        exists(
          selectFrom('credential_change as change')
            .select('change.id')
            .whereRef('change.user_id', '=', 'customer.user_id')
            .whereRef('change.changed_at', '>=', 'feed.created_at'),
        ),
      ),
    );
}

/** When the investor's link was made; undefined without one that works. */
export async function findFeed(db: Database, customerId: CustomerId): Promise<Temporal.Instant | undefined> {
  const row = await liveFeeds(db).select('feed.created_at as at').where('feed.customer_id', '=', customerId).executeTakeFirst();
  return row?.at;
}

/** Whose link this is. */
export async function findFeedOwner(db: Database, tokenSha256: Buffer): Promise<CustomerId | undefined> {
  const row = await liveFeeds(db)
    .select('feed.customer_id as customerId')
    .where('feed.token_sha256', '=', tokenSha256)
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
