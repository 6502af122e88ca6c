export { confirmDeals } from './jobs.ts';
export { marketplaceRoutes } from './routes.ts';
