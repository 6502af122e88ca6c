// Door of the provider's webhooks.

export { providerEventSampler, replayWebhookJob } from './replay-event.ts';
export { providerEventRoutes, providerWebhookRoutes } from './routes.ts';
