// Codes of the management fees, and what each endpoint answers with them (document 3, Management fees).

import { INTERNAL_ERROR } from '../../core/errors.ts';

export const FEES_MUST_BE_NOT_EXECUTED = 'management-fees-must-be-not-executed';
export const FEES_PAYMENT_NOT_FOUND = 'payment-not-found';
/** The transfer that the caller names did not pay this fee (A-management-fees-4). */
export const FEES_PROVIDER_PAYMENT_INVALID = 'management-fees-provider-payment-invalid';

/** A provider failure shows no code of its own on transfer-one (Q31). */
export const transferOneErrors = { [FEES_MUST_BE_NOT_EXECUTED]: 400, [FEES_PAYMENT_NOT_FOUND]: 400, [INTERNAL_ERROR]: 500 };

/** `internal-error`: the provider was asked for the transfer, and did not answer. */
export const markAsExecutedErrors = {
  [FEES_MUST_BE_NOT_EXECUTED]: 400,
  [FEES_PAYMENT_NOT_FOUND]: 400,
  [FEES_PROVIDER_PAYMENT_INVALID]: 400,
  [INTERNAL_ERROR]: 500,
};
