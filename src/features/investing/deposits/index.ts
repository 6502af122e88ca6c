// Door of deposits: where an investor wires money to.

export { isDepositIban } from './queries.ts';
export { depositRoutes } from './routes.ts';
