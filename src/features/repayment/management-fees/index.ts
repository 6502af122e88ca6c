// Door of the management fees.

export { managementFeeRoutes } from './routes.ts';
export { lastPastPeriod } from './rules.ts';
export { settleManagementFee } from './settle-management-fee.ts';
export { FEE_VERBS } from './states.ts';
