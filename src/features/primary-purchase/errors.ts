// Codes of primary purchases and what each endpoint answers with them (ours: DESIGN §5 names no codes).

import { FORBIDDEN } from '../../core/errors.ts';
import { ACCOUNT_IS_BEING_VERIFIED, ACCOUNT_NOT_COMPLETED, INVESTOR_ONBOARDING_NOT_COMPLETED } from '../customers/index.ts';

export const PROPERTY_NOT_FOUND = 'primary-purchase.property-not-found';
export const FUNDING_NOT_OPEN = 'primary-purchase.funding-not-open';
export const NOT_ENOUGH_BRICKS = 'primary-purchase.not-enough-bricks';
export const NOT_ENOUGH_MONEY = 'primary-purchase.not-enough-money';
export const PURCHASE_NOT_FOUND = 'primary-purchase.purchase-not-found';
export const NOT_CANCELABLE = 'primary-purchase.not-cancelable';
export const WITHDRAWAL_WINDOW_ELAPSED = 'primary-purchase.withdrawal-window-elapsed';

export const purchaseBricksErrors = {
  [FORBIDDEN]: 403,
  [PROPERTY_NOT_FOUND]: 404,
  [FUNDING_NOT_OPEN]: 403,
  [INVESTOR_ONBOARDING_NOT_COMPLETED]: 403,
  [ACCOUNT_IS_BEING_VERIFIED]: 403,
  [ACCOUNT_NOT_COMPLETED]: 403,
  [NOT_ENOUGH_BRICKS]: 400,
  [NOT_ENOUGH_MONEY]: 400,
};

export const cancelPurchaseErrors = {
  [PURCHASE_NOT_FOUND]: 404,
  [NOT_CANCELABLE]: 400,
  [WITHDRAWAL_WINDOW_ELAPSED]: 400,
};
