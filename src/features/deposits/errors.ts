// Codes of deposits and what the endpoint answers with them (ours, but for the documents' account-is-being-verified).

import { ACCOUNT_IS_BEING_VERIFIED } from '../customers/index.ts';

export const PROVIDER_ACCOUNT_REQUIRED = 'deposit-account.provider-account-required';
export const REFUSED_BY_PROVIDER = 'deposit-account.refused-by-provider';

export const readDepositAccountErrors = {
  [PROVIDER_ACCOUNT_REQUIRED]: 400,
  [REFUSED_BY_PROVIDER]: 400,
  [ACCOUNT_IS_BEING_VERIFIED]: 403,
};
