// Codes of notes; ours, as the documents have no such endpoint.

import { NOT_FOUND } from '../../../core/errors.ts';

/**
 * The record has as many notes as it may have.
 * @cause Fifty stand there already.
 * @remedy Take back one of yours that is of no use any more.
 */
export const TOO_MANY_NOTES = 'notes.too-many';

/**
 * The note is somebody else's.
 * @cause Only who wrote a note takes it back.
 * @remedy Ask its author, or write another note that sets it right.
 */
export const NOTE_OF_ANOTHER = 'notes.of-another';

export const notesErrors = { [NOT_FOUND]: 404 };
export const writeNoteErrors = { [NOT_FOUND]: 404, [TOO_MANY_NOTES]: 400 };
export const takeBackNoteErrors = { [NOT_FOUND]: 404, [NOTE_OF_ANOTHER]: 403 };
