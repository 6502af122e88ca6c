// All SQL of profile corrections; names say what is guaranteed.

import { sql } from 'kysely';
import type { Database } from '../../../core/db/pool.ts';
import type { Tx } from '../../../core/db/transaction.ts';
import type { CursorKey } from '../../../core/http/cursor.ts';
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

/** A correction as it is kept; `changes` is null once it is judged. */
export type Correction = {
  id: string;
  customerId: string;
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

/** Border: insertOpen is the single writer of the changes. */
function toCorrection(row: Columns): Correction {
  return { ...row, changes: row.changes as Corrections | null };
}

/** A pending correction; undefined when the investor has one already. The caller holds the investor's row. */
export async function insertOpen(
  tx: Tx,
  { customerId, changes, at }: { customerId: string; changes: Corrections; at: Temporal.Instant },
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

/** The correction while it waits, with what it changes. */
export type PendingCorrection = Correction & { changes: Corrections };

/** Undefined once it is judged. */
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

/** The one that the investor waits for. */
export async function findPendingIdOf(tx: Tx, customerId: string): Promise<string | undefined> {
  const row = await tx
    .selectFrom('profile_correction')
    .select('id')
    .where('customer_id', '=', customerId)
    .where('status', '=', sql.lit('pending' as const))
    .executeTakeFirst();
  return row?.id;
}

/** Notes, before it is sent, that the provider may have it, and keeps the first moment; false when it is closed. */
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

/** Notes that the provider has it; false when it was closed meanwhile. */
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

/** pending -> accepted, or refused for a reason, its values erased; false when it is closed already. */
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

/** Pending ones, those first that nobody has looked at for longest. */
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

/** They were looked at now: the next run begins with others. */
export async function markFollowed(tx: Tx, correctionIds: readonly string[], at: Temporal.Instant): Promise<void> {
  await tx
    .updateTable('profile_correction')
    .set({ followed_at: at })
    .where('id', '=', (any) => any.fn.any(any.val([...correctionIds])))
    .execute();
}

/** Corrections of an investor, newest first, after the cursor's one. */
export async function listCorrectionsOf(
  db: Database,
  customerId: string,
  { after, limit }: { after: CursorKey | undefined; limit: number },
): Promise<Correction[]> {
  let query = db.selectFrom('profile_correction').select(COLUMNS).where('customer_id', '=', customerId);
  if (after) query = query.where(sql<boolean>`(created_at, id) < (${after.at}::timestamptz, ${after.id}::uuid)`);
  const rows = await query.orderBy('created_at', 'desc').orderBy('id', 'desc').limit(limit).execute();
  return rows.map(toCorrection);
}
