// Door of the properties: drafts, publication, the catalogue and the administrators' lists.

export { createBricksJob } from './jobs.ts';
export { propertyListingRoutes } from './listing-routes.ts';
export { toPropertyView } from './property-view.ts';
export { propertyEditingRoutes, propertyRoutes } from './routes.ts';
export { PROPERTY_VERBS } from './rules.ts';
export { PropertyView } from './view-schemas.ts';
