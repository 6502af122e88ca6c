// Codes of the secondary marketplace and their status on each endpoint.

import {
  ACCOUNT_IS_BEING_VERIFIED,
  ACCOUNT_NOT_COMPLETED,
  INVESTOR_ONBOARDING_NOT_COMPLETED,
} from '../../access/customers/index.ts';

/**
 * The secondary market is not open to this investor.
 * @cause The flag `canSeeRoyalty` of the account is not set.
 * @remedy Ask the team to open royalty properties to the account.
 */
export const MARKETPLACE_FORBIDDEN = 'marketplace-forbidden';

/**
 * The investor has offered as many deals today as a day allows.
 * @cause The daily limit of new deals is used up; deals deleted since still count.
 * @remedy Offer the bricks tomorrow: the count restarts at midnight in Paris.
 */
export const MAX_SELLING_QUOTA_REACHED = 'marketplace.sell.MAX_SELLING_QUOTA_REACHED';

/**
 * The property whose bricks are for sale does not exist.
 * @cause `propertyId` is unknown.
 * @remedy Take the property id from the list of your bricks.
 */
export const PROPERTY_NOT_FOUND = 'marketplace.sell.PROPERTY_NOT_FOUND';

/**
 * Bricks of this property cannot change hands now.
 * @cause It is not a royalty property or not purchased yet, its resale is completed, a total offer was accepted, or its market is
 * closed.
 * @remedy Wait until the market of the property is open, or choose another one.
 */
export const PROPERTY_FORBIDDEN = 'marketplace.sell.property-forbidden';

/**
 * The property has no official price of a brick today.
 * @cause No price of the property is valid yet.
 * @remedy Tell the team: every published property should have one.
 */
export const PROPERTY_BRICKS_PRICE_NOT_FOUND = 'marketplace.sell.PROPERTY_BRICKS_PRICE_NOT_FOUND';

/**
 * The price of a brick is outside the allowed range.
 * @cause `price` is below the minimum price of a brick or above its official price of today.
 * @remedy Ask a price in between, in cents per brick.
 */
export const PRICE_NOT_WITHIN_RANGE = 'marketplace.sell.PRICE_NOT_WITHIN_RANGE';

/**
 * The seller has fewer free bricks than the deal offers.
 * @cause `amount` is more than the bricks held, or some of them are in other deals.
 * @remedy Offer fewer bricks, or delete one of your pending deals.
 */
export const NOT_ENOUGH_BRICKS = 'marketplace.sell.NOT_ENOUGH_BRICKS';

/**
 * There is no such deal to buy.
 * @cause The id is unknown, the deal was bought or deleted meanwhile, or it is your own.
 * @remedy Choose another deal from the list.
 */
export const DEAL_NOT_FOUND = 'marketplace.buy.DEAL_NOT_FOUND';

/**
 * The account of the buyer no longer exists.
 * @cause It was deleted while the purchase was being made.
 * @remedy Sign in again, and write to the support if it stays so.
 */
export const BUYER_NOT_FOUND = 'marketplace.buy.BUYER_NOT_FOUND';

/**
 * The account of the seller no longer exists.
 * @cause It was deleted after the deal was offered.
 * @remedy Choose another deal.
 */
export const SELLER_NOT_FOUND = 'marketplace.buy.SELLER_NOT_FOUND';

/**
 * The buyer cannot pay the deal.
 * @cause Free money in the wallet, in our books or at the provider, is less than the price of the deal.
 * @remedy Pay money in, or choose a smaller deal.
 */
export const USER_NOT_ENOUGH_MONEY = 'marketplace.buy.USER_NOT_ENOUGH_MONEY';

/**
 * There is no such deal to delete.
 * @cause The id is unknown, the deal is not yours, or somebody has bought it already.
 * @remedy Read your deals to see its status.
 */
export const DELETION_NOT_FOUND = 'marketplace.deletion.not-found';

/**
 * None of your deals has this id.
 * @cause The id is unknown, or the deal was offered by somebody else.
 * @remedy Take the id from the list of your deals.
 */
export const OWN_DEAL_NOT_FOUND = 'marketplace.deal.not-found';

/** Ours. */
export const readOwnDealErrors = { [OWN_DEAL_NOT_FOUND]: 404 };

/** Of the deals and of the bricks for sale. */
export const listDealsErrors = { [MARKETPLACE_FORBIDDEN]: 403 };

/** Ours. */
export const readDealErrors = { [MARKETPLACE_FORBIDDEN]: 403, [DEAL_NOT_FOUND]: 404 };

/** Ours. */
export const listSalesErrors = { [MARKETPLACE_FORBIDDEN]: 403, [PROPERTY_NOT_FOUND]: 404 };

/** Ours. */
export const saleTermsErrors = {
  [MARKETPLACE_FORBIDDEN]: 403,
  [PROPERTY_NOT_FOUND]: 404,
  [PROPERTY_FORBIDDEN]: 403,
  [PROPERTY_BRICKS_PRICE_NOT_FOUND]: 404,
};

export const createDealErrors = {
  [MARKETPLACE_FORBIDDEN]: 403,
  [ACCOUNT_IS_BEING_VERIFIED]: 403,
  [ACCOUNT_NOT_COMPLETED]: 403,
  [MAX_SELLING_QUOTA_REACHED]: 403,
  [PROPERTY_NOT_FOUND]: 404,
  [PROPERTY_FORBIDDEN]: 403,
  [PROPERTY_BRICKS_PRICE_NOT_FOUND]: 404,
  [PRICE_NOT_WITHIN_RANGE]: 400,
  [NOT_ENOUGH_BRICKS]: 400,
};

export const purchaseDealErrors = {
  [MARKETPLACE_FORBIDDEN]: 403,
  [INVESTOR_ONBOARDING_NOT_COMPLETED]: 403,
  [ACCOUNT_IS_BEING_VERIFIED]: 403,
  [ACCOUNT_NOT_COMPLETED]: 403,
  [DEAL_NOT_FOUND]: 404,
  [PROPERTY_FORBIDDEN]: 403,
  [BUYER_NOT_FOUND]: 404,
  [SELLER_NOT_FOUND]: 404,
  [USER_NOT_ENOUGH_MONEY]: 400,
};

export const deleteDealErrors = { [MARKETPLACE_FORBIDDEN]: 403, [DELETION_NOT_FOUND]: 404 };
