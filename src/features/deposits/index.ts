// Door of deposits: where an investor wires money to.

export { depositRoutes } from './routes.ts';
