// Door of the secondary marketplace.

export { cancelPendingDeals } from './cancel-pending-deals.ts';
export { marketDealCommissionsJob } from './jobs.ts';
export { orderCommissionAgain } from './order-commission-again.ts';
export { ownDealRoutes } from './own-deal-routes.ts';
export { hasOpenDeals } from './queries.ts';
export { marketplaceRoutes } from './routes.ts';
export { settleCommission } from './settle-commission.ts';
export { settleMarketDeal } from './settle-market-deal.ts';
export { DEAL_VERBS, type DealState } from './states.ts';
