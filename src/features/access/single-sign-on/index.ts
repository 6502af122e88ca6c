// Door of the single sign-on: operators sign in at the identity provider of their company.

export { singleSignOnRoutes } from './routes.ts';
