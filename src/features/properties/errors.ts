// Codes of the properties and what each endpoint answers with them (document 2, Property editing and publication, Media and files).

import { INTERNAL_ERROR, PROPERTY_NOT_FOUND } from '../../core/errors.ts';
import { SPV_PROVIDER_WALLET_NOT_FOUND } from '../spvs/index.ts';

export { PROPERTY_NOT_FOUND };
/** What the documents say instead where they call a property a project (Q32). */
export const PROJECT_NOT_FOUND = 'project.not-found';
export const MIN_AMOUNT_NOT_BELOW_AMOUNT = 'min-amount-to-fund-should-be-less-than-amount-to-fund';
export const MAX_END_DATE_NOT_AFTER_START_DATE = 'max-end-date-should-be-after-start-date';
export const MUST_BE_DRAFT = 'property.publish.must-be-draft';
export const FUNDING_START_BEFORE_DISPLAY_DATE = 'property.publish.funding-start-date-cannot-be-before-display-date';
export const PROPERTY_SPV_NOT_FOUND = 'property.spv.not-found';
export const PROVIDER_ACCOUNT_NOT_VALIDATED = 'property.provider-account-not-validated';
export const MUST_BE_2H_BEFORE_FUNDING_START = 'property.publish.must-be-2h-before-funding-start';
export const MUST_HAVE_2_IMAGES = 'property.publish.must-have-2-images';

/** Creation is ours; its rules are those of the edit payload. */
export const createPropertyErrors = { [MIN_AMOUNT_NOT_BELOW_AMOUNT]: 400, [MAX_END_DATE_NOT_AFTER_START_DATE]: 400 };

/** `internal-error` carries the provider's message (document: "(provider message) 500"). */
export const publishPropertyErrors = {
  [PROPERTY_NOT_FOUND]: 404,
  [MUST_BE_DRAFT]: 400,
  [FUNDING_START_BEFORE_DISPLAY_DATE]: 400,
  [PROPERTY_SPV_NOT_FOUND]: 500,
  [SPV_PROVIDER_WALLET_NOT_FOUND]: 404,
  [INTERNAL_ERROR]: 500,
  [PROVIDER_ACCOUNT_NOT_VALIDATED]: 400,
  [MUST_BE_2H_BEFORE_FUNDING_START]: 400,
  [MUST_HAVE_2_IMAGES]: 400,
};

/** `internal-error` carries `Failed to upload images`. */
export const uploadImagesErrors = { [INTERNAL_ERROR]: 500 };

export const readCatalogueErrors = { [PROPERTY_NOT_FOUND]: 404 };
