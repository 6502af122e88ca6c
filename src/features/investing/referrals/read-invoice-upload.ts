// Reads the multipart body of a referrer's invoice: a file (its type is detected from the content), amount, year, optional email.

import type { FastifyRequest } from 'fastify';
import { type Cents, centsOf } from '../../../core/cents.ts';
import { AppError, type FieldFault, VALIDATION_FAILED } from '../../../core/errors.ts';
import { partsOf, refusalOf } from '../../../core/http/multipart.ts';
import { detectFileType, type FileType } from '../../../providers/storage/index.ts';

/** A validated upload, in memory; the amount in cents. */
export type InvoiceUpload = { bytes: Buffer; fileType: FileType; amountCents: Cents; year: number; email: string | undefined };

const FILE = 'file';
const MAX_BYTES = 10 * 1_048_576;
const MAX_EMAIL_LENGTH = 254;
const DIGITS = /^\d{1,16}$/;
/** Limits of the numeric fields; the amount is at least one cent (referrals.md#an-invoice). */
const NUMBERS = { invoiceAmountInCents: [1, Number.MAX_SAFE_INTEGER], year: [2000, 2199] } as const;

/** Errors: `validation-failed` with each invalid field, `payload-too-large` above 10 MB. */
export async function readInvoiceUpload(request: FastifyRequest): Promise<InvoiceUpload> {
  const { bytes, fields } = await readParts(request);
  const fileType = bytes && (await detectFileType(bytes));
  const faults: FieldFault[] = [];
  if (!bytes || bytes.length === 0) faults.push({ path: 'body/file', reason: 'is required' });
  else if (!fileType) faults.push({ path: 'body/file', reason: 'must be a PDF or an image (JPEG, PNG, WebP)' });
  const amountCents = wholeNumber(fields, 'invoiceAmountInCents', faults);
  const year = wholeNumber(fields, 'year', faults);
  // A blank one is refused: it would stand for every referrer.
  const email = fields.get('email')?.trim();
  if (email !== undefined && (email.length > MAX_EMAIL_LENGTH || !email.includes('@')))
    faults.push({ path: 'body/email', reason: 'must be an email address' });
  if (!bytes || !fileType || faults.length > 0) throw new AppError(VALIDATION_FAILED, { faults });
  return { bytes, fileType, amountCents: centsOf(amountCents), year, email };
}

/** The field as a whole number within its limits; otherwise adds a fault. */
function wholeNumber(fields: ReadonlyMap<string, string>, name: keyof typeof NUMBERS, faults: FieldFault[]): number {
  const [min, max] = NUMBERS[name];
  const text = fields.get(name);
  const value = Number(text);
  if (text === undefined || !DIGITS.test(text) || value < min || value > max)
    faults.push({ path: `body/${name}`, reason: `must be a whole number from ${min} to ${max}` });
  return value;
}

/** Reads the whole request before anything is refused, so that the client receives the answer. */
async function readParts(request: FastifyRequest): Promise<{ bytes: Buffer | undefined; fields: Map<string, string> }> {
  const fields = new Map<string, string>();
  let bytes: Buffer | undefined;
  try {
    for await (const part of partsOf(request, { files: 1, fileSize: MAX_BYTES })) {
      if (part.type === 'field') {
        if (typeof part.value === 'string') fields.set(part.fieldname, part.value);
        continue;
      }
      // For a file that is too large the library throws again at the end of the request.
      const read = await part.toBuffer().catch(() => undefined);
      if (part.fieldname === FILE) bytes = read;
    }
  } catch (error) {
    throw refusalOf(error, { field: FILE, most: 1 });
  }
  return { bytes, fields };
}
