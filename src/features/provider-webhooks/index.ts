// Door of the provider's webhooks.

export { replayWebhookJob } from './jobs.ts';
export { providerWebhookRoutes } from './routes.ts';
