// Codes of the properties and what each endpoint answers with them (document 2, Property editing and publication, Media and files).

import { INTERNAL_ERROR, NOT_FOUND, PROPERTY_NOT_FOUND } from '../../core/errors.ts';
import { SPV_PROVIDER_WALLET_NOT_FOUND } from '../spvs/index.ts';

export { PROPERTY_NOT_FOUND };
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

export const EDIT_DOES_NOT_SUPPORT_ROYALTY = 'property.edit-does-not-support-royalty-operation';
/** Ours: what lies on the SPV's wallet is told by project, and would be told wrong (A-properties-28). */
export const SPV_CANNOT_CHANGE_ONCE_USED = 'property.spv-cannot-change-once-used';
/** Ours: the documents leave the deletion rules open (Q74). */
export const DELETE_MUST_BE_DRAFT = 'property.delete.must-be-draft';
export const DELETE_STILL_REFERENCED = 'property.delete.still-referenced';
export const NOTE_VERSION_CONFLICT = 'NOTE_VERSION_CONFLICT';

/** Where the documents name no code for an unknown property. */
export const propertyErrors = { [NOT_FOUND]: 404 };

export const editPropertyErrors = {
  [NOT_FOUND]: 404,
  [EDIT_DOES_NOT_SUPPORT_ROYALTY]: 400,
  [MIN_AMOUNT_NOT_BELOW_AMOUNT]: 400,
  [MAX_END_DATE_NOT_AFTER_START_DATE]: 400,
  [SPV_CANNOT_CHANGE_ONCE_USED]: 400,
};

export const deletePropertyErrors = { [NOT_FOUND]: 404, [DELETE_MUST_BE_DRAFT]: 400, [DELETE_STILL_REFERENCED]: 400 };

export const draftTokenErrors = { [PROPERTY_NOT_FOUND]: 404 };

/** `not-found` carries `Property not found`. */
export const internalNoteErrors = { [NOT_FOUND]: 404, [NOTE_VERSION_CONFLICT]: 409 };
