// Door of the properties, their files and the prices of their bricks.

export { propertyEditingRoutes } from './editing-routes.ts';
export { propertyFileRoutes } from './file-routes.ts';
export { propertyListingRoutes } from './listing-routes.ts';
export { brickPriceRoutes } from './price-routes.ts';
export { toPropertyView } from './property-view.ts';
export { propertyRoutes } from './routes.ts';
export { PROPERTY_VERBS } from './states.ts';
export { PropertyView } from './view-schemas.ts';
