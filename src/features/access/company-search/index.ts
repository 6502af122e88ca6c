// Door of the company search.

export { REGISTRY_SEARCH_FAILED } from './errors.ts';
export { companySearchRoutes } from './routes.ts';
export { registryAnswer } from './rules.ts';
