// Door of the reconciliation with the payment provider.

export { providerReconciliationJob } from './jobs.ts';
export { findHolders, isPayOutBooked } from './movement-queries.ts';
export { reconciliationSampler } from './reconcile-with-provider.ts';
export { reconciliationRoutes } from './routes.ts';
export { MOVEMENT_STATES, MOVEMENT_VERBS, MOVEMENT_VERBS_ON_PROJECT, type MovementState } from './rules.ts';
export { WalletHolder } from './schemas.ts';
