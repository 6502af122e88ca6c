// Door of the payouts.

export { capitalPayoutJob, couponPayoutJob } from './jobs.ts';
export { settleWithheldTax } from './move-taxes.ts';
export { payoutRoutes } from './routes.ts';
export { settlePayoutLine } from './settle-payout-line.ts';
