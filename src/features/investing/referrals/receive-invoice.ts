// POST /administration/referral-for-primary-purchase/invoice-received: an invoice unblocks the oldest blocked rewards.

import { createHash } from 'node:crypto';
import { recordAdminAction } from '../../../core/audit.ts';
import type { Cents } from '../../../core/cents.ts';
import { lockKey } from '../../../core/db/transaction.ts';
import { isDatabaseUnavailable } from '../../../core/db/unavailable.ts';
import { AppError } from '../../../core/errors.ts';
import { type IdempotencyClaim, inIdempotentTransaction } from '../../../core/http/idempotency.ts';
import type { RouteAudit } from '../../../core/http/route.ts';
import { newId } from '../../../core/ids.ts';
import type { AppDeps } from '../../../deps.ts';
import { findCustomerIdByEmail } from '../../access/customers/index.ts';
import type { InvoiceUpload } from './read-invoice-upload.ts';
import { INVOICE_ALREADY_COUNTED } from './reward-errors.ts';
import { hasFileCounted, insertInvoice, lockBlockedRewards, unblockRewards } from './reward-queries.ts';
import { matchInvoice } from './reward-rules.ts';

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
    // An unknown email matches no rewards (A-referral-rewards-3).
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
