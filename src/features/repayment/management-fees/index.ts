// Door of the management fees.

export { managementFeeRoutes } from './routes.ts';
export { FEE_VERBS, lastPastPeriod } from './rules.ts';
export { settleManagementFee } from './transfer-fee.ts';
