// Codes of referral rewards and their status on each endpoint (referrals.md#an-invoice).

import { NOT_FOUND } from '../../../core/errors.ts';
import { PROPERTY_NOT_FOUND } from '../../projects/project-life/index.ts';

/**
 * The invoice does not pay the next blocked reward in full.
 * @cause Going through the blocked rewards by date, the rest of `invoiceAmountInCents` is less than the next one.
 * @remedy Ask for an invoice of the exact sum of the oldest rewards, as the list of rewards waiting for an invoice shows them.
 */
export const INVOICE_AMOUNT_TOO_LOW = 'invoice-amount-too-low';

/**
 * The invoice is for more than all blocked rewards.
 * @cause `invoiceAmountInCents` exceeds the rewards blocked in this year, for the investor of `email` where it is sent.
 * @remedy Check year and amount against the list of rewards waiting for an invoice.
 */
export const INVOICE_AMOUNT_TOO_HIGH = 'invoice-amount-too-high';

/**
 * The file of this invoice has counted before.
 * @cause The same file was received for this referrer, or without an email, which counts for every referrer; or it was received for
 * anybody, and is sent without an email now.
 * @remedy Look at the list of received invoices. Ask the referrer for another invoice when further rewards are to be unblocked.
 */
export const INVOICE_ALREADY_COUNTED = 'invoice-already-counted';

export const payoutStatusErrors = { [PROPERTY_NOT_FOUND]: 404 };

export const receiveInvoiceErrors = {
  [INVOICE_AMOUNT_TOO_LOW]: 400,
  [INVOICE_AMOUNT_TOO_HIGH]: 400,
  [INVOICE_ALREADY_COUNTED]: 400,
};

export const invoiceFileErrors = { [NOT_FOUND]: 404 };
