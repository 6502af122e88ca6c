// Door of the provider's webhooks.

export { chargeBacksJob } from './charge-back-jobs.ts';
export { providerEventRoutes } from './event-routes.ts';
export { replayWebhookJob } from './jobs.ts';
export { providerWebhookRoutes } from './routes.ts';
export { providerEventSampler } from './sampler.ts';
