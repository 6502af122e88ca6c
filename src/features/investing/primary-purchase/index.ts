// Door of primary purchases: buying bricks from the issuer during a funding, and canceling such a purchase.

export { type AutomaticBuyer, placeAutomaticPurchases } from './automatic.ts';
export { declineWaitingPurchases } from './cancel.ts';
export { NOT_ENOUGH_BRICKS } from './errors.ts';
export { primaryPurchaseRefundsJob } from './jobs.ts';
export { settlePurchase } from './purchase.ts';
export { countPurchases, type PurchaseCounts, sumPurchasesByDay } from './queries.ts';
export { orderRefundAgain, settleRefund } from './refund.ts';
export { primaryPurchaseRoutes } from './routes.ts';
export { availableBricks, PURCHASE_VERBS, PURCHASE_VERBS_ON_PROJECT, type PurchaseState } from './rules.ts';
