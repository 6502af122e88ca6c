// Door of the reconciliation with the payment provider.

export { providerReconciliationJob } from './jobs.ts';
export { findHolders } from './movement-queries.ts';
export { reconciliationRoutes } from './routes.ts';
export { reconciliationSampler } from './sampler.ts';
export { WalletHolder } from './schemas.ts';
