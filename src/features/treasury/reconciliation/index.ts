// Door of the reconciliation with the payment provider.

export { providerReconciliationJob } from './jobs.ts';
export { reconciliationRoutes } from './routes.ts';
export { reconciliationSampler } from './sampler.ts';
