import { NOT_FOUND } from '../../../core/errors.ts';
export const MARKETPLACE_FORBIDDEN = 'marketplace-forbidden';
export const DEAL_NOT_PENDING = 'deal-not-pending';
export const purchaseDealErrors = { [MARKETPLACE_FORBIDDEN]: 403, [DEAL_NOT_PENDING]: 409, [NOT_FOUND]: 404 };
