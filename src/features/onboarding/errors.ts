// Codes of the registration follow-up and what each endpoint answers with them (document 1, Registration follow-up).

import { FORBIDDEN } from '../../core/errors.ts';
import { REGISTRY_SEARCH_FAILED } from '../company-search/index.ts';
import { TOO_MANY_ATTEMPTS } from '../mfa/index.ts';

export const ONBOARDING_V1_IS_NOT_ENABLED = 'onboarding.v1-is-not-enabled';
export const REGISTER_PROFILE_REQUIRED = 'register.profile.required';
export const REGISTER_DOCUMENTS_REQUIRED = 'register.documents.required';
export const COMPANY_NOT_FOUND = 'company.not-found';
export const COMPANY_CEASED = 'company.ceased';

export const sendCodeErrors = { [TOO_MANY_ATTEMPTS]: 403 };

export const profileErrors = { [FORBIDDEN]: 403 };

export const companyErrors = {
  [FORBIDDEN]: 403,
  [REGISTRY_SEARCH_FAILED]: 400,
  [COMPANY_NOT_FOUND]: 404,
  [COMPANY_CEASED]: 400,
};

/** Both document endpoints. The generic 403 comes first; the last two are raised while finishing KYC (Q03). */
export const documentErrors = {
  [ONBOARDING_V1_IS_NOT_ENABLED]: 403,
  [FORBIDDEN]: 403,
  [REGISTER_PROFILE_REQUIRED]: 404,
  [REGISTER_DOCUMENTS_REQUIRED]: 400,
};
