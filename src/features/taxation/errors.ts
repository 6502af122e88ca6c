// Codes of the taxation and what each endpoint answers with them (document 1, Taxation).

import { NOT_FOUND } from '../../core/errors.ts';

export const INVALID_TAX_EXEMPTION_FORM = 'investor.taxation.invalid-tax-exemption-form';
export const NOT_ALLOWED_TO_SUBMIT = 'investor.taxation.not-allowed-to-submit-tax-exemption-form';
// A-taxation-6: the documents have no decision by an administrator, so these two are ours.
export const REQUEST_ALREADY_VALIDATED = 'taxation.request.already-validated';
export const REQUEST_ALREADY_REFUSED = 'taxation.request.already-refused';

export const requestTaxRateErrors = { [INVALID_TAX_EXEMPTION_FORM]: 400, [NOT_ALLOWED_TO_SUBMIT]: 400 };
export const validateRequestErrors = { [NOT_FOUND]: 404, [REQUEST_ALREADY_VALIDATED]: 400 };
export const refuseRequestErrors = { [NOT_FOUND]: 404, [REQUEST_ALREADY_REFUSED]: 400 };
/** A year outside those of the account (A-taxation-9). */
export const taxSummaryErrors = { [NOT_FOUND]: 404 };
