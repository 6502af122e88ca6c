// Door of the company search.

export { companySearchRoutes } from './routes.ts';
