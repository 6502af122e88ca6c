// Door of the funding: its rules, its closing, and the transfers after it.

export { TRANSFER_FAILED_AT_PROVIDER } from './errors.ts';
export { fundingAutoCloseJob } from './jobs.ts';
export { fundingRoutes } from './routes.ts';
export { FUNDING_STATUSES, fundedPercentage, fundingStatus, planBricks } from './rules.ts';
export { CompanyFee } from './schemas.ts';
export { settleCompanyFee } from './settle-company-fee.ts';
export { settleOwnerTransfer } from './settle-owner-transfer.ts';
export { FUNDING_VERBS } from './states.ts';
export { readFeesPaid } from './transfer-queries.ts';
