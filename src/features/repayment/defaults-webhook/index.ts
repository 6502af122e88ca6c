// Door of the defaults webhook.

export { defaultsWebhookRoutes } from './routes.ts';
