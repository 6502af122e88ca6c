// Door of the payouts.

export { assertPayableAccount } from './assert-payable-account.ts';
export { capitalPayoutJob, couponPayoutJob, finishRepaidProjectJob } from './jobs.ts';
export { openSaleRun } from './open-sale-run.ts';
export { openUnlentCapitalRun } from './open-unlent-capital-run.ts';
export { payoutRoutes } from './routes.ts';
export { payOutFailure } from './rules.ts';
export { settlePayoutLine } from './settle-payout-line.ts';
export { settleTaxRemittance } from './settle-tax-remittance.ts';
export { settleWithheldTax } from './settle-withheld-tax.ts';
