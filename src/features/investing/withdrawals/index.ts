// Door of withdrawals.

export { stopWithdrawals } from './cancel.ts';
export { withdrawalRoutes } from './routes.ts';
export { WITHDRAWAL_VERBS } from './rules.ts';
export { settleWithdrawal, settleWithdrawalFee } from './settle.ts';
