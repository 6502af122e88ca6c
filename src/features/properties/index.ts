// Door of the properties.

export { propertyEditingRoutes } from './editing-routes.ts';
export { propertyListingRoutes } from './listing-routes.ts';
export { toPropertyView } from './property-view.ts';
export { propertyRoutes } from './routes.ts';
export { PropertyView } from './view-schemas.ts';
