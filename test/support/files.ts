// Files of each kind that tests upload, as large as the provider asks for, and the form that carries one.

import sharp from 'sharp';

/** The provider takes no smaller document. */
const LEAST_BYTES = 100 * 1_024;
const SIDE = 200;

/** A picture that no format makes small. */
const noise = () => {
  const pixels = Buffer.alloc(SIDE * SIDE * 3);
  let seed = 1;
  for (const index of pixels.keys()) {
    seed = (Math.imul(seed, 1_103_515_245) + 12_345) >>> 0;
    pixels[index] = seed >>> 24;
  }
  return sharp(pixels, { raw: { width: SIDE, height: SIDE, channels: 3 } });
};

export const PNG = new Uint8Array(await noise().png().toBuffer());
export const JPEG = new Uint8Array(await noise().jpeg({ quality: 100, chromaSubsampling: '4:4:4' }).toBuffer());

const HEADER = '%PDF-1.7\n';

/** A PDF of these objects, with one empty page if none are given; `before` its header. */
export function pdfOf({
  objects = '3 0 obj\n<< /Type /Page /Parent 2 0 R /MediaBox [0 0 300 200] >>\nendobj\n',
  trailer = '',
  before = '',
  bytes = LEAST_BYTES,
} = {}): Uint8Array<ArrayBuffer> {
  const catalog =
    '1 0 obj\n<< /Type /Catalog /Pages 2 0 R >>\nendobj\n2 0 obj\n<< /Type /Pages /Kids [3 0 R] /Count 1 >>\nendobj\n';
  const end = `trailer\n<< /Root 1 0 R ${trailer}>>\nstartxref\n0\n%%EOF\n`;
  const comment = `%${' '.repeat(Math.max(0, bytes - HEADER.length - catalog.length - objects.length - end.length - 2))}\n`;
  return new Uint8Array(Buffer.from(`${before}${HEADER}${comment}${catalog}${objects}${end}`, 'latin1'));
}
export const PDF = pdfOf();

/** Multipart body with `file` and `type`. */
export function uploadOf(bytes: Uint8Array<ArrayBuffer>, fields: { type: string; name: string }): FormData {
  const form = new FormData();
  form.set('type', fields.type);
  form.set('file', new Blob([bytes]), fields.name);
  return form;
}
