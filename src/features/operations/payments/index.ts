// Door of the administrators' view of payments and purses, and of their decisions about them; payments are made and moved in money/payments.

export { administrationPaymentRoutes, paymentIncidentRoutes, projectPurseRoutes } from './routes.ts';
export type { PaymentDetail } from './schemas.ts';
