// Door of the payouts.

export { capitalPayoutJob, couponPayoutJob, finishRepaidProjectJob } from './jobs.ts';
export { settlePayoutLine } from './payout-lines.ts';
export { isCouponMonthOpen } from './queries.ts';
export { payoutRoutes } from './routes.ts';
export { couponDayFrom, payOutFailure } from './rules.ts';
export { openSaleRun, openUnlentCapitalRun } from './run-payouts.ts';
export { assertPayableAccount, settleTaxRemittance, settleWithheldTax } from './tax-remittance.ts';
