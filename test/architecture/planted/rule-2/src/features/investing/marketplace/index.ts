export { confirmDeal } from './confirm-deal.ts';
export { purchaseDeal } from './purchase-deal.ts';
export { rejectDeal } from './reject-deal.ts';
