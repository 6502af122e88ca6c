// Door of the payouts.

export { capitalPayoutJob, couponPayoutJob } from './jobs.ts';
export { openUnlentCapitalRun } from './open-unlent-capital-run.ts';
export { payoutRoutes } from './routes.ts';
export { settlePayoutLine } from './settle-payout-line.ts';
export { settleWithheldTax } from './settle-withheld-tax.ts';
