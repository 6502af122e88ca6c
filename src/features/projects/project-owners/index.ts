// Door of the project owners and of their presentations.

export { projectOwnerRoutes } from './routes.ts';
export { ShownPresentation } from './schemas.ts';
export { showPresentation } from './show-presentation.ts';
