// Files of properties under public addresses: the images of a gallery, and PDF documents.

import { extname } from 'node:path';
import { recordAdminAction } from '../../../core/audit.ts';
import type { PropertyId } from '../../../core/db/tables.ts';
import { inTransaction } from '../../../core/db/transaction.ts';
import { type Sharp, withPicture } from '../../../core/documents/pictures.ts';
import { AppError, type FieldFault, INTERNAL_ERROR, VALIDATION_FAILED } from '../../../core/errors.ts';
import type { RouteAudit } from '../../../core/http/route.ts';
import { newId } from '../../../core/ids.ts';
import type { AppDeps } from '../../../deps.ts';
import { detectFileType, type FileKind, type FileType } from '../../../providers/storage/index.ts';
import { PROPERTY_NOT_FOUND } from '../project-life/index.ts';
import { FILE_EXTENSION_NOT_FOUND } from './errors.ts';
import { findProperty } from './queries.ts';

/** The accepted formats. */
const IMAGE_KINDS: readonly FileKind[] = ['jpeg', 'png', 'webp'];
/** A larger picture would need gigabytes of memory when decoded. */
const MAX_PIXELS = 50_000_000;
const MAX_SIDE = 2_560;
/** Widths of the smaller copies; a narrower picture is not enlarged. */
const VARIANT_WIDTHS = [1_600, 800, 400] as const;
const QUALITY = 82;

/** A file to store; `suffix` follows the image's name, empty for the image itself. */
type RenderedFile = { suffix: string; extension: string; contentType: string; bytes: Uint8Array };
type RenderedImage = { image: RenderedFile; copies: RenderedFile[] };

type Pixels = { data: Buffer; info: { width: number; height: number; channels: 1 | 2 | 3 | 4 } };

type ForProject = { propertyId?: PropertyId; audit: RouteAudit };

type Deps = Pick<AppDeps, 'db' | 'clock' | 'storage' | 'log'>;

/**
 * Stores every image with its smaller copies and returns the addresses in the order sent, without those that
 * the storage failed to store. Errors: `validation-failed` without a file, or with the positions of files that
 * are not readable images, and then nothing is stored; `property.not-found` for a project that is not there; `internal-error` when none
 * could be stored.
 */
export async function uploadImages(deps: Deps, input: ForProject & { files: readonly Uint8Array[] }): Promise<string[]> {
  const { files } = input;
  if (files.length === 0) throw refused([{ path: 'body/files', reason: 'needs at least one image' }]);
  const audit = await auditOf(deps, input);
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
    const image = await withPicture((sharp) => renderImage(sharp, bytes));
    if (image) images.push(image);
    else faults.push({ path: `body/files/${position}`, reason: 'is no readable JPEG, PNG or WebP image' });
  }
  if (faults.length > 0) throw refused(faults);
  return images;
}

/**
 * The image in its own format, upright and in sRGB, and its copies as WebP; without EXIF data, location, thumbnail or colour
 * profile. Undefined for a file that is not jpeg, png or webp, is truncated, or has more than 50 million pixels.
 */
async function renderImage(sharp: Sharp, bytes: Uint8Array): Promise<RenderedImage | undefined> {
  const type = await detectFileType(bytes);
  if (type === null || !IMAGE_KINDS.includes(type.kind) || !endsWithItsImage(bytes, type.kind)) return undefined;
  const pixels = await decode(sharp, bytes, type.kind);
  if (pixels === undefined) return undefined;
  const image = await encode(sharp, pixels, type);
  const copies: RenderedFile[] = [];
  for (const width of VARIANT_WIDTHS) copies.push(await narrow(sharp, pixels, width));
  return { image, copies };
}

/**
 * Data after the end of a PNG or WebP picture is refused: the file could at the same time be an archive or a script. After a JPEG
 * it is accepted, as cameras append data, and it is removed by the new encoding.
 */
function endsWithItsImage(bytes: Uint8Array, kind: FileKind): boolean {
  const file = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  if (kind === 'png') return file.subarray(-12).equals(Buffer.from('0000000049454e44ae426082', 'hex'));
  return kind === 'jpeg' || (file.length >= 12 && file.readUInt32LE(4) + 8 === file.length);
}

/** A warning of the decoder about complete pictures of some telephones. */
const HARMLESS = /Invalid SOS parameters for sequential JPEG/;

/** All pixels, in upright orientation; undefined when one is missing. */
async function decode(sharp: Sharp, bytes: Uint8Array, kind: FileKind): Promise<Pixels | undefined> {
  try {
    return await readPixels(sharp, bytes, kind, 'warning');
  } catch (error) {
    const isHarmless = kind === 'jpeg' && error instanceof Error && HARMLESS.test(error.message);
    return isHarmless ? readPixels(sharp, bytes, kind, 'error').catch(() => undefined) : undefined;
  }
}

async function readPixels(
  sharp: Sharp,
  bytes: Uint8Array,
  kind: FileKind,
  failOn: 'warning' | 'error',
): Promise<Pixels | undefined> {
  const picture = sharp(bytes, { failOn, limitInputPixels: MAX_PIXELS });
  if ((await picture.metadata()).format !== kind) return undefined;
  const { data, info } = await picture
    .autoOrient()
    .resize({ width: MAX_SIDE, height: MAX_SIDE, fit: 'inside', withoutEnlargement: true })
    .toColourspace('srgb')
    .raw()
    .toBuffer({ resolveWithObject: true });
  return { data, info: { width: info.width, height: info.height, channels: info.channels } };
}

async function encode(sharp: Sharp, pixels: Pixels, type: FileType): Promise<RenderedFile> {
  const picture = sharp(pixels.data, { raw: pixels.info });
  if (type.kind === 'png') picture.png();
  else if (type.kind === 'webp') picture.webp({ quality: QUALITY });
  // Without `mozjpeg`: a twelfth smaller, it took more time than all the rest of a picture.
  else picture.jpeg({ quality: QUALITY });
  return { suffix: '', extension: type.extension, contentType: type.contentType, bytes: await picture.toBuffer() };
}

async function narrow(sharp: Sharp, pixels: Pixels, width: number): Promise<RenderedFile> {
  const bytes = await sharp(pixels.data, { raw: pixels.info })
    .resize({ width, withoutEnlargement: true })
    .webp({ quality: QUALITY })
    .toBuffer();
  return { suffix: `-${width}`, extension: 'webp', contentType: 'image/webp', bytes };
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

/** The audit row names the project that the files are for, where the request does. */
async function auditOf({ db }: Pick<Deps, 'db'>, { propertyId, audit }: ForProject) {
  if (propertyId === undefined) return audit;
  if (!(await findProperty(db, propertyId))) throw new AppError(PROPERTY_NOT_FOUND);
  return { ...audit, target: { type: 'property', id: propertyId } };
}

function refused(faults: readonly FieldFault[]): AppError {
  return new AppError(VALIDATION_FAILED, { faults });
}

/**
 * Stores the PDF, with an audit row. Errors: `validation-failed` without a file or when its content is not a PDF,
 * `file-extension-not-found` when its name has no extension, `property.not-found` for a project that is not there, `internal-error` when
 * the storage fails.
 */
export async function uploadPropertyDocument(
  deps: Pick<AppDeps, 'db' | 'clock' | 'storage'>,
  input: ForProject & { file: { name: string; bytes: Uint8Array } | undefined },
): Promise<{ url: string }> {
  const { file } = input;
  if (file === undefined) throw refusedDocument('needs a file');
  const type = await detectFileType(file.bytes);
  if (type?.kind !== 'pdf') throw refusedDocument('is no PDF');
  if (extname(file.name).length < 2) throw new AppError(FILE_EXTENSION_NOT_FOUND);
  const audit = await auditOf(deps, input);
  const key = `public/documents/${newId()}.${type.extension}`;
  await deps.storage.put(key, file.bytes, type.contentType).catch((cause: unknown) => {
    throw new AppError(INTERNAL_ERROR, { cause });
  });
  const url = deps.storage.publicUrl(key);
  const at = deps.clock.now();
  await inTransaction(deps.db, (tx) => recordAdminAction(tx, { ...audit, payload: { url, name: file.name }, at }));
  return { url };
}

function refusedDocument(reason: string): AppError {
  return new AppError(VALIDATION_FAILED, { faults: [{ path: 'body/file', reason }] });
}
