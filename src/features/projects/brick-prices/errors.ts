// Codes of the price history and of the yearly update (catalogue.md#brick-prices).

import { UNKNOWN_PROPERTY } from '../project-life/index.ts';

/**
 * The price history cannot be exported.
 * @cause A stored price has a value that the sheet cannot show; `detail` names the property and the date.
 * @remedy Have the operator correct that price, then export again.
 */
export const DATA_VALIDATION_ERROR = 'data-validation-error';

/**
 * The file of the yearly update is missing.
 * @cause The multipart body has no part named `file`.
 * @remedy Send the spreadsheet in the part `file`.
 */
export const MISSING_UPDATE_FILE = 'missing-update-file';

/**
 * The spreadsheet of the yearly update cannot be used.
 * @cause It is not a readable xlsx file, is too long, hides sheets, rows or columns, or has invalid cells; `errors` names them.
 * @remedy Show what is hidden, correct the cells and upload the file again: nothing was written.
 */
export const CANNOT_VALIDATE_EXCEL_DATA = 'cannot-validate-excel-data';

/**
 * A property of the yearly update has no price yet.
 * @cause The rows that `errors` names are about a property that was never published.
 * @remedy Remove these rows and upload the file again: nothing was written.
 */
export const BRICK_PRICE_NOT_FOUND = 'brick-price-not-found';

/**
 * A property of the yearly update already has an update for that year.
 * @cause The file, or the rows that `errors` names, was uploaded before.
 * @remedy Remove these rows and upload the file again: nothing was written.
 */
export const UPDATE_FOR_YEAR_ALREADY_EXISTS = 'property-update-for-year-already-exist';

// Ours, of the correction of a price.
/**
 * There is no yearly update to correct.
 * @cause The property is a draft, or its only price is that of its publication, at which bricks were bought.
 * @remedy Upload a yearly update instead.
 */
export const PRICE_NOTHING_TO_CORRECT = 'property.brick-price.nothing-to-correct';

/**
 * Only the newest price of a property can be corrected.
 * @cause `year` is not that of the newest yearly update, perhaps because another one was uploaded meanwhile.
 * @remedy Read the prices again, and correct the newest one.
 */
export const PRICE_NOT_THE_NEWEST = 'property.brick-price.not-the-newest';

/**
 * The price is too low.
 * @cause `brickPriceCents` is below the lowest price at which a brick may be sold, so nobody could offer one.
 * @remedy Send a higher price; the amount is in cents.
 */
export const PRICE_BELOW_MINIMUM = 'property.brick-price.below-minimum';

export const correctPriceErrors = {
  [UNKNOWN_PROPERTY]: 404,
  [PRICE_NOTHING_TO_CORRECT]: 400,
  [PRICE_NOT_THE_NEWEST]: 409,
  [PRICE_BELOW_MINIMUM]: 400,
};

export const pricesHistoryErrors = { [DATA_VALIDATION_ERROR]: 400 };

export const yearlyUpdateErrors = {
  [MISSING_UPDATE_FILE]: 400,
  [CANNOT_VALIDATE_EXCEL_DATA]: 400,
  [UNKNOWN_PROPERTY]: 404,
  [BRICK_PRICE_NOT_FOUND]: 404,
  [UPDATE_FOR_YEAR_ALREADY_EXISTS]: 409,
};
