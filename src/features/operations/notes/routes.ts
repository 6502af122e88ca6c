// HTTP of notes on records (extension).

import type { FastifyInstance } from 'fastify';
import { route } from '../../../core/http/route.ts';
import type { AppDeps } from '../../../deps.ts';
import { notesErrors, takeBackNoteErrors, writeNoteErrors } from './errors.ts';
import { listNotes, takeBackNote, writeNote } from './notes.ts';
import { NewNote, NoteParams, Notes, NotesQuery, NoteView } from './schemas.ts';

/** Registers the group: all that has notes today is read and changed with the permissions of money. */
export function noteRoutes(app: FastifyInstance, deps: Pick<AppDeps, 'db' | 'clock'>): void {
  const common = { guard: 'administrator', tag: 'extension' } as const;
  route(app, {
    ...common,
    method: 'GET',
    url: '/administration/notes',
    operationId: 'listNotes',
    permission: 'money.read',
    summary: 'What operators noted on one record, newest first.',
    query: NotesQuery,
    answer: Notes,
    errors: notesErrors,
    handle: ({ query, caller }) => listNotes(deps, { ...query, administratorId: caller.userId }),
  });
  route(app, {
    ...common,
    method: 'POST',
    url: '/administration/notes',
    operationId: 'writeNote',
    permission: 'money.write',
    idempotency: 'none',
    summary: 'Notes something on a record; fifty stand on one at most.',
    body: NewNote,
    answer: NoteView,
    errors: writeNoteErrors,
    audit: 'NOTE_WRITE',
    handle: ({ body, audit }) => writeNote(deps, { ...body, audit }),
  });
  route(app, {
    ...common,
    method: 'DELETE',
    url: '/administration/notes/:noteId',
    operationId: 'takeBackNote',
    permission: 'money.write',
    summary: 'Takes an own note back; the audit log keeps it.',
    params: NoteParams,
    errors: takeBackNoteErrors,
    audit: 'NOTE_TAKE_BACK',
    handle: async ({ params, audit }) => {
      await takeBackNote(deps, { ...params, audit });
      return undefined;
    },
  });
}
