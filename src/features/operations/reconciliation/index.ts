// Door of the reconciliation with the payment provider.

export { findHolders } from './movement-queries.ts';
export { providerReconciliationJob, reconciliationSampler } from './reconcile-with-provider.ts';
export { reconciliationRoutes } from './routes.ts';
export { WalletHolder } from './schemas.ts';
