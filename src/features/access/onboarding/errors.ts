// Codes of the onboarding and of the company search, and what each endpoint answers with them (onboarding.md#identity-documents).

import { FORBIDDEN } from '../../../core/errors.ts';
import { TOO_MANY_ATTEMPTS } from '../mfa/index.ts';
import { saveTaxIdentityErrors } from '../tax-identity/index.ts';

/**
 * The investor hands documents in to the provider directly.
 * @cause The account is on onboarding `v2`, and this route serves `v1` alone.
 * @remedy Go on with the onboarding of the provider.
 */
export const ONBOARDING_V1_IS_NOT_ENABLED = 'onboarding.v1-is-not-enabled';

/**
 * The profile cannot be used for the identity check.
 * @cause It is missing, or has a field that the provider does not accept.
 * @remedy Save the profile again with all fields, then hand in the documents.
 */
export const REGISTER_PROFILE_REQUIRED = 'register.profile.required';

/**
 * There is no identity document to hand in.
 * @cause None is on file, or all of them were refused.
 * @remedy Upload a valid identity document first.
 */
export const REGISTER_DOCUMENTS_REQUIRED = 'register.documents.required';

/**
 * The file is protected by a password.
 * @cause It is an encrypted PDF, which the provider cannot open.
 * @remedy Send a PDF without a password, or a photo of the document.
 */
export const FILE_IS_LOCKED = 'identity-document.locked';

/**
 * The file breaks off.
 * @cause It was not written or sent to its end.
 * @remedy Send the whole file, or scan the document again.
 */
export const FILE_IS_CUT = 'identity-document.cut';

/**
 * The file shows nothing.
 * @cause It is a PDF without a page.
 * @remedy Scan the document again.
 */
export const FILE_IS_EMPTY = 'identity-document.empty';

/**
 * The registry knows no such company.
 * @cause The registration number is unknown to it.
 * @remedy Check the nine digits of the number.
 */
export const COMPANY_NOT_FOUND = 'company.not-found';

/**
 * The company no longer exists.
 * @cause The registry says that it has ceased its activity.
 * @remedy Name a company that is active.
 */
export const COMPANY_CEASED = 'company.ceased';

/**
 * The payment provider onboards no such entity as an investor.
 * @cause The registry says that it is an association or a sole trader.
 * @remedy Invest as a person: save the profile as an individual.
 */
export const COMPANY_KIND_NOT_ACCEPTED = 'company.kind-not-accepted';

// The document fixes the message alone, so the code is ours.
/**
 * The company registry gave no usable answer.
 * @cause It cannot be reached, refused the request, or answered in an unknown format.
 * @remedy Try again in a few minutes.
 */
export const REGISTRY_SEARCH_FAILED = 'registry-search-failed';

export const sendCodeErrors = { [TOO_MANY_ATTEMPTS]: 403 };

export const profileErrors = { [FORBIDDEN]: 403, ...saveTaxIdentityErrors };

export const companyErrors = {
  [FORBIDDEN]: 403,
  [REGISTRY_SEARCH_FAILED]: 400,
  [COMPANY_NOT_FOUND]: 404,
  [COMPANY_CEASED]: 400,
  [COMPANY_KIND_NOT_ACCEPTED]: 400,
};

/**
 * Both document endpoints. The generic 403 comes first; the last two are raised while finishing KYC
 * (onboarding.md#identity-documents).
 */
export const documentErrors = {
  [ONBOARDING_V1_IS_NOT_ENABLED]: 403,
  [FORBIDDEN]: 403,
  [REGISTER_PROFILE_REQUIRED]: 404,
  [REGISTER_DOCUMENTS_REQUIRED]: 400,
};

/** What the file itself may be refused for comes last. */
export const uploadErrors = { ...documentErrors, [FILE_IS_LOCKED]: 400, [FILE_IS_CUT]: 400, [FILE_IS_EMPTY]: 400 };

export const searchCompaniesErrors = { [REGISTRY_SEARCH_FAILED]: 400 };
