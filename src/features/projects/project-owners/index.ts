// Door of the project owners and of their presentations.

export { projectOwnerRoutes } from './routes.ts';
