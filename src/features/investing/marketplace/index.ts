// Door of the secondary marketplace.

export { orderCommissionAgain, settleCommission } from './commission.ts';
export { marketDealCommissionsJob } from './jobs.ts';
export { cancelPendingDeals } from './offer.ts';
export { settleMarketDeal } from './purchase.ts';
export { hasOpenDeals } from './queries.ts';
export { marketplaceRoutes, ownDealRoutes } from './routes.ts';
export { DEAL_VERBS, type DealState } from './rules.ts';
