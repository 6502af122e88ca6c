// Door of the provider's webhooks.

export { chargeBacksJob } from './charge-back-jobs.ts';
export { chargeBackRoutes } from './charge-back-routes.ts';
export { providerEventRoutes } from './event-routes.ts';
export { replayWebhookJob } from './jobs.ts';
export { providerWebhookRoutes } from './routes.ts';
export { providerEventSampler } from './sampler.ts';
