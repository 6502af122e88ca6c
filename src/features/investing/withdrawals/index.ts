// Door of withdrawals.

export { stopWithdrawals, WITHDRAWAL_VERBS } from './cancel.ts';
export { withdrawalRoutes } from './routes.ts';
export { settleWithdrawal, settleWithdrawalFee } from './settle.ts';
