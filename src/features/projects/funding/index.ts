// Door of the funding: its rules, its closing, and the transfers after it.

export { settleCompanyFee } from './company-fee.ts';
export { TRANSFER_FAILED_AT_PROVIDER } from './errors.ts';
export { fundingAutoCloseJob } from './jobs.ts';
export { settleOwnerTransfer } from './owner-transfer.ts';
export { readFeesPaid } from './queries.ts';
export { fundingRoutes } from './routes.ts';
export { FUNDING_STATUSES, FUNDING_VERBS, feeInclTaxCents, fundedPercentage, fundingStatus, planBricks } from './rules.ts';
export { CompanyFee } from './schemas.ts';
