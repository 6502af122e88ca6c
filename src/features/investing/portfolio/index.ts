// Door of the portfolio: what an investor's projects have brought, what is still to come and when, and why something has not come.

export { shareOf } from './expected-payments.ts';
export { type ProjectPayment, readPayments } from './payments.ts';
export { portfolioRoutes } from './routes.ts';
export { InvestmentPayment } from './schemas.ts';
export type { PortfolioDeps } from './standings.ts';
export { yearlyReturnBps } from './yearly-return.ts';
