// Reads the multipart body of an identity document: its type, and one file, whose format is detected from its content; and whether it can be read.

import { inflateSync } from 'node:zlib';
import type { FastifyRequest } from 'fastify';
import { AppError, type FieldFault, VALIDATION_FAILED } from '../../../core/errors.ts';
import { partsOf, refusalOf, shownFileName } from '../../../core/http/multipart.ts';
import { detectFileType, type FileKind, type FileType } from '../../../providers/storage/index.ts';
import { FILE_IS_CUT, FILE_IS_EMPTY, FILE_IS_LOCKED } from './errors.ts';
import { IDENTITY_DOCUMENT_TYPES, type IdentityDocumentType } from './rules.ts';

/** A validated upload, in memory. `name` is safe to display and to send to the provider. */
export type IdentityUpload = { type: IdentityDocumentType; name: string; bytes: Buffer; fileType: FileType };

const FIELD = 'file';
const MAX_BYTES = 10 * 1_048_576;
const KINDS: readonly FileType['kind'][] = ['jpeg', 'png', 'pdf'];

/** Errors: `validation-failed` with each bad field, `payload-too-large` above 10 MB. */
export async function readIdentityUpload(request: FastifyRequest): Promise<IdentityUpload> {
  const { file, type } = await readParts(request);
  const fileType = file && (await detectFileType(file.bytes));
  const known = IDENTITY_DOCUMENT_TYPES.find((candidate) => candidate === type);
  const faults: FieldFault[] = [];
  if (!file || file.bytes.length === 0) faults.push({ path: 'body/file', reason: 'is required' });
  else if (!fileType || !KINDS.includes(fileType.kind)) faults.push({ path: 'body/file', reason: 'must be a JPEG, PNG or PDF' });
  if (known === undefined) faults.push({ path: 'body/type', reason: `must be one of ${IDENTITY_DOCUMENT_TYPES.join(', ')}` });
  if (!file || !fileType || known === undefined || faults.length > 0) throw new AppError(VALIDATION_FAILED, { faults });
  return { type: known, name: shownFileName(file.name, `document.${fileType.extension}`), bytes: file.bytes, fileType };
}

type Parts = { file?: { name: string; bytes: Buffer }; type?: string };

/** Reads the body to its end before anything is refused, so that the client receives the answer. */
async function readParts(request: FastifyRequest): Promise<Parts> {
  const parts: Parts = {};
  try {
    for await (const part of partsOf(request, { files: 1, fileSize: MAX_BYTES })) {
      if (part.type === 'field') {
        if (part.fieldname === 'type' && typeof part.value === 'string') parts.type = part.value;
        continue;
      }
      // A file that is too large: the library throws again at the end of the request.
      const bytes = await part.toBuffer().catch(() => undefined);
      if (bytes && part.fieldname === FIELD) parts.file = { name: part.filename, bytes };
    }
  } catch (error) {
    throw refusalOf(error, { field: FIELD, most: 1 });
  }
  return parts;
}

/**
 * Whoever opens the file can read it: it is not locked, not without a page, not cut (A-onboarding-20). Errors: `identity-document.locked`, `identity-document.cut`,
 * `identity-document.empty`.
 */
export async function assertReadable(bytes: Uint8Array, kind: FileKind): Promise<void> {
  const isWhole = kind === 'pdf' ? isPdfWhole(bytes) : await isPictureWhole(bytes);
  if (!isWhole) throw new AppError(FILE_IS_CUT, { detail: 'The file breaks off: send it whole, or scan the document again.' });
  if (kind !== 'pdf') return;
  const text = textOf(bytes);
  if (ENCRYPTED.test(text))
    throw new AppError(FILE_IS_LOCKED, { detail: 'The PDF is protected by a password: send one that is not, or a photo.' });
  if (!hasPage(bytes, text)) throw new AppError(FILE_IS_EMPTY, { detail: 'The PDF has no page.' });
}

/** Every byte is a letter of the same number, so that places in the text are places in the file. */
function textOf(bytes: Uint8Array): string {
  return Buffer.from(bytes.buffer, bytes.byteOffset, bytes.length).toString('latin1');
}

/** A larger picture would need too much memory when decoded. */
const MAX_PIXELS = 50_000_000;

/** Decoding is the only sure test of a picture; one that is too large for us is left to the provider. */
async function isPictureWhole(bytes: Uint8Array): Promise<boolean> {
  const { default: sharp } = await import('sharp');
  const picture = sharp(bytes, { failOn: 'truncated' });
  try {
    const { width, height } = await picture.metadata();
    if (width * height <= MAX_PIXELS) await picture.resize({ width: 16, withoutEnlargement: true }).raw().toBuffer();
    return true;
  } catch {
    return false;
  }
}

/**
 * A PDF ends with the place of its list of objects. One that shows its first page early (`/Linearized`) has such an end near its start, too,
 * and says how long it was written.
 */
function isPdfWhole(bytes: Uint8Array): boolean {
  const text = textOf(bytes);
  const start = text.indexOf('%PDF-');
  const [, length] = /\/Linearized\b[^>]*?\/L\s+(\d+)/.exec(text.slice(start, start + 2_048)) ?? [];
  if (length !== undefined && bytes.length - start < Number(length)) return false;
  return /startxref\s+\d+\s+%%EOF/.test(text);
}

const ENCRYPTED = /\/Encrypt\s*(?:\d+\s+\d+\s+R|<<)/;
const PAGE = /\/Type\s*\/Page\b/;
const PACKED_OBJECTS = /\/Type\s*\/ObjStm\b[\s\S]{0,1024}?\bstream\r?\n/g;
/** What is unpacked of a file at most. */
const MAX_UNPACKED = 64 * 1_048_576;

/** Looks for a page among the objects, and among those that are packed together. */
function hasPage(bytes: Uint8Array, text: string): boolean {
  if (PAGE.test(text)) return true;
  let left = MAX_UNPACKED;
  for (const { 0: head, index } of text.matchAll(PACKED_OBJECTS)) {
    const unpacked = unpack(bytes.subarray(index + head.length), left);
    // Packed in another way, or by more than we unpack: whoever can will see.
    if (unpacked === undefined || PAGE.test(unpacked)) return true;
    left -= unpacked.length;
  }
  return false;
}

function unpack(packed: Uint8Array, maxOutputLength: number): string | undefined {
  try {
    return inflateSync(packed, { maxOutputLength }).toString('latin1');
  } catch {
    return undefined;
  }
}
