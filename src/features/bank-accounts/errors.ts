// Codes of bank accounts and what creating or removing one answers with them (ours, but for the documents' `2fa-code.invalid`).

import { TFA_CODE_INVALID } from '../mfa/index.ts';

export const PROVIDER_ACCOUNT_REQUIRED = 'bank-account.provider-account-required';
export const DEPOSIT_ACCOUNT = 'bank-account.deposit-account';
export const REFUSED_BY_PROVIDER = 'bank-account.refused-by-provider';

export const BANK_ACCOUNT_NOT_FOUND = 'bank-account.not-found';
export const WITHDRAWAL_OPEN = 'bank-account.withdrawal-open';

export const removeBankAccountErrors = { [BANK_ACCOUNT_NOT_FOUND]: 404, [WITHDRAWAL_OPEN]: 409 };

export const addBankAccountErrors = {
  [TFA_CODE_INVALID]: 403,
  [DEPOSIT_ACCOUNT]: 400,
  [PROVIDER_ACCOUNT_REQUIRED]: 400,
  [REFUSED_BY_PROVIDER]: 400,
};
