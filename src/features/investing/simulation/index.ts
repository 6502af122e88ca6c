// Door of the simulation: what bricks of an open funding would bring month by month, also late, and in default.

export { simulationRoutes } from './routes.ts';
