// Codes of primary purchases and their status on each endpoint (all ours: funding.md#primary-purchase names
// no codes).

import { FORBIDDEN } from '../../../core/errors.ts';
import {
  ACCOUNT_IS_BEING_VERIFIED,
  ACCOUNT_NOT_COMPLETED,
  INVESTOR_ONBOARDING_NOT_COMPLETED,
} from '../../access/customers/index.ts';

/**
 * There is no property whose bricks could be bought.
 * @cause The property id in the path is unknown.
 * @remedy Take the property id from the list of properties.
 */
export const PROPERTY_NOT_FOUND = 'primary-purchase.property-not-found';

/**
 * The funding of the property takes no purchases now.
 * @cause It has not started, was closed, is past its last day, or its property is not displayed yet or still lacks some of its bricks.
 * @remedy Wait for the start of the funding, or choose another property.
 */
export const FUNDING_NOT_OPEN = 'primary-purchase.funding-not-open';

/**
 * Fewer bricks are left than were asked for.
 * @cause Others have bought them, or hold them with purchases that still wait.
 * @remedy Buy fewer bricks, or try again later: canceled purchases free theirs.
 */
export const NOT_ENOUGH_BRICKS = 'primary-purchase.not-enough-bricks';

/**
 * The investor cannot pay so many bricks.
 * @cause Free money in the wallet, in our books or at the provider, is less than the price.
 * @remedy Pay money in, or buy fewer bricks.
 */
export const NOT_ENOUGH_MONEY = 'primary-purchase.not-enough-money';

/**
 * None of your purchases has this id.
 * @cause The id is unknown, or the purchase is of another investor.
 * @remedy Take the id from the list of your purchases.
 */
export const PURCHASE_NOT_FOUND = 'primary-purchase.purchase-not-found';

/**
 * The purchase has ended already.
 * @cause It was canceled before, or declined.
 * @remedy Do nothing: the money is back in the wallet, or its refund is under way.
 */
export const NOT_CANCELABLE = 'primary-purchase.not-cancelable';

/**
 * The purchase can no longer be canceled.
 * @cause The withdrawal window of the purchase has ended, or the funding was closed.
 * @remedy Keep the bricks; those of royalty properties can be resold on the market later.
 */
export const WITHDRAWAL_WINDOW_ELAPSED = 'primary-purchase.withdrawal-window-elapsed';

/**
 * Bricks of royalty are not sold to this investor.
 * @cause The flag `canSeeRoyalty` of the account is not set: they could not sell the bricks on the market.
 * @remedy Ask the team to open royalty to the account.
 */
export const ROYALTY_FORBIDDEN = 'primary-purchase.royalty-forbidden';

export const purchaseBricksErrors = {
  [FORBIDDEN]: 403,
  [PROPERTY_NOT_FOUND]: 404,
  [FUNDING_NOT_OPEN]: 403,
  [ROYALTY_FORBIDDEN]: 403,
  [INVESTOR_ONBOARDING_NOT_COMPLETED]: 403,
  [ACCOUNT_IS_BEING_VERIFIED]: 403,
  [ACCOUNT_NOT_COMPLETED]: 403,
  [NOT_ENOUGH_BRICKS]: 400,
  [NOT_ENOUGH_MONEY]: 400,
};

export const readPurchaseErrors = { [PURCHASE_NOT_FOUND]: 404 };

export const cancelPurchaseErrors = {
  [PURCHASE_NOT_FOUND]: 404,
  [NOT_CANCELABLE]: 400,
  [WITHDRAWAL_WINDOW_ELAPSED]: 400,
};
