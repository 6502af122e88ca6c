export { purchaseDeal } from './purchase-deal.ts';
