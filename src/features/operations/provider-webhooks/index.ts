// Door of the provider's webhooks.

export { replayWebhookJob } from './jobs.ts';
export { providerEventSampler } from './replay-event.ts';
export { providerEventRoutes, providerWebhookRoutes } from './routes.ts';
