// Door of the administrators' view of payments, and of their decision about a refused one; payments are made and moved in money/payments.

export { projectPurseRoutes } from './purse-routes.ts';
export { administrationPaymentRoutes } from './routes.ts';
export type { PaymentDetail } from './schemas.ts';
