// Codes of resale and of the marketplace switch, and what each endpoint answers with them.

import { PROJECT_NOT_FOUND } from '../contract-budget/index.ts';
import { PROPERTY_NOT_FOUND } from '../project-life/index.ts';

/**
 * The market of the property cannot be opened or closed yet.
 * @cause The SPV has not purchased the property: its funding was not closed with success.
 * @remedy Close the funding first.
 */
export const PROJECT_NOT_PURCHASED_YET = 'project.not-purchased-yet';

/**
 * The market of the property cannot be opened or closed any more.
 * @cause The resale of the property is completed.
 * @remedy Do nothing: a property that is sold has no market.
 */
export const PROJECT_RESALE_COMPLETED = 'project.resale-completed';

export const marketplaceAllowedErrors = {
  [PROJECT_NOT_FOUND]: 404,
  [PROJECT_NOT_PURCHASED_YET]: 400,
  [PROJECT_RESALE_COMPLETED]: 400,
};

/**
 * The property cannot be resold yet.
 * @cause The SPV has not purchased it: its funding was not closed with success.
 * @remedy Close the funding first.
 */
export const NOT_PURCHASED_YET = 'property.not-purchased-yet';

/**
 * The resale of the property has started already.
 * @cause It was started before.
 * @remedy Go on with the offer: `resale/offer-accepted`.
 */
export const RESALE_ALREADY_STARTED = 'property.resale-already-started';

/**
 * The resale of the property has not started.
 * @cause An offer or the completion came before `resale/start`.
 * @remedy Start the resale first.
 */
export const RESALE_NOT_STARTED = 'property.resale-not-started';

/**
 * An offer for the property was accepted already.
 * @cause It was recorded before; it is not replaced by another one.
 * @remedy Go on with the completion of the resale.
 */
export const OFFER_ALREADY_ACCEPTED = 'property.offer-already-accepted';

/**
 * The resale of the property is completed.
 * @cause It was completed before.
 * @remedy Do nothing: the sale price goes to the holders.
 */
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

// Ours: the documents do not show how a resale is completed.
/**
 * The resale cannot be completed without an accepted offer.
 * @cause No `resale/offer-accepted` was recorded for the property.
 * @remedy Record the accepted offer first.
 */
export const OFFER_NOT_ACCEPTED = 'property.offer-not-accepted';

/**
 * The resale cannot be completed while bricks are traded.
 * @cause The market of the property is open.
 * @remedy Close it with `marketplace-allowed` first.
 */
export const MARKETPLACE_NOT_CLOSED = 'property.marketplace-not-closed';

/**
 * The resale cannot be completed while deals are open.
 * @cause A deal of the property is pending or reserved.
 * @remedy Wait until its reserved deals are confirmed or canceled, then try again.
 */
export const DEALS_NOT_SETTLED = 'property.deals-not-settled';

/**
 * The sale price has not come in.
 * @cause The surplus that the project holds is less than `salePriceCents`.
 * @remedy Wait for the wire of the buyer and archive it for the project, which makes it surplus, then try again.
 */
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
