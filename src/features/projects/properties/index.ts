// Door of the properties: drafts, publication, the catalogue, files and the administrators' lists.

export { readCatalogueProperty, toPropertyView } from './catalogue.ts';
export { createBricksJob } from './jobs.ts';
export { propertyListingRoutes } from './listing-routes.ts';
export { propertyEditingRoutes, propertyFileRoutes, propertyRoutes } from './routes.ts';
export { PROPERTY_VERBS } from './rules.ts';
export { PropertyView } from './view-schemas.ts';
