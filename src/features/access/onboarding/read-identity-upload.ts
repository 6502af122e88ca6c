// Reads the multipart body of an identity document: its type, and one file, whose format is detected from its content.

import type { FastifyRequest } from 'fastify';
import { AppError, type FieldFault, VALIDATION_FAILED } from '../../../core/errors.ts';
import { partsOf, refusalOf, shownFileName } from '../../../core/http/multipart.ts';
import { detectFileType, type FileType } from '../../../providers/storage/index.ts';
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
