// Door of resale and of the marketplace switch.

export { resaleRoutes } from './routes.ts';
