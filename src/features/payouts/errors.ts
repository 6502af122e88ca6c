// Codes of the payouts, all ours: the documents have no endpoint of them.

import { NOT_FOUND } from '../../core/errors.ts';
import { TRANSFER_FAILED_AT_PROVIDER } from '../funding/index.ts';

export const PAYOUT_LINE_NOT_REFUSED = 'payout-line-not-refused';
export const TAX_REMITTANCE_ALREADY_DONE = 'tax-remittance-already-done';
export const TAX_REMITTANCE_NOTHING_TO_REMIT = 'tax-remittance-nothing-to-remit';
export const TAX_REMITTANCE_NOT_COVERED = 'tax-remittance-not-covered';

/** A line that is ordered again, or was paid outside. */
export const payoutLineErrors = { [NOT_FOUND]: 404, [PAYOUT_LINE_NOT_REFUSED]: 400 };

export const taxRemittanceErrors = {
  [TAX_REMITTANCE_ALREADY_DONE]: 400,
  [TAX_REMITTANCE_NOTHING_TO_REMIT]: 400,
  [TAX_REMITTANCE_NOT_COVERED]: 400,
  [TRANSFER_FAILED_AT_PROVIDER]: 500,
};
