// Bodies and answers of notes.

import { type Static, Type } from 'typebox';
import { Model, Timestamp, Uuid, Words } from '../../../core/http/schemas.ts';

/** What has notes: a payment to be assigned, or a payment at the provider. */
export const NOTE_SUBJECTS = ['wire', 'payment'] as const;
export type NoteSubject = (typeof NOTE_SUBJECTS)[number];

const Subject = Words(NOTE_SUBJECTS, {
  title: 'NoteSubject',
  description: 'wire: a payment to be assigned; payment: one at the provider',
});

/** Of a record in a list. */
export const NoteCount = Type.Integer({ minimum: 0, description: 'notes on it' });

/** The record that a note is about. */
export const NotesQuery = Type.Object({ subject: Subject, subjectId: Uuid });
export type NotesQuery = Static<typeof NotesQuery>;

export const NewNote = Model('NewNote', {
  ...NotesQuery.properties,
  text: Type.String({ minLength: 1, maxLength: 1_000, pattern: '\\S', description: 'plain text' }),
});
export type NewNote = Static<typeof NewNote>;

export const NoteView = Model('Note', {
  id: Uuid,
  text: Type.String(),
  writtenBy: Type.String({ description: 'address of the administrator, at the time' }),
  isOwn: Type.Boolean({ description: 'the caller wrote it, and may take it back' }),
  writtenAt: Timestamp,
});
export type NoteView = Static<typeof NoteView>;

export const Notes = Type.Object({ items: Type.Array(NoteView) }, { title: 'Notes' });
export type Notes = Static<typeof Notes>;

export const NoteParams = Type.Object({ noteId: Uuid });
