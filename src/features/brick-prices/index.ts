// Door of the brick prices.

export { brickPriceRoutes } from './routes.ts';
