// Codes of the files of properties: the upload of a document is document 2's (Media and files), presentations are ours.

import { INTERNAL_ERROR, NOT_FOUND } from '../../../core/errors.ts';

/**
 * The name of the uploaded document has no extension.
 * @cause The part `file` is a PDF whose file name does not end in one, as `.pdf`.
 * @remedy Upload the file under its full name.
 */
export const FILE_EXTENSION_NOT_FOUND = 'file-extension-not-found';

/** `internal-error` is what the storage refused; its body is empty. */
export const uploadDocumentErrors = { [FILE_EXTENSION_NOT_FOUND]: 400, [INTERNAL_ERROR]: 500 };

export const presentationErrors = { [NOT_FOUND]: 404 };
