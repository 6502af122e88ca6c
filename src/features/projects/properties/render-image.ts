// Turns an uploaded picture into the files that pages show: decoded and encoded again, so that only the picture itself remains.

import { detectFileType, type FileKind, type FileType } from '../../../providers/storage/index.ts';

/** The accepted formats. */
const IMAGE_KINDS: readonly FileKind[] = ['jpeg', 'png', 'webp'];
/** A larger picture would need gigabytes of memory when decoded. */
const MAX_PIXELS = 50_000_000;
const MAX_SIDE = 2_560;
/** Widths of the smaller copies; a narrower picture is not enlarged (A-properties-40). */
const VARIANT_WIDTHS = [1_600, 800, 400] as const;
const QUALITY = 82;

/** A file to store; `suffix` follows the image's name, empty for the image itself. */
export type RenderedFile = { suffix: string; extension: string; contentType: string; bytes: Uint8Array };
export type RenderedImage = { image: RenderedFile; copies: RenderedFile[] };

type Pixels = { data: Buffer; info: { width: number; height: number; channels: 1 | 2 | 3 | 4 } };

/**
 * The image in its own format, upright and in sRGB, and its copies as WebP; without EXIF data, location, thumbnail or colour
 * profile. Undefined for a file that is not jpeg, png or webp, is truncated, or has more than 50 million pixels
 * (A-properties-40).
 */
export async function renderImage(bytes: Uint8Array): Promise<RenderedImage | undefined> {
  const type = await detectFileType(bytes);
  if (type === null || !IMAGE_KINDS.includes(type.kind) || !endsWithItsImage(bytes, type.kind)) return undefined;
  const pixels = await decode(bytes, type.kind);
  if (pixels === undefined) return undefined;
  const image = await encode(pixels, type);
  const copies: RenderedFile[] = [];
  for (const width of VARIANT_WIDTHS) copies.push(await narrow(pixels, width));
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
async function decode(bytes: Uint8Array, kind: FileKind): Promise<Pixels | undefined> {
  try {
    return await readPixels(bytes, kind, 'warning');
  } catch (error) {
    const isHarmless = kind === 'jpeg' && error instanceof Error && HARMLESS.test(error.message);
    return isHarmless ? readPixels(bytes, kind, 'error').catch(() => undefined) : undefined;
  }
}

async function readPixels(bytes: Uint8Array, kind: FileKind, failOn: 'warning' | 'error'): Promise<Pixels | undefined> {
  // Loaded at first use, so that the process starts quickly.
  const { default: sharp } = await import('sharp');
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

async function encode(pixels: Pixels, type: FileType): Promise<RenderedFile> {
  const { default: sharp } = await import('sharp');
  const picture = sharp(pixels.data, { raw: pixels.info });
  if (type.kind === 'png') picture.png();
  else if (type.kind === 'webp') picture.webp({ quality: QUALITY });
  else picture.jpeg({ quality: QUALITY, mozjpeg: true });
  return { suffix: '', extension: type.extension, contentType: type.contentType, bytes: await picture.toBuffer() };
}

async function narrow(pixels: Pixels, width: number): Promise<RenderedFile> {
  const { default: sharp } = await import('sharp');
  const bytes = await sharp(pixels.data, { raw: pixels.info })
    .resize({ width, withoutEnlargement: true })
    .webp({ quality: QUALITY })
    .toBuffer();
  return { suffix: `-${width}`, extension: 'webp', contentType: 'image/webp', bytes };
}
