// All SQL of notes.

import { type RawBuilder, sql } from 'kysely';
import type { Database } from '../../../core/db/pool.ts';
import type { Tx } from '../../../core/db/transaction.ts';
import { newId } from '../../../core/ids.ts';
import type { NoteSubject, NotesQuery } from './schemas.ts';

/** A note as stored. */
export type Note = NonNullable<Awaited<ReturnType<typeof findNote>>>;

function selectNotes(db: Database | Tx) {
  return db
    .selectFrom('note')
    .select(['id', 'subject', 'subject_id as subjectId', 'text', 'written_by as writtenBy'])
    .select(['written_by_email as writtenByEmail', 'written_at as writtenAt']);
}

/** Those of a record, newest first. */
export async function findNotes(db: Database, { subject, subjectId }: NotesQuery): Promise<Note[]> {
  return selectNotes(db)
    .where('subject', '=', subject)
    .where('subject_id', '=', subjectId)
    .orderBy('written_at', 'desc')
    .orderBy('id', 'desc')
    .execute();
}

export async function findNote(db: Database | Tx, id: string) {
  return selectNotes(db).where('id', '=', id).executeTakeFirst();
}

/** Whether there is such a record. */
export async function isSubject(db: Database | Tx, { subject, subjectId }: NotesQuery): Promise<boolean> {
  const table = subject === 'wire' ? 'received_payment' : 'payment';
  return (await db.selectFrom(table).select('id').where('id', '=', subjectId).executeTakeFirst()) !== undefined;
}

/** How many notes a record has; `id` names the column of its id in the enclosing statement. */
export function noteCountOf(subject: NoteSubject, id: string): RawBuilder<number> {
  return sql<number>`(
    select count(*)::integer
    from note
    where note.subject = ${sql.lit(subject)}
      and note.subject_id = ${sql.ref(id)}
  )`;
}

export async function countNotes(tx: Tx, { subject, subjectId }: NotesQuery): Promise<number> {
  const { count } = await tx
    .selectFrom('note')
    .select(sql<number>`count(*)::integer`.as('count'))
    .where('subject', '=', subject)
    .where('subject_id', '=', subjectId)
    .executeTakeFirstOrThrow();
  return count;
}

export async function insertNote(
  tx: Tx,
  note: NotesQuery & { text: string; by: { administratorId: string; email: string }; at: Temporal.Instant },
): Promise<Note> {
  const { subject, subjectId, text, by, at } = note;
  const id = newId();
  const row = {
    id,
    subject,
    subject_id: subjectId,
    text,
    written_by: by.administratorId,
    written_by_email: by.email,
    written_at: at,
  };
  await tx.insertInto('note').values(row).execute();
  return { id, subject, subjectId, text, writtenBy: by.administratorId, writtenByEmail: by.email, writtenAt: at };
}

/** Removes it; false when somebody has before. */
export async function deleteNote(tx: Tx, id: string): Promise<boolean> {
  return (await tx.deleteFrom('note').where('id', '=', id).returning('id').executeTakeFirst()) !== undefined;
}
