// Codes of withdrawals and what each endpoint answers with them (document 1, Withdrawals).

import { INTERNAL_SERVER_ERROR } from '../../core/errors.ts';
import { ACCOUNT_IS_BEING_VERIFIED, ACCOUNT_NOT_COMPLETED } from '../customers/index.ts';
import { TFA_CODE_INVALID } from '../mfa/index.ts';

export const PAYMENT_METHOD_NOT_FOUND = 'withdrawal.payment-method.not-found';
export const MISSING_PROVIDER_IBAN_ID = 'withdrawal.withdrawal-payment-method.missing-providerIbanId';
export const NOT_ENOUGH_BALANCE = 'customer-balance.not-enough-balance';
export const FETCH_BALANCE_AT_PROVIDER_FAILED = 'customer.fetch-balance-at-provider-failed';
export const WITHDRAWAL_NOT_FOUND = 'withdrawal.not-found';
export const BLOCKED_BY_FRAUD_RULE = 'withdrawal.blocked-by-fraud-rule';
/** The documents' word for balances that contradict each other, whether the customer was frozen for it or it was no proof. */
export const BALANCE_MISMATCH = INTERNAL_SERVER_ERROR;

export const withdrawErrors = {
  [TFA_CODE_INVALID]: 403,
  [PAYMENT_METHOD_NOT_FOUND]: 404,
  [MISSING_PROVIDER_IBAN_ID]: 400,
  [NOT_ENOUGH_BALANCE]: 400,
  [FETCH_BALANCE_AT_PROVIDER_FAILED]: 500,
  [BLOCKED_BY_FRAUD_RULE]: 403,
  [ACCOUNT_IS_BEING_VERIFIED]: 403,
  [ACCOUNT_NOT_COMPLETED]: 403,
  [BALANCE_MISMATCH]: 500,
};

/** Ours. */
export const readWithdrawalErrors = { [WITHDRAWAL_NOT_FOUND]: 404 };
