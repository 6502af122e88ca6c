// Door of primary purchases: buying bricks from the issuer during a funding, and canceling such a purchase.

export { declineWaitingPurchases } from './decline-waiting-purchases.ts';
export { primaryPurchaseRefundsJob } from './jobs.ts';
export { orderRefundAgain } from './order-refund-again.ts';
export { type AutomaticBuyer, placeAutomaticPurchases } from './place-automatic-purchases.ts';
export { countPurchases, type PurchaseCounts, sumPurchasesByDay } from './queries.ts';
export { primaryPurchaseRoutes } from './routes.ts';
export { availableBricks } from './rules.ts';
export { settlePurchase } from './settle-purchase.ts';
export { settleRefund } from './settle-refund.ts';
export { PURCHASE_VERBS, PURCHASE_VERBS_ON_PROJECT, type PurchaseState } from './states.ts';
