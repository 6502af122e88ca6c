// Door of withdrawals.

export { stopWithdrawals } from './cancel.ts';
export { withdrawalRoutes } from './routes.ts';
export { settleWithdrawal, settleWithdrawalFee } from './settle.ts';
export { WITHDRAWAL_VERBS } from './states.ts';
