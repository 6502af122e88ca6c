// Codes of the online onboarding and what each endpoint answers with them.

import { NOT_FOUND } from '../../../core/errors.ts';
import { REGISTER_PROFILE_REQUIRED } from '../onboarding/index.ts';

/**
 * The investor is verified by documents that are handed in here.
 * @cause The account is on onboarding `v1`, and the provider has a wallet of it already; of an SPV its wallet was opened before.
 * @remedy Hand in identity documents, or read the wallet again.
 */
export const ONBOARDING_V2_IS_NOT_ENABLED = 'onboarding.v2-is-not-enabled';

/**
 * The company of the business is not known.
 * @cause The investor is a business and has not handed in a company.
 * @remedy Hand in the company by its registration number, then start again.
 */
export const REGISTER_COMPANY_REQUIRED = 'register.company.required';

/**
 * The provider has this person or company under another account of the platform.
 * @cause The same person or company was onboarded before; the team was told.
 * @remedy Use the other account, or ask the support to find it.
 */
export const ONBOARDING_IDENTITY_KNOWN = 'onboarding.identity-known';

/**
 * The provider does not take the application.
 * @cause It refused what was sent, or does not offer the call any more; the team was told, with its words.
 * @remedy Check the profile, and ask the support if it is right.
 */
export const ONBOARDING_REFUSED_BY_PROVIDER = 'onboarding.refused-by-provider';

const refusals = { [ONBOARDING_IDENTITY_KNOWN]: 409, [ONBOARDING_REFUSED_BY_PROVIDER]: 400 };

export const startErrors = {
  [ONBOARDING_V2_IS_NOT_ENABLED]: 403,
  [REGISTER_PROFILE_REQUIRED]: 404,
  [REGISTER_COMPANY_REQUIRED]: 400,
  ...refusals,
};

export const holderErrors = { [NOT_FOUND]: 404 };

export const startHolderErrors = { [NOT_FOUND]: 404, [ONBOARDING_V2_IS_NOT_ENABLED]: 403, ...refusals };
