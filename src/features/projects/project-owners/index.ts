// Door of the project owners, their presentations and their requests for financing.

export { showPresentation } from './presentations.ts';
export { financingRequestRoutes, projectOwnerRoutes } from './routes.ts';
export { AccountManager, ShownPresentation } from './schemas.ts';
