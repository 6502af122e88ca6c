// Codes of deposits and what the endpoint answers with them (ours, but for the documents' account-is-being-verified).

import { ACCOUNT_IS_BEING_VERIFIED } from '../../access/customers/index.ts';

/**
 * The investor has no wallet at the provider yet.
 * @cause An IBAN to pay in to was asked for before the identity documents were handed in.
 * @remedy Complete the registration, then ask again.
 */
export const PROVIDER_ACCOUNT_REQUIRED = 'deposit-account.provider-account-required';

/**
 * The provider did not open an IBAN for the investor.
 * @cause It refused the request for a reason of its own, which stands in the log.
 * @remedy Write to the support, who can ask the provider.
 */
export const REFUSED_BY_PROVIDER = 'deposit-account.refused-by-provider';

export const readDepositAccountErrors = {
  [PROVIDER_ACCOUNT_REQUIRED]: 400,
  [REFUSED_BY_PROVIDER]: 400,
  [ACCOUNT_IS_BEING_VERIFIED]: 403,
};
