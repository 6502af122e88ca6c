// Door of the project financing requests.

export { financingRequestRoutes } from './routes.ts';
