// POST /administration/property/upload-image: stores images of a gallery under public addresses.

import { recordAdminAction } from '../../../core/audit.ts';
import { inTransaction } from '../../../core/db/transaction.ts';
import { AppError, type FieldFault, INTERNAL_ERROR, VALIDATION_FAILED } from '../../../core/errors.ts';
import type { RouteAudit } from '../../../core/http/route.ts';
import { newId } from '../../../core/ids.ts';
import type { AppDeps } from '../../../deps.ts';
import { type RenderedFile, type RenderedImage, renderImage } from './render-image.ts';

type Deps = Pick<AppDeps, 'db' | 'clock' | 'storage' | 'log'>;

/**
 * Stores every image with its smaller copies (A-properties-40) and returns the addresses in the order sent, without those that
 * the storage failed to store (A-properties-5). Errors: `validation-failed` without a file, or with the positions of files that
 * are not readable images, and then nothing is stored; `internal-error` when none could be stored.
 */
export async function uploadImages(deps: Deps, input: { files: readonly Uint8Array[]; audit: RouteAudit }): Promise<string[]> {
  const { files, audit } = input;
  if (files.length === 0) throw refused([{ path: 'body/files', reason: 'needs at least one image' }]);
  const images = await renderAll(files);
  const stored = await Promise.all(images.map((image) => storeImage(deps, image)));
  const urls = stored.filter((url) => url !== undefined);
  if (urls.length === 0) throw new AppError(INTERNAL_ERROR, { detail: 'Failed to upload images' });
  const at = deps.clock.now();
  await inTransaction(deps.db, (tx) => recordAdminAction(tx, { ...audit, payload: { urls }, at }));
  return urls;
}

async function renderAll(files: readonly Uint8Array[]): Promise<RenderedImage[]> {
  const images: RenderedImage[] = [];
  const faults: FieldFault[] = [];
  for (const [position, bytes] of files.entries()) {
    // One after the other, as a decoded picture is many times the size of its file.
    const image = await renderImage(bytes);
    if (image) images.push(image);
    else faults.push({ path: `body/files/${position}`, reason: 'is no readable JPEG, PNG or WebP image' });
  }
  if (faults.length > 0) throw refused(faults);
  return images;
}

/** Address of the stored image; undefined when the storage fails, and then all its files are deleted. */
async function storeImage(deps: Deps, { image, copies }: RenderedImage): Promise<string | undefined> {
  const name = `public/images/${newId()}`;
  const keyOf = ({ suffix, extension }: RenderedFile) => `${name}${suffix}.${extension}`;
  const files = [image, ...copies];
  const puts = await Promise.allSettled(files.map((file) => deps.storage.put(keyOf(file), file.bytes, file.contentType)));
  const failure = puts.find((put) => put.status === 'rejected');
  if (failure === undefined) return deps.storage.publicUrl(keyOf(image));
  deps.log.warn({ err: failure.reason, name }, 'an image was not stored');
  const remove = (key: string) =>
    deps.storage.delete(key).catch((error: unknown) => deps.log.warn({ err: error, key }, 'file not removed'));
  await Promise.all(files.map((file) => remove(keyOf(file))));
  return undefined;
}

function refused(faults: readonly FieldFault[]): AppError {
  return new AppError(VALIDATION_FAILED, { faults });
}
