// What an investor was told: every mail to them but codes, whether it was mailed or they do without that mail, and what they have read.

import type { Static } from 'typebox';
import type { Database } from '../../../core/db/pool.ts';
import type { CustomerId } from '../../../core/db/tables.ts';
import { inTransaction, type Tx } from '../../../core/db/transaction.ts';
import { decodeCursor, toPage } from '../../../core/http/pagination.ts';
import type { AppDeps } from '../../../deps.ts';
import { countUnread, listNotificationsOf, markRead } from './queries.ts';
import type { NotificationsPage, UnreadCount } from './schemas.ts';

const MOST_COUNTED = 100;

/** Newest first. Error: `validation-failed` for an invalid cursor. */
export async function listNotifications(
  { db }: Pick<AppDeps, 'db'>,
  { customerId, limit, cursor }: { customerId: CustomerId; limit: number; cursor?: string },
): Promise<Static<typeof NotificationsPage>> {
  const rows = await listNotificationsOf(db, customerId, { after: decodeCursor(cursor), limit: limit + 1 });
  return toPage(
    rows,
    limit,
    ({ at, id }) => ({ at, id }),
    ({ at, readAt, ...row }) => ({ ...row, at: at.toString(), isRead: readAt !== null }),
  );
}

/** How many are not read yet. */
export async function readUnreadCount(db: Database | Tx, customerId: CustomerId): Promise<Static<typeof UnreadCount>> {
  return { unreadCount: await countUnread(db, customerId, MOST_COUNTED) };
}

/** Marks `ids`, or everything so far; answers how many are left. */
export async function readNotifications(
  { db, clock }: Pick<AppDeps, 'db' | 'clock'>,
  { customerId, ids }: { customerId: CustomerId; ids: readonly string[] | undefined },
): Promise<Static<typeof UnreadCount>> {
  return inTransaction(db, async (tx) => {
    await markRead(tx, customerId, { ids, at: clock.now() });
    return readUnreadCount(tx, customerId);
  });
}
