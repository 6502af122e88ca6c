// Door of Today: what waits for an administrator, and how the platform stands.

export { todayRoutes } from './routes.ts';
