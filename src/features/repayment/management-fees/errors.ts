// Codes of the management fees, and what each endpoint answers with them.

import { INTERNAL_ERROR } from '../../../core/errors.ts';
import { PROJECT_IS_SETTLED } from '../../projects/project-life/index.ts';

/**
 * The management fee was executed already, or its transfer is on its way.
 * @cause It was transferred or marked as executed before, or by somebody else at the same time.
 * @remedy Do nothing: read the fees of the month to see how it was executed.
 */
export const FEES_MUST_BE_NOT_EXECUTED = 'management-fees-must-be-not-executed';

/**
 * There is no management fee for this echeance.
 * @cause The id is no echeance, one of another property, or one whose fee is 0.
 * @remedy Take the echeance id from the list of management fees.
 */
export const FEES_PAYMENT_NOT_FOUND = 'payment-not-found';

// Ours, of a fee that is marked with the transfer that paid it (A-management-fees-4).
/**
 * The transfer that was named did not pay this fee.
 * @cause `providerPaymentId` is unknown, not executed, between other wallets, of another amount, or stands for another payment;
 * `detail` says which.
 * @remedy Name the transfer that did pay the fee, or leave it out if the fee was paid outside.
 */
export const FEES_PROVIDER_PAYMENT_INVALID = 'management-fees-provider-payment-invalid';

/** A provider failure shows no code of its own on transfer-one (fees.md#transferring-a-fee). */
export const transferOneErrors = {
  [FEES_MUST_BE_NOT_EXECUTED]: 400,
  [FEES_PAYMENT_NOT_FOUND]: 400,
  [PROJECT_IS_SETTLED]: 400,
  [INTERNAL_ERROR]: 500,
};

/** `internal-error`: the provider was asked for the transfer, and did not answer. */
export const markAsExecutedErrors = {
  [FEES_MUST_BE_NOT_EXECUTED]: 400,
  [FEES_PAYMENT_NOT_FOUND]: 400,
  [PROJECT_IS_SETTLED]: 400,
  [FEES_PROVIDER_PAYMENT_INVALID]: 400,
  [INTERNAL_ERROR]: 500,
};
