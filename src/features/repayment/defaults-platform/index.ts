// Door of the defaults-management platform: its webhook, and the votes of investors on it.

export { defaultsWebhookRoutes, votingRoutes } from './routes.ts';
