// Door of the home news.

export { homeNewsRoutes } from './routes.ts';
