// Codes of the price history and of the yearly update (document 2, Property listing and reading, Media and files).

import { UNKNOWN_PROPERTY } from '../../core/errors.ts';

export const DATA_VALIDATION_ERROR = 'data-validation-error';
export const MISSING_UPDATE_FILE = 'missing-update-file';
export const CANNOT_VALIDATE_EXCEL_DATA = 'cannot-validate-excel-data';
export const BRICK_PRICE_NOT_FOUND = 'brick-price-not-found';
export const UPDATE_FOR_YEAR_ALREADY_EXISTS = 'property-update-for-year-already-exist';

export const pricesHistoryErrors = { [DATA_VALIDATION_ERROR]: 400 };

export const yearlyUpdateErrors = {
  [MISSING_UPDATE_FILE]: 400,
  [CANNOT_VALIDATE_EXCEL_DATA]: 400,
  [UNKNOWN_PROPERTY]: 404,
  [BRICK_PRICE_NOT_FOUND]: 404,
  [UPDATE_FOR_YEAR_ALREADY_EXISTS]: 409,
};
