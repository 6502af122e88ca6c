// Door of the administrators' view of payments, and of their decision about a refused one; payments are made and moved in money/payments.

export { administrationPaymentRoutes, projectPurseRoutes } from './routes.ts';
export type { PaymentDetail } from './schemas.ts';
