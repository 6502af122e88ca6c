// Door of the reconciliation with the payment provider.

export { providerReconciliationJob } from './jobs.ts';
export { findHolders } from './movement-queries.ts';
export { reconciliationSampler } from './reconcile-with-provider.ts';
export { reconciliationRoutes } from './routes.ts';
export { WalletHolder } from './schemas.ts';
