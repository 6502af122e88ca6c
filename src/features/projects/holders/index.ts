// Door of the register of holders.

export { holderRoutes } from './routes.ts';
