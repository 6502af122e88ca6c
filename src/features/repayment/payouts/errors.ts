// Codes of the payouts, all ours: the documents have no endpoint of them.

import { INTERNAL_ERROR, NOT_FOUND } from '../../../core/errors.ts';
import { TRANSFER_FAILED_AT_PROVIDER } from '../../projects/funding/index.ts';

/**
 * The payout was not refused.
 * @cause It was paid, is on its way, or was ordered again or recorded as paid outside before.
 * @remedy Do nothing: the report of the month shows where it stands.
 */
export const PAYOUT_LINE_NOT_REFUSED = 'payout-line-not-refused';

/**
 * The payout was refused, but one of its payments may have moved money.
 * @cause The provider does not answer, or knows a movement of an earlier payment of this payout.
 * @remedy Try again later. If it stays so, look at the payments of the payout and at the incidents: the holder may have been paid.
 */
export const PAYOUT_LINE_MAY_BE_PAID = 'payout-line-may-be-paid';

/**
 * The tax of this month was remitted already.
 * @cause An earlier request did it, or its pay-out is on its way.
 * @remedy Do nothing: the report of the month shows the remittance.
 */
export const TAX_REMITTANCE_ALREADY_DONE = 'tax-remittance-already-done';

/**
 * There is no tax to remit for this month.
 * @cause No coupon paid in it had tax withheld that was not remitted.
 * @remedy Check the month.
 */
export const TAX_REMITTANCE_NOTHING_TO_REMIT = 'tax-remittance-nothing-to-remit';

/**
 * The tax account does not hold the tax of this month.
 * @cause Withheld tax has not reached it yet, or its balance at the provider does not fit the remittance.
 * @remedy Wait for the transfers of the next payout job; compare the account with the provider if it stays so.
 */
export const TAX_REMITTANCE_NOT_COVERED = 'tax-remittance-not-covered';

export const payoutLinesErrors = { [NOT_FOUND]: 404 };

export const payoutLineErrors = { [NOT_FOUND]: 404, [PAYOUT_LINE_NOT_REFUSED]: 400, [PAYOUT_LINE_MAY_BE_PAID]: 400 };

export const taxBankAccountsErrors = { [INTERNAL_ERROR]: 500 };

export const taxRemittanceErrors = {
  [TAX_REMITTANCE_ALREADY_DONE]: 400,
  [TAX_REMITTANCE_NOTHING_TO_REMIT]: 400,
  [TAX_REMITTANCE_NOT_COVERED]: 400,
  [TRANSFER_FAILED_AT_PROVIDER]: 500,
};
