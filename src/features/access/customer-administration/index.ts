// Door of what administrators see and change of investors.

export { customerAdministrationRoutes } from './routes.ts';
