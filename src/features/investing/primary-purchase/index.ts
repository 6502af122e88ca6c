// Door of primary purchases: buying bricks from the issuer during a funding, and canceling such a purchase.

export { declineWaitingPurchases } from './decline-waiting-purchases.ts';
export { FUNDING_NOT_OPEN, NOT_ENOUGH_BRICKS } from './errors.ts';
export { primaryPurchaseRefundsJob } from './jobs.ts';
export { placePurchase } from './place-purchase.ts';
export { countPurchases, findPropertyForPurchase, type PurchaseCounts, sumPurchasesByDay } from './queries.ts';
export { primaryPurchaseRoutes } from './routes.ts';
export { availableBricks } from './rules.ts';
export { settlePurchase } from './settle-purchase.ts';
export { settleRefund } from './settle-refund.ts';
