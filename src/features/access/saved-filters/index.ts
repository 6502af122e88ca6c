// Door of saved filters: what an administrator narrows lists by, under names.

export { deleteSavedFiltersOf } from './queries.ts';
export { savedFilterRoutes } from './routes.ts';
