// Door of the search over all records.

export { searchRoutes } from './routes.ts';
