import { NOT_FOUND } from '../../../core/errors.ts';
export const MARKETPLACE_FORBIDDEN = 'marketplace-forbidden';
export const DEAL_GONE = 'deal' + '-gone'; // planted
export const purchaseDealErrors = {
  [MARKETPLACE_FORBIDDEN]: 403,
  [NOT_FOUND]: 404,
  'deal-late': 409,
  'a-limit': 30,
};
