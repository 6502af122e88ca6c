// Notes of operators on records: written, read by who may read the record, and taken back by their author.

import { recordAdminAction } from '../../../core/audit.ts';
import { inTransaction, lockKey } from '../../../core/db/transaction.ts';
import { AppError, NOT_FOUND } from '../../../core/errors.ts';
import type { RouteAudit } from '../../../core/http/route.ts';
import type { AppDeps } from '../../../deps.ts';
import { NOTE_OF_ANOTHER, TOO_MANY_NOTES } from './errors.ts';
import { countNotes, deleteNote, findNote, findNotes, insertNote, isSubject, type Note } from './queries.ts';
import type { NewNote, Notes, NotesQuery, NoteView } from './schemas.ts';

/** So many stand on a record: a page shows them all. */
const MAX_NOTES = 50;

/** GET /administration/notes: those of one record, newest first. Error: `not-found`. */
export async function listNotes(
  { db }: Pick<AppDeps, 'db'>,
  { administratorId, ...record }: NotesQuery & { administratorId: string },
): Promise<Notes> {
  if (!(await isSubject(db, record))) throw new AppError(NOT_FOUND);
  return { items: (await findNotes(db, record)).map((note) => toNoteView(note, administratorId)) };
}

/** POST /administration/notes: in every state of the record, as it changes nothing there. Errors: `not-found`, `notes.too-many`. */
export async function writeNote(
  { db, clock }: Pick<AppDeps, 'db' | 'clock'>,
  { text, audit, ...record }: NewNote & { audit: RouteAudit },
): Promise<NoteView> {
  const { administrator } = audit;
  return inTransaction(db, async (tx) => {
    await lockKey(tx, `note ${record.subject} ${record.subjectId}`);
    if (!(await isSubject(tx, record))) throw new AppError(NOT_FOUND);
    if ((await countNotes(tx, record)) >= MAX_NOTES) throw new AppError(TOO_MANY_NOTES);
    const at = clock.now();
    const note = await insertNote(tx, { ...record, text: text.trim(), by: administrator, at });
    await recordAdminAction(tx, { ...audit, ...actionOf(note), at });
    return toNoteView(note, administrator.administratorId);
  });
}

/** DELETE /administration/notes/:noteId: the audit log keeps its text. Errors: `not-found`, `notes.of-another`. */
export async function takeBackNote(
  { db, clock }: Pick<AppDeps, 'db' | 'clock'>,
  { noteId, audit }: { noteId: string; audit: RouteAudit },
): Promise<void> {
  await inTransaction(db, async (tx) => {
    const note = await findNote(tx, noteId);
    if (!note) throw new AppError(NOT_FOUND);
    if (note.writtenBy !== audit.administrator.administratorId) throw new AppError(NOTE_OF_ANOTHER);
    if (!(await deleteNote(tx, noteId))) throw new AppError(NOT_FOUND);
    await recordAdminAction(tx, { ...audit, ...actionOf(note), at: clock.now() });
  });
}

/** The record, whose history shows it; both have the type `payment` in the audit log. */
function actionOf({ id, subjectId, text }: Note) {
  return { target: { type: 'payment', id: subjectId }, payload: { noteId: id, text } };
}

function toNoteView({ id, text, writtenBy, writtenByEmail, writtenAt }: Note, administratorId: string): NoteView {
  return { id, text, writtenBy: writtenByEmail, isOwn: writtenBy === administratorId, writtenAt: writtenAt.toString() };
}
