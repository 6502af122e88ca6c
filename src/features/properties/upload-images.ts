// POST /administration/property/upload-image: images for a gallery, stored under public addresses.

import { recordAdminAction } from '../../core/audit.ts';
import { inTransaction } from '../../core/db/transaction.ts';
import { AppError, INTERNAL_ERROR, VALIDATION_FAILED } from '../../core/errors.ts';
import type { RouteAudit } from '../../core/http/route.ts';
import { newId } from '../../core/ids.ts';
import type { AppDeps } from '../../deps.ts';
import { renderImage } from './render-image.ts';

/**
 * Stores every file that really is an image and answers their addresses in the order sent (Q76, A-properties-5); beside each lie its
 * narrower copies (A-properties-40). Others, and those that the storage refuses, are left out. Errors: `validation-failed` without any
 * file, `internal-error` when none could be stored.
 */
export async function uploadImages(
  deps: Pick<AppDeps, 'db' | 'clock' | 'storage' | 'log'>,
  input: { files: readonly Uint8Array[]; audit: RouteAudit },
): Promise<string[]> {
  const { files, audit } = input;
  if (files.length === 0)
    throw new AppError(VALIDATION_FAILED, { faults: [{ path: 'body/files', reason: 'needs at least one image' }] });
  const urls: string[] = [];
  for (const bytes of files) {
    // One after the other: decoded, a picture is many times its file.
    const url = await storeImage(deps, bytes);
    if (url !== undefined) urls.push(url);
  }
  if (urls.length === 0) throw new AppError(INTERNAL_ERROR, { detail: 'Failed to upload images' });
  const at = deps.clock.now();
  await inTransaction(deps.db, (tx) => recordAdminAction(tx, { ...audit, payload: { urls }, at }));
  return urls;
}

/** Address of the stored image; undefined when the bytes are none or the storage fails. */
async function storeImage(deps: Pick<AppDeps, 'storage' | 'log'>, bytes: Uint8Array): Promise<string | undefined> {
  const files = await renderImage(bytes);
  const [image] = files ?? [];
  if (files === undefined || image === undefined) return undefined;
  const name = `public/images/${newId()}`;
  try {
    await Promise.all(
      files.map((file) => deps.storage.put(`${name}${file.suffix}.${file.extension}`, file.bytes, file.contentType)),
    );
    return deps.storage.publicUrl(`${name}.${image.extension}`);
  } catch (error) {
    deps.log.warn({ err: error, name }, 'an image was not stored');
    return undefined;
  }
}
