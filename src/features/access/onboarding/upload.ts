// POST /customers/investor-identity-document: stores an identity document; that of an individual goes to the verifier
// at once.

import { createHash } from 'node:crypto';
import { inflateSync } from 'node:zlib';
import type { FastifyRequest } from 'fastify';
import type { CustomerId } from '../../../core/db/tables.ts';
import { inTransaction } from '../../../core/db/transaction.ts';
import { isDatabaseUnavailable } from '../../../core/db/unavailable.ts';
import { withPicture } from '../../../core/documents/pictures.ts';
import { AppError, type FieldFault, TEMPORARILY_UNAVAILABLE, VALIDATION_FAILED } from '../../../core/errors.ts';
import { partsOf, refusalOf, shownFileName } from '../../../core/http/request-bodies.ts';
import { newId } from '../../../core/ids.ts';
import type { AppDeps } from '../../../deps.ts';
import { enqueueChatMessage } from '../../../providers/chat/index.ts';
import { detectFileType, type FileKind, type FileType } from '../../../providers/storage/index.ts';
import { findCustomer, type InvestorView, lockCustomer, markDocumentsCompleted, readInvestorView } from '../customers/index.ts';
import { FILE_IS_CUT, FILE_IS_EMPTY, FILE_IS_LOCKED, ONBOARDING_V1_IS_NOT_ENABLED } from './errors.ts';
import { finishKyc } from './finish-kyc.ts';
import { findStorageKey, isSameOnItsWay, isUploadOpen, replaceDocument } from './queries.ts';
import { assertMayHandIn, IDENTITY_DOCUMENT_TYPES, type IdentityDocumentType } from './rules.ts';

type Deps = Pick<AppDeps, 'db' | 'clock' | 'config' | 'jobs' | 'storage' | 'payments' | 'log'>;

/** The investor and the file; `endUser` is passed on to the provider. */
export type UploadIdentityDocumentInput = {
  customerId: CustomerId;
  upload: IdentityUpload;
  endUser: { address: string; userAgent: string | undefined };
};

/**
 * 1. check onboarding v1, profile, open KYC and that the file can be read; 2. store the file; 3. record it in place of an earlier one of
 * its type; 4. individual: finish KYC, business: complete forms.documents. After a failure between two steps, a retry completes them.
 * Errors: `onboarding.v1-is-not-enabled` (and an internal alert), `forbidden`, those of {@link assertReadable} and of {@link finishKyc}.
 */
export async function uploadIdentityDocument(deps: Deps, input: UploadIdentityDocumentInput): Promise<InvestorView> {
  const { customerId } = input;
  const customer = await findCustomer(deps.db, customerId);
  if (customer?.onboardingVersion === 'v2') {
    await alertOfUploadByV2(deps, customerId);
    throw new AppError(ONBOARDING_V1_IS_NOT_ENABLED);
  }
  assertMayHandIn(customer);
  await assertReadable(input.upload.bytes, input.upload.fileType.kind);

  await handIn(deps, input);
  return readInvestorView(deps.db, customerId);
}

async function handIn(deps: Deps, input: UploadIdentityDocumentInput): Promise<void> {
  const { customerId, upload } = input;
  const storageKey = `private/identity-documents/${customerId}/${newId()}.${upload.fileType.extension}`;
  await deps.storage.put(storageKey, upload.bytes, upload.fileType.contentType);
  const recorded = await record(deps, input, storageKey).catch(async (error: unknown) => {
    // A commit without an answer may have succeeded: then the record refers to the file.
    if (!isDatabaseUnavailable(error)) await removeFile(deps, storageKey);
    throw error;
  });
  if (recorded.replacedKey !== undefined) await removeFile(deps, recorded.replacedKey);

  if (recorded.isIndividual) await finishKyc(deps, input);
}

/** Checks the preconditions again under the lock: of two concurrent uploads only one may find KYC open. */
async function record(
  deps: Pick<Deps, 'db' | 'clock' | 'config'>,
  { customerId, upload }: UploadIdentityDocumentInput,
  storageKey: string,
): Promise<{ replacedKey: string | undefined; isIndividual: boolean }> {
  const at = deps.clock.now();
  return inTransaction(deps.db, async (tx) => {
    const customer = await lockCustomer(tx, customerId);
    assertMayHandIn(customer);
    if (customer?.onboardingVersion === 'v2') throw new AppError(ONBOARDING_V1_IS_NOT_ENABLED);
    const { type, name, fileType } = upload;
    const isIndividual = customer?.customerType === 'individual';
    const marginSeconds = deps.config.PROVIDER_RESEND_AFTER_SECONDS;
    const contentSha256 = createHash('sha256').update(upload.bytes).digest('hex');
    // Twice at once, or again because the answer was lost: the file that is on record goes on.
    if (await isSameOnItsWay(tx, { customerId, type, contentSha256 }, marginSeconds))
      return { replacedKey: storageKey, isIndividual };
    if (await isUploadOpen(tx, { customerId, type }, marginSeconds))
      throw new AppError(TEMPORARILY_UNAVAILABLE, { detail: 'Another file of this type is on its way to the payment provider.' });
    const replacedKey = await findStorageKey(tx, customerId, type);
    await replaceDocument(tx, { customerId, type, name, contentType: fileType.contentType, contentSha256, storageKey, at });
    if (!isIndividual) await markDocumentsCompleted(tx, customerId, at);
    return { replacedKey, isIndividual };
  });
}

async function alertOfUploadByV2(deps: Pick<Deps, 'db' | 'jobs'>, customerId: CustomerId): Promise<void> {
  await inTransaction(deps.db, (tx) =>
    enqueueChatMessage(tx, deps, {
      channel: 'internal-alerts',
      text: `Le client ${customerId}, en parcours v2, a envoyé une pièce d’identité par la route du parcours v1.`,
    }),
  );
}

/** Deletes a file without a record; a failure is only logged, as the file does no harm. */
async function removeFile(deps: Pick<Deps, 'storage' | 'log'>, storageKey: string): Promise<void> {
  await deps.storage.delete(storageKey).catch((error: unknown) => deps.log.warn({ err: error, storageKey }, 'file not removed'));
}

/**
 * The file can be read once it is opened: it is not locked, not without a page, not cut. Errors: `identity-document.locked`,
 * `identity-document.cut`, `identity-document.empty`.
 */
async function assertReadable(bytes: Uint8Array, kind: FileKind): Promise<void> {
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
  return withPicture(async (sharp) => {
    const picture = sharp(bytes, { failOn: 'truncated' });
    try {
      const { width, height } = await picture.metadata();
      if (width * height <= MAX_PIXELS) await picture.resize({ width: 16, withoutEnlargement: true }).raw().toBuffer();
      return true;
    } catch {
      return false;
    }
  });
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
    // Packed in another way, or by more than we unpack: the verifier opens it.
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

// Reads the multipart body of an identity document: its type, and one file, whose format is detected from its content.

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
