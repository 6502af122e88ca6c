// Codes of the secondary marketplace and what each endpoint answers with them (document 1, Secondary marketplace).

import { ACCOUNT_IS_BEING_VERIFIED, ACCOUNT_NOT_COMPLETED, INVESTOR_ONBOARDING_NOT_COMPLETED } from '../customers/index.ts';

export const MARKETPLACE_FORBIDDEN = 'marketplace-forbidden';
export const MAX_SELLING_QUOTA_REACHED = 'marketplace.sell.MAX_SELLING_QUOTA_REACHED';
export const PROPERTY_NOT_FOUND = 'marketplace.sell.PROPERTY_NOT_FOUND';
export const PROPERTY_FORBIDDEN = 'marketplace.sell.property-forbidden';
export const PROPERTY_BRICKS_PRICE_NOT_FOUND = 'marketplace.sell.PROPERTY_BRICKS_PRICE_NOT_FOUND';
export const PRICE_NOT_WITHIN_RANGE = 'marketplace.sell.PRICE_NOT_WITHIN_RANGE';
export const NOT_ENOUGH_BRICKS = 'marketplace.sell.NOT_ENOUGH_BRICKS';
export const DEAL_NOT_FOUND = 'marketplace.buy.DEAL_NOT_FOUND';
export const BUYER_NOT_FOUND = 'marketplace.buy.BUYER_NOT_FOUND';
export const SELLER_NOT_FOUND = 'marketplace.buy.SELLER_NOT_FOUND';
export const USER_NOT_ENOUGH_MONEY = 'marketplace.buy.USER_NOT_ENOUGH_MONEY';
export const DELETION_NOT_FOUND = 'marketplace.deletion.not-found';
export const OWN_DEAL_NOT_FOUND = 'marketplace.deal.not-found';

/** Ours. */
export const readOwnDealErrors = { [OWN_DEAL_NOT_FOUND]: 404 };

export const listDealsErrors = { [MARKETPLACE_FORBIDDEN]: 403 };

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
