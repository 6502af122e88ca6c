// Door of the properties.

export { PROJECT_NOT_FOUND } from './errors.ts';
export { toPropertyView } from './property-view.ts';
export { lockProperty } from './queries.ts';
export { propertyRoutes } from './routes.ts';
export { PropertyView } from './view-schemas.ts';
