// Codes of the files of properties and what each endpoint answers with them.

import { INTERNAL_ERROR } from '../../../core/errors.ts';

/** `internal-error` carries `Failed to upload images`. */
export const uploadImagesErrors = { [INTERNAL_ERROR]: 500 };

/**
 * The name of the uploaded document has no extension.
 * @cause The part `file` is a PDF whose file name does not end in one, as `.pdf`.
 * @remedy Upload the file under its full name.
 */
export const FILE_EXTENSION_NOT_FOUND = 'file-extension-not-found';

/** `internal-error`: the storage failed; the body is empty. */
export const uploadDocumentErrors = { [FILE_EXTENSION_NOT_FOUND]: 400, [INTERNAL_ERROR]: 500 };
