// Codes of withdrawals and their status on each endpoint.

import { INTERNAL_SERVER_ERROR } from '../../../money/payments/index.ts';
import { ACCOUNT_IS_BEING_VERIFIED, ACCOUNT_NOT_COMPLETED } from '../../access/customers/index.ts';
import { tfaErrors } from '../../access/mfa/index.ts';

/**
 * There is no such bank account to withdraw to.
 * @cause `paymentMethodId` is unknown, of another investor, removed, or not activated at the provider.
 * @remedy Choose an activated bank account, or add one and wait until it is.
 */
export const PAYMENT_METHOD_NOT_FOUND = 'withdrawal.payment-method.not-found';

/**
 * The bank account is not known at the provider.
 * @cause It is activated, and its number there is missing from our records.
 * @remedy Add the bank account again.
 */
export const MISSING_PROVIDER_IBAN_ID = 'withdrawal.withdrawal-payment-method.missing-providerIbanId';

/**
 * The wallet has too little free money.
 * @cause `amount`, with the fee where the free withdrawals are used up, is more than is available.
 * @remedy Withdraw less.
 */
export const NOT_ENOUGH_BALANCE = 'customer-balance.not-enough-balance';

/**
 * The withdrawal cannot be checked.
 * @cause The balance of the wallet could not be read at the provider.
 * @remedy Try again later: nothing was withdrawn, and the code in `tfa` is not used up.
 */
export const FETCH_BALANCE_AT_PROVIDER_FAILED = 'customer.fetch-balance-at-provider-failed';

/**
 * None of your withdrawals has this id.
 * @cause The id is unknown, or the withdrawal is of another investor.
 * @remedy Take the id from the list of your withdrawals.
 */
export const WITHDRAWAL_NOT_FOUND = 'withdrawal.not-found';

/**
 * The withdrawal is held back for safety.
 * @cause The withdrawals of 24 hours exceed the limit, or the bank account was added too recently.
 * @remedy Withdraw less, or try again a day later.
 */
export const BLOCKED_BY_FRAUD_RULE = 'withdrawal.blocked-by-fraud-rule';

/**
 * Money cannot be withdrawn to this bank account yet.
 * @cause It was added shortly after the password, the second factor or the address of the account was replaced.
 * @remedy Wait until the date in `detail`, which the list of bank accounts shows as `payableFrom`, or withdraw to an older bank account.
 */
export const BANK_ACCOUNT_DELAYED = 'withdrawal.bank-account-delayed';

/** The documents' code for a balance mismatch, whether or not the customer was frozen for it. */
export const BALANCE_MISMATCH = INTERNAL_SERVER_ERROR;

export const withdrawErrors = {
  ...tfaErrors,
  [PAYMENT_METHOD_NOT_FOUND]: 404,
  [MISSING_PROVIDER_IBAN_ID]: 400,
  [NOT_ENOUGH_BALANCE]: 400,
  [FETCH_BALANCE_AT_PROVIDER_FAILED]: 500,
  [BLOCKED_BY_FRAUD_RULE]: 403,
  [BANK_ACCOUNT_DELAYED]: 403,
  [ACCOUNT_IS_BEING_VERIFIED]: 403,
  [ACCOUNT_NOT_COMPLETED]: 403,
  [BALANCE_MISMATCH]: 500,
};

/**
 * The withdrawal cannot be canceled any more.
 * @cause It is on its way to the bank, was paid, has failed, or was canceled before.
 * @remedy Read the withdrawal to see where it stands.
 */
export const NOT_CANCELABLE = 'withdrawal.not-cancelable';

/** Ours. */
export const readWithdrawalErrors = { [WITHDRAWAL_NOT_FOUND]: 404 };

/** Ours. */
export const cancelWithdrawalErrors = { [WITHDRAWAL_NOT_FOUND]: 404, [NOT_CANCELABLE]: 400 };
