// Codes of the referral rewards and what each endpoint answers with them (document 2, Referral rewards).

import { NOT_FOUND, PROPERTY_NOT_FOUND } from '../../core/errors.ts';

export const INVOICE_AMOUNT_TOO_LOW = 'invoice-amount-too-low';
export const INVOICE_AMOUNT_TOO_HIGH = 'invoice-amount-too-high';

export const payoutStatusErrors = { [PROPERTY_NOT_FOUND]: 404 };

export const receiveInvoiceErrors = { [INVOICE_AMOUNT_TOO_LOW]: 400, [INVOICE_AMOUNT_TOO_HIGH]: 400 };

export const invoiceFileErrors = { [NOT_FOUND]: 404 };
