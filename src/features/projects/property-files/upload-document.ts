// POST /administration/property/upload-property-document: stores a PDF for the page of a property under a public address.

import { extname } from 'node:path';
import { recordAdminAction } from '../../../core/audit.ts';
import { inTransaction } from '../../../core/db/transaction.ts';
import { AppError, INTERNAL_ERROR, VALIDATION_FAILED } from '../../../core/errors.ts';
import type { RouteAudit } from '../../../core/http/route.ts';
import { newId } from '../../../core/ids.ts';
import type { AppDeps } from '../../../deps.ts';
import { detectFileType } from '../../../providers/storage/index.ts';
import { FILE_EXTENSION_NOT_FOUND } from './errors.ts';

/**
 * Stores the PDF, with an audit row. Errors: `validation-failed` without a file or when its content is not a PDF,
 * `file-extension-not-found` when its name has no extension (A-property-files-1), `internal-error` when the storage fails.
 */
export async function uploadPropertyDocument(
  deps: Pick<AppDeps, 'db' | 'clock' | 'storage'>,
  input: { file: { name: string; bytes: Uint8Array } | undefined; audit: RouteAudit },
): Promise<{ url: string }> {
  const { file, audit } = input;
  if (file === undefined) throw refused('needs a file');
  const type = await detectFileType(file.bytes);
  if (type?.kind !== 'pdf') throw refused('is no PDF');
  if (extname(file.name).length < 2) throw new AppError(FILE_EXTENSION_NOT_FOUND);
  const key = `public/documents/${newId()}.${type.extension}`;
  await deps.storage.put(key, file.bytes, type.contentType).catch((cause: unknown) => {
    throw new AppError(INTERNAL_ERROR, { cause });
  });
  const url = deps.storage.publicUrl(key);
  const at = deps.clock.now();
  await inTransaction(deps.db, (tx) => recordAdminAction(tx, { ...audit, payload: { url, name: file.name }, at }));
  return { url };
}

function refused(reason: string): AppError {
  return new AppError(VALIDATION_FAILED, { faults: [{ path: 'body/file', reason }] });
}
