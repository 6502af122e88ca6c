// Codes of bank accounts and the status of each on its endpoints (all ours except `2fa-code.invalid`).

import { tfaErrors } from '../../access/mfa/index.ts';

/**
 * The investor has no wallet at the provider yet.
 * @cause A bank account was added before the identity documents were uploaded.
 * @remedy Complete the registration, then add the bank account.
 */
export const PROVIDER_ACCOUNT_REQUIRED = 'bank-account.provider-account-required';

/**
 * The IBAN belongs to a deposit account of the platform.
 * @cause Money withdrawn to it would return to a wallet.
 * @remedy Name a bank account of your own.
 */
export const DEPOSIT_ACCOUNT = 'bank-account.deposit-account';

/**
 * The provider does not take this bank account.
 * @cause It refused the IBAN or the holder.
 * @remedy Check both, or register another bank account.
 */
export const REFUSED_BY_PROVIDER = 'bank-account.refused-by-provider';

/**
 * None of your bank accounts has this id.
 * @cause The id is unknown, or the account is of another investor.
 * @remedy Take the id from the list of your bank accounts.
 */
export const BANK_ACCOUNT_NOT_FOUND = 'bank-account.not-found';

/**
 * The bank account cannot be removed now.
 * @cause A withdrawal to it is on its way.
 * @remedy Wait until the withdrawal has ended, then remove the account.
 */
export const WITHDRAWAL_OPEN = 'bank-account.withdrawal-open';

export const removeBankAccountErrors = { ...tfaErrors, [BANK_ACCOUNT_NOT_FOUND]: 404, [WITHDRAWAL_OPEN]: 409 };

export const addBankAccountErrors = {
  ...tfaErrors,
  [DEPOSIT_ACCOUNT]: 400,
  [PROVIDER_ACCOUNT_REQUIRED]: 400,
  [REFUSED_BY_PROVIDER]: 400,
};
