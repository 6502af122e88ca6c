// Codes of the properties and what each endpoint answers with them.

import { INTERNAL_ERROR, NOT_FOUND } from '../../../core/errors.ts';
import { PROPERTY_NOT_FOUND } from '../project-life/index.ts';
import { SPV_PROVIDER_WALLET_NOT_FOUND } from '../spvs/index.ts';

/**
 * The minimum amount of the funding is not below its target.
 * @cause `minAmountToFundCents` is equal to `amountToFundCents` or more; a missing one has its stored value.
 * @remedy Send a smaller minimum or a larger target.
 */
export const MIN_AMOUNT_NOT_BELOW_AMOUNT = 'min-amount-to-fund-should-be-less-than-amount-to-fund';

/**
 * The last day of the funding does not come after its start.
 * @cause `fundingMaxEndDate` is not after `fundingStartDate`; a missing one has its stored value.
 * @remedy Send a later end or an earlier start.
 */
export const MAX_END_DATE_NOT_AFTER_START_DATE = 'max-end-date-should-be-after-start-date';

/**
 * The property cannot be published, as it is not a draft.
 * @cause It was published before, or by somebody else at the same time.
 * @remedy Do nothing: the property is published.
 */
export const MUST_BE_DRAFT = 'property.publish.must-be-draft';

/**
 * The funding would start before the property is shown.
 * @cause `displayDate` is later than the stored start of the funding.
 * @remedy Send an earlier `displayDate`, or move the start of the funding first.
 */
export const FUNDING_START_BEFORE_DISPLAY_DATE = 'property.publish.funding-start-date-cannot-be-before-display-date';

/**
 * The property cannot be published without an SPV.
 * @cause No SPV was chosen for it, or that SPV does not exist any more.
 * @remedy Give the property an SPV, then publish it.
 */
export const PROPERTY_SPV_NOT_FOUND = 'property.spv.not-found';

/**
 * The wallet of the SPV may not take money yet.
 * @cause The provider has not verified the SPV, or has blocked its wallet.
 * @remedy Have the provider verify the SPV, then publish the property.
 */
export const PROVIDER_ACCOUNT_NOT_VALIDATED = 'property.provider-account-not-validated';

/**
 * The funding would start too soon after the publication.
 * @cause The funding would start within fewer hours than the settings require (usually two).
 * @remedy Move the start of the funding, then publish the property.
 */
export const MUST_BE_2H_BEFORE_FUNDING_START = 'property.publish.must-be-2h-before-funding-start';

/**
 * The property has too few images to be published.
 * @cause Its gallery holds fewer than two.
 * @remedy Upload images and add them to `imageGallery`, then publish the property.
 */
export const MUST_HAVE_2_IMAGES = 'property.publish.must-have-2-images';

/** The route is ours; its rules are those of the edit payload. */
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

export const readCatalogueErrors = { [PROPERTY_NOT_FOUND]: 404 };

/**
 * A royalty property cannot be edited this way.
 * @cause The property is a royalty one, or the edit would make it one.
 * @remedy Edit the draft of a royalty property by its own route, `editRoyaltyDraft`.
 */
export const EDIT_DOES_NOT_SUPPORT_ROYALTY = 'property.edit-does-not-support-royalty-operation';

// Ours: of two people on one page, the second is told.
/**
 * Somebody else has changed the property meanwhile.
 * @cause It was changed after the moment that `unchangedSince` names.
 * @remedy Read the property again, merge both changes, and send yours with its new `updatedAt`.
 */
export const EDIT_CHANGED_MEANWHILE = 'property.edit.changed-meanwhile';

// Ours, of the route for royalties.
/**
 * Only royalty properties are edited this way.
 * @cause The property is an obligation or a loan, or the edit would make it one.
 * @remedy Edit it as every property, by `editProperty`, and create another property for another contract.
 */
export const EDIT_ROYALTY_MUST_BE_ROYALTY = 'property.edit-royalty.must-be-royalty';

/**
 * A royalty property is edited before its publication only.
 * @cause The property is published: investors subscribe to what its page says.
 * @remedy Keep the property as it is.
 */
export const EDIT_ROYALTY_MUST_BE_DRAFT = 'property.edit-royalty.must-be-draft';

// Ours: the money on an SPV's wallet is kept by project, and that of this project would be on the wrong wallet (A-properties-28).
/**
 * The SPV of the property is fixed.
 * @cause The edit names another one or none, but money has moved or is on its way for the project, bricks of it were bought, or it
 * has a payment schedule.
 * @remedy Leave `spvId` out, or send the stored one.
 */
export const SPV_CANNOT_CHANGE_ONCE_USED = 'property.spv-cannot-change-once-used';

// Ours: the documents leave the deletion rules open (catalogue.md#deleting-a-draft).
/**
 * Only a draft can be deleted.
 * @cause The property was published.
 * @remedy Keep the property.
 */
export const DELETE_MUST_BE_DRAFT = 'property.delete.must-be-draft';

/**
 * The draft cannot be deleted, as other records name it.
 * @cause It has a payment schedule or other records of its own.
 * @remedy Keep the draft.
 */
export const DELETE_STILL_REFERENCED = 'property.delete.still-referenced';

/**
 * Somebody else has changed the note since it was read.
 * @cause `version` is not the stored one.
 * @remedy Read the note again, merge both changes and send it with the new version.
 */
export const NOTE_VERSION_CONFLICT = 'NOTE_VERSION_CONFLICT';

/** For endpoints where the documents name no code for an unknown property. */
export const propertyErrors = { [NOT_FOUND]: 404 };

export const editPropertyErrors = {
  [NOT_FOUND]: 404,
  [EDIT_CHANGED_MEANWHILE]: 409,
  [EDIT_DOES_NOT_SUPPORT_ROYALTY]: 400,
  [MIN_AMOUNT_NOT_BELOW_AMOUNT]: 400,
  [MAX_END_DATE_NOT_AFTER_START_DATE]: 400,
  [SPV_CANNOT_CHANGE_ONCE_USED]: 400,
};

export const editRoyaltyDraftErrors = {
  [NOT_FOUND]: 404,
  [EDIT_CHANGED_MEANWHILE]: 409,
  [EDIT_ROYALTY_MUST_BE_ROYALTY]: 400,
  [EDIT_ROYALTY_MUST_BE_DRAFT]: 400,
  [MIN_AMOUNT_NOT_BELOW_AMOUNT]: 400,
  [MAX_END_DATE_NOT_AFTER_START_DATE]: 400,
  [SPV_CANNOT_CHANGE_ONCE_USED]: 400,
};

export const deletePropertyErrors = { [NOT_FOUND]: 404, [DELETE_MUST_BE_DRAFT]: 400, [DELETE_STILL_REFERENCED]: 400 };

export const draftTokenErrors = { [PROPERTY_NOT_FOUND]: 404 };

export const publishChecklistErrors = { [PROPERTY_NOT_FOUND]: 404 };

/** `not-found` carries `Property not found`. */
export const internalNoteErrors = { [NOT_FOUND]: 404, [NOTE_VERSION_CONFLICT]: 409 };

/** `internal-error` carries `Failed to upload images`. */
export const uploadImagesErrors = { [PROPERTY_NOT_FOUND]: 404, [INTERNAL_ERROR]: 500 };

/**
 * The name of the uploaded document has no extension.
 * @cause The part `file` is a PDF whose file name does not end in one, as `.pdf`.
 * @remedy Upload the file under its full name.
 */
export const FILE_EXTENSION_NOT_FOUND = 'file-extension-not-found';

/** `internal-error`: the storage failed; the body is empty. */
export const uploadDocumentErrors = { [FILE_EXTENSION_NOT_FOUND]: 400, [PROPERTY_NOT_FOUND]: 404, [INTERNAL_ERROR]: 500 };
