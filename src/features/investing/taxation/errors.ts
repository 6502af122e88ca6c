// Codes of taxation and their status on each endpoint (tax.md#rate-of-the-answers).

import { NOT_FOUND } from '../../../core/errors.ts';

/**
 * No tax rate follows from the answers of the form.
 * @cause An answer is missing, is none of the allowed ones, or the answers contradict each other.
 * @remedy Correct the answers and send the form again.
 */
export const INVALID_TAX_EXEMPTION_FORM = 'investor.taxation.invalid-tax-exemption-form';

/**
 * This year cannot be declared now.
 * @cause It is past or too far ahead, was declared already, or, for an investor with taxable income, the deadline of 30 November
 * of the year before has passed.
 * @remedy Declare one of the years that are still open.
 */
export const NOT_ALLOWED_TO_SUBMIT = 'investor.taxation.not-allowed-to-submit-tax-exemption-form';

// The documents have no decision by an administrator: the following codes are ours.
/**
 * The tax-rate request is validated already.
 * @cause It was validated at once when it was sent, or by an administrator before.
 * @remedy Do nothing, or refuse the request if it should not count.
 */
export const REQUEST_ALREADY_VALIDATED = 'taxation.request.already-validated';

/**
 * The tax-rate request is refused already.
 * @cause An administrator refused it before.
 * @remedy Do nothing, or validate the request if it should count.
 */
export const REQUEST_ALREADY_REFUSED = 'taxation.request.already-refused';

/**
 * The tax-rate request can no longer be withdrawn.
 * @cause The team has validated or refused it.
 * @remedy Write to the team if the answers were wrong.
 */
export const REQUEST_DECIDED = 'taxation.request.decided';

/**
 * The investor has withdrawn the tax-rate request.
 * @cause They took it back while it waited, perhaps while you were reading it.
 * @remedy Look for a newer request of theirs for the year.
 */
export const REQUEST_WITHDRAWN = 'taxation.request.withdrawn';

/** Ours. */
export const declaredRateErrors = { [INVALID_TAX_EXEMPTION_FORM]: 400 };
export const requestTaxRateErrors = { [INVALID_TAX_EXEMPTION_FORM]: 400, [NOT_ALLOWED_TO_SUBMIT]: 400 };
export const withdrawRequestErrors = { [NOT_FOUND]: 404, [REQUEST_DECIDED]: 400 };
export const validateRequestErrors = { [NOT_FOUND]: 404, [REQUEST_ALREADY_VALIDATED]: 400, [REQUEST_WITHDRAWN]: 400 };
export const refuseRequestErrors = { [NOT_FOUND]: 404, [REQUEST_ALREADY_REFUSED]: 400, [REQUEST_WITHDRAWN]: 400 };
/** A year outside those of the account. */
export const taxSummaryErrors = { [NOT_FOUND]: 404 };
