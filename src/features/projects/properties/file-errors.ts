// Codes of the upload of a property's document (document 2, Media and files).

import { INTERNAL_ERROR } from '../../../core/errors.ts';

/**
 * The name of the uploaded document has no extension.
 * @cause The part `file` is a PDF whose file name does not end in one, as `.pdf`.
 * @remedy Upload the file under its full name.
 */
export const FILE_EXTENSION_NOT_FOUND = 'file-extension-not-found';

/** `internal-error` is what the storage refused; its body is empty. */
export const uploadDocumentErrors = { [FILE_EXTENSION_NOT_FOUND]: 400, [INTERNAL_ERROR]: 500 };
