// Door of the votes.

export { votingRoutes } from './routes.ts';
