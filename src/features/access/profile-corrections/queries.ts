// All SQL of profile corrections.

import { sql } from 'kysely';
import { compiledOnce } from '../../../core/db/driver/compiled.ts';
import type { Database } from '../../../core/db/pool.ts';
import type { CustomerId } from '../../../core/db/tables.ts';
import type { Tx } from '../../../core/db/transaction.ts';
import type { CursorKey } from '../../../core/http/pagination.ts';
import { newId } from '../../../core/ids.ts';
import { type CorrectableField, type Corrections, fieldsOf, type RefusalReason } from './rules.ts';

const COLUMNS = [
  'id',
  'customer_id as customerId',
  'status',
  'fields',
  'changes',
  'refusal_reason as reason',
  'sent_at as sentAt',
  'taken_at as takenAt',
  'created_at as createdAt',
  'closed_at as closedAt',
] as const;

/** A correction as stored; `changes` is null once it is decided. */
export type Correction = {
  id: string;
  customerId: CustomerId;
  status: 'pending' | 'accepted' | 'refused';
  fields: CorrectableField[];
  changes: Corrections | null;
  reason: RefusalReason | null;
  sentAt: Temporal.Instant | null;
  takenAt: Temporal.Instant | null;
  createdAt: Temporal.Instant;
  closedAt: Temporal.Instant | null;
};

type Columns = Omit<Correction, 'changes'> & { changes: unknown };

/** Border: only insertOpen writes the changes. */
function toCorrection(row: Columns): Correction {
  return { ...row, changes: row.changes as Corrections | null };
}

/** Inserts a pending correction; undefined when the investor has one already. The caller holds the customer's lock. */
export async function insertOpen(
  tx: Tx,
  { customerId, changes, at }: { customerId: CustomerId; changes: Corrections; at: Temporal.Instant },
): Promise<Correction | undefined> {
  const row = await tx
    .insertInto('profile_correction')
    .values({
      id: newId(),
      customer_id: customerId,
      fields: fieldsOf(changes),
      changes: JSON.stringify(changes),
      created_at: at,
    })
    .onConflict((conflict) =>
      conflict
        .column('customer_id')
        .where('status', '=', sql.lit('pending' as const))
        .doNothing(),
    )
    .returning(COLUMNS)
    .executeTakeFirst();
  return row && toCorrection(row);
}

/** A correction that is not decided yet, with the new values. */
export type PendingCorrection = Correction & { changes: Corrections };

/** The pending correction with this id; undefined once it is decided. */
export async function findPending(db: Database | Tx, correctionId: string): Promise<PendingCorrection | undefined> {
  const row = await db
    .selectFrom('profile_correction')
    .select(COLUMNS)
    .where('id', '=', correctionId)
    .where('status', '=', 'pending')
    .executeTakeFirst();
  const correction = row && toCorrection(row);
  return correction?.changes ? { ...correction, changes: correction.changes } : undefined;
}

const findPendingId = compiledOnce((db, { customerId }: { customerId: CustomerId }) =>
  db
    .selectFrom('profile_correction')
    .select('id')
    .where('customer_id', '=', customerId)
    .where('status', '=', sql.lit('pending' as const)),
);

/** Id of the investor's pending correction. */
export async function findPendingIdOf(tx: Tx, customerId: CustomerId): Promise<string | undefined> {
  const [row] = await findPendingId(tx, { customerId });
  return row?.id;
}

/** Marks it, before it is sent, as one that the provider may have; keeps the first time. False when it is decided. */
export async function markSent(tx: Tx, correctionId: string, at: Temporal.Instant): Promise<boolean> {
  const row = await tx
    .updateTable('profile_correction')
    .set({ sent_at: sql`coalesce(sent_at, ${at})` })
    .where('id', '=', correctionId)
    .where('status', '=', 'pending')
    .returning('id')
    .executeTakeFirst();
  return row !== undefined;
}

/** Marks it as received by the provider; false when it was decided meanwhile. */
export async function markTaken(tx: Tx, correctionId: string, at: Temporal.Instant): Promise<boolean> {
  const row = await tx
    .updateTable('profile_correction')
    .set({ taken_at: sql`coalesce(taken_at, ${at})` })
    .where('id', '=', correctionId)
    .where('status', '=', 'pending')
    .returning('id')
    .executeTakeFirst();
  return row !== undefined;
}

/** pending -> accepted, or refused with a reason, and erases the values; false when it is decided already. */
export async function closePending(
  tx: Tx,
  correctionId: string,
  { reason, at }: { reason: RefusalReason | null; at: Temporal.Instant },
): Promise<boolean> {
  const row = await tx
    .updateTable('profile_correction')
    .set({ status: reason === null ? 'accepted' : 'refused', refusal_reason: reason, changes: null, closed_at: at })
    .where('id', '=', correctionId)
    .where('status', '=', 'pending')
    .returning('id')
    .executeTakeFirst();
  return row !== undefined;
}

/** Ids of pending corrections, those first that were not checked for longest. */
export async function listPendingIds(db: Database, limit: number): Promise<string[]> {
  const rows = await db
    .selectFrom('profile_correction')
    .select('id')
    .where('status', '=', sql.lit('pending' as const))
    .orderBy(sql`coalesce(followed_at, created_at)`)
    .orderBy('id')
    .limit(limit)
    .execute();
  return rows.map(({ id }) => id);
}

/** Marks them as checked now, so that the next run begins with others. */
export async function markFollowed(tx: Tx, correctionIds: readonly string[], at: Temporal.Instant): Promise<void> {
  await tx
    .updateTable('profile_correction')
    .set({ followed_at: at })
    .where('id', '=', (any) => any.fn.any(any.val([...correctionIds])))
    .execute();
}

/** Corrections of an investor, newest first, starting after the cursor. */
export async function listCorrectionsOf(
  db: Database,
  customerId: CustomerId,
  { after, limit }: { after: CursorKey | undefined; limit: number },
): Promise<Correction[]> {
  let query = db.selectFrom('profile_correction').select(COLUMNS).where('customer_id', '=', customerId);
  if (after) query = query.where(sql<boolean>`(created_at, id) < (${after.at}::timestamptz, ${after.id}::uuid)`);
  const rows = await query.orderBy('created_at', 'desc').orderBy('id', 'desc').limit(limit).execute();
  return rows.map(toCorrection);
}
