// Door of the brick prices: the history of each property, and the yearly update of all.

export { insertBrickPrice, priceAtPublication } from './queries.ts';
export { brickPriceRoutes } from './routes.ts';
export { PRICE_VERBS } from './rules.ts';
