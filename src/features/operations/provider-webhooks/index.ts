// Door of the provider's webhooks.

export { replayWebhookJob } from './jobs.ts';
export { providerEventRoutes, providerWebhookRoutes } from './routes.ts';
export { providerEventSampler } from './sampler.ts';
