// Door of the portfolio: what an investor's projects have brought, what is still to come and when, and why something has not come.

export { shareOf } from './expected-payments.ts';
export { portfolioRoutes } from './routes.ts';
export { yearlyReturnBps } from './yearly-return.ts';
