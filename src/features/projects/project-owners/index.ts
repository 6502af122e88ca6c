// Door of the project owners and of their presentations.

export { showPresentation } from './presentations.ts';
export { projectOwnerRoutes } from './routes.ts';
export { ShownPresentation } from './schemas.ts';
