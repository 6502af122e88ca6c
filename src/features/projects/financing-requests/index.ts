// Door of the project financing requests.

export { financingRequestRoutes } from './routes.ts';
export { AccountManager } from './schemas.ts';
