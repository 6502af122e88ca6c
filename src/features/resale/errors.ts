// Codes of resale and of the marketplace switch, and what each endpoint answers with them (document 2, Resale and marketplace).

import { PROPERTY_NOT_FOUND } from '../../core/errors.ts';
import { PROJECT_NOT_FOUND } from '../contract-budget/index.ts';

export const PROJECT_NOT_PURCHASED_YET = 'project.not-purchased-yet';
export const PROJECT_RESALE_COMPLETED = 'project.resale-completed';

export const marketplaceAllowedErrors = {
  [PROJECT_NOT_FOUND]: 404,
  [PROJECT_NOT_PURCHASED_YET]: 400,
  [PROJECT_RESALE_COMPLETED]: 400,
};

export const NOT_PURCHASED_YET = 'property.not-purchased-yet';
export const RESALE_ALREADY_STARTED = 'property.resale-already-started';
export const RESALE_NOT_STARTED = 'property.resale-not-started';
export const OFFER_ALREADY_ACCEPTED = 'property.offer-already-accepted';
export const RESALE_COMPLETED = 'property.resale-completed';

export const startResaleErrors = {
  [PROPERTY_NOT_FOUND]: 404,
  [NOT_PURCHASED_YET]: 400,
  [RESALE_ALREADY_STARTED]: 400,
};

export const acceptOfferErrors = {
  [PROPERTY_NOT_FOUND]: 404,
  [NOT_PURCHASED_YET]: 400,
  [RESALE_NOT_STARTED]: 400,
  [OFFER_ALREADY_ACCEPTED]: 400,
  [RESALE_COMPLETED]: 400,
};

// The documents do not show how a resale is completed: ours (A-resale-12).
export const OFFER_NOT_ACCEPTED = 'property.offer-not-accepted';
export const MARKETPLACE_NOT_CLOSED = 'property.marketplace-not-closed';
export const DEALS_NOT_SETTLED = 'property.deals-not-settled';
export const SALE_PRICE_NOT_RECEIVED = 'property.sale-price-not-received';

export const completeResaleErrors = {
  [PROPERTY_NOT_FOUND]: 404,
  [NOT_PURCHASED_YET]: 400,
  [RESALE_NOT_STARTED]: 400,
  [OFFER_NOT_ACCEPTED]: 400,
  [RESALE_COMPLETED]: 400,
  [MARKETPLACE_NOT_CLOSED]: 400,
  [DEALS_NOT_SETTLED]: 400,
  [SALE_PRICE_NOT_RECEIVED]: 400,
};
