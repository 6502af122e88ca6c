// Door of resale and of the marketplace switch.

export { resaleRoutes } from './routes.ts';
export { SALE_VERBS, type SaleStage } from './rules.ts';
