// Door of the portfolio: what an investor's projects have brought, what is still to come and when, and why something has not come.

export { portfolioRoutes } from './routes.ts';
