// Invoices of referrers: each unblocks rewards above the yearly cap.

import { createHash } from 'node:crypto';
import { extname } from 'node:path';
import type { FastifyRequest } from 'fastify';
import type { Static } from 'typebox';
import { recordAdminAction } from '../../../core/audit.ts';
import { type Cents, centsOf } from '../../../core/cents.ts';
import type { CustomerId } from '../../../core/db/tables.ts';
import { lockKey } from '../../../core/db/transaction.ts';
import { isDatabaseUnavailable } from '../../../core/db/unavailable.ts';
import { AppError, type FieldFault, NOT_FOUND, VALIDATION_FAILED } from '../../../core/errors.ts';
import { type IdempotencyClaim, inIdempotentTransaction } from '../../../core/http/idempotency.ts';
import { decodeCursor, toPage } from '../../../core/http/pagination.ts';
import { partsOf, refusalOf } from '../../../core/http/request-bodies.ts';
import type { RouteAudit } from '../../../core/http/route.ts';
import { newId } from '../../../core/ids.ts';
import type { AppDeps } from '../../../deps.ts';
import { detectFileType, type FileType } from '../../../providers/storage/index.ts';
import { findCustomerIdByEmail } from '../../access/customers/index.ts';
import { INVOICE_ALREADY_COUNTED } from './errors.ts';
import {
  findInvoiceFile,
  hasFileCounted,
  insertInvoice,
  listReferralInvoices,
  lockBlockedRewards,
  type ReferralInvoiceRow,
  sumAboveCap,
  unblockRewards,
} from './reward-queries.ts';
import { matchInvoice } from './rules.ts';
import type { ReferralInvoicesPage, ReferralInvoicesQuery, ReferralInvoiceView, WaitingForInvoice } from './schemas.ts';

// GET /administration/referral-for-primary-purchase/waiting-for-invoice: the rewards above the yearly cap.

/** Cents that wait for an invoice, and cents that an invoice has unblocked, by the referrer's email and the year. */
export async function listWaitingForInvoice({
  db,
  config,
}: Pick<AppDeps, 'db' | 'config'>): Promise<Static<typeof WaitingForInvoice>> {
  const byEmail = new Map<string, Record<string, { 'waiting-for-invoice': Cents; 'invoice-received': Cents }>>();
  for (const { email, year, waitingCents, receivedCents } of await sumAboveCap(db)) {
    const years = byEmail.get(email) ?? {};
    years[year] = { 'waiting-for-invoice': waitingCents, 'invoice-received': receivedCents };
    byEmail.set(email, years);
  }
  return { reachedLimitRewards: Object.fromEntries(byEmail), maxRewardPerYearInCents: config.MAX_REFERRAL_REWARD_PER_YEAR_CENTS };
}

// POST /administration/referral-for-primary-purchase/invoice-received: an invoice unblocks the oldest blocked rewards.

type Deps = Pick<AppDeps, 'db' | 'clock' | 'storage' | 'log'>;
type StoredInvoice = InvoiceUpload & { id: string; storageKey: string };

/** The invoice and the request that uploads it. */
export type ReceiveInvoice = { upload: InvoiceUpload; audit: RouteAudit; idempotency: IdempotencyClaim | undefined };

/** The stored invoice and what it unblocked. */
export type ReceivedInvoice = { id: string; year: number; unblockedAmountInCents: Cents; unblockedRewards: number };

/**
 * 1. store the file; 2. in one transaction: lock the blocked rewards of the year (of one referrer when `email` is given,
 * referrals.md#an-invoice), unblock the oldest ones that add up to the amount, write the audit row. A refusal deletes the file.
 * Its file counts once for a referrer; one that names no referrer counts for all of them (A-referral-rewards-9). Errors:
 * `invoice-amount-too-low`, `invoice-amount-too-high`, `invoice-already-counted`.
 */
export async function receiveInvoice(deps: Deps, input: ReceiveInvoice): Promise<ReceivedInvoice> {
  const { upload } = input;
  const id = newId();
  const storageKey = `private/referral-invoices/${id}.${upload.fileType.extension}`;
  await deps.storage.put(storageKey, upload.bytes, upload.fileType.contentType);
  try {
    return await unblock(deps, { ...upload, id, storageKey }, input);
  } catch (error) {
    // The transaction may have been committed, and the invoice refer to the file: keep it.
    if (isDatabaseUnavailable(error)) throw error;
    // No invoice refers to the file; failing to delete it does no harm.
    await deps.storage
      .delete(storageKey)
      .catch((failure: unknown) => deps.log.warn({ err: failure, storageKey }, 'file not removed'));
    throw error;
  }
}

async function unblock(deps: Deps, invoice: StoredInvoice, { audit, idempotency }: ReceiveInvoice): Promise<ReceivedInvoice> {
  const { id, year, amountCents, email, storageKey, fileType, bytes } = invoice;
  const at = deps.clock.now();
  return inIdempotentTransaction(deps.db, idempotency, async (tx) => {
    const referrerId = email === undefined ? undefined : await findCustomerIdByEmail(tx, email);
    // An unknown email matches no rewards.
    const isUnknown = email !== undefined && referrerId === undefined;
    const blocked = isUnknown ? [] : await lockBlockedRewards(tx, { year, referrerId });
    const match = matchInvoice(blocked, amountCents);
    if ('refusal' in match) throw new AppError(match.refusal);
    const fileDigest = createHash('sha256').update(bytes).digest();
    // No row is common to an invoice of one referrer and one that names none: the constraint tells the others apart.
    await lockKey(tx, `referral-invoice ${fileDigest.toString('hex')}`);
    if (await hasFileCounted(tx, { fileDigest, referrerId })) throw new AppError(INVOICE_ALREADY_COUNTED);
    await insertInvoice(tx, { id, year, amountCents, referrerId, storageKey, contentType: fileType.contentType, fileDigest, at });
    await unblockRewards(
      tx,
      match.matched.map((reward) => reward.id),
      id,
    );
    const payload = {
      year,
      invoiceAmountInCents: amountCents,
      unblockedRewards: match.matched.length,
      ...(referrerId === undefined ? {} : { referrerCustomerId: referrerId }),
    };
    await recordAdminAction(tx, { ...audit, target: { type: 'referral-invoice', id }, payload, at });
    return { id, year, unblockedAmountInCents: amountCents, unblockedRewards: match.matched.length };
  });
}

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

// GET /administration/referral-for-primary-purchase/invoices: invoices of referrers, with the rewards that
// they unblocked.

/** One page, newest first. Error: `validation-failed` for an invalid cursor. */
export async function listReceivedInvoices(
  deps: Pick<AppDeps, 'db'>,
  { limit, cursor, ...filters }: Static<typeof ReferralInvoicesQuery>,
): Promise<Static<typeof ReferralInvoicesPage>> {
  const rows = await listReferralInvoices(deps.db, filters, { after: decodeCursor(cursor), limit: limit + 1 });
  return toPage(rows, limit, ({ createdAt: at, id }) => ({ at, id }), toView);
}

/** The amount of an invoice is exactly the sum of what it unblocked: it is paid once all of that is paid. */
function toView({ referrerCustomerId, referrerEmail, ...row }: ReferralInvoiceRow): ReferralInvoiceView {
  return {
    ...row,
    status: row.paidCents >= row.amountCents ? 'paid' : 'waiting',
    referrer: referrerOf(referrerCustomerId, referrerEmail),
    createdAt: row.createdAt.toString(),
  };
}

function referrerOf(customerId: CustomerId | null, email: string | null): ReferralInvoiceView['referrer'] {
  if (customerId === null) return null;
  if (email === null) throw new Error(`the referrer ${customerId} has no account`);
  return { customerId, email };
}

// GET /administration/referral-for-primary-purchase/invoices/:invoiceId/file: an invoice of a referrer as it was uploaded.

/** Error: `not-found`, also when the file is missing in the storage. */
export async function readReceivedInvoice(
  deps: Pick<AppDeps, 'db' | 'storage'>,
  invoiceId: string,
): Promise<{ name: string; contentType: string; bytes: Uint8Array }> {
  const invoice = await findInvoiceFile(deps.db, invoiceId);
  const file = invoice && (await deps.storage.get(invoice.storageKey));
  if (!invoice || !file) throw new AppError(NOT_FOUND, { detail: 'Invoice not found' });
  const { contentType, storageKey } = invoice;
  return { name: `${invoiceId}${extname(storageKey)}`, contentType, bytes: file.bytes };
}
