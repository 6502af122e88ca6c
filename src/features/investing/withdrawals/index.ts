// Door of withdrawals.

export { withdrawalRoutes } from './routes.ts';
export { settleWithdrawal } from './settle-withdrawal.ts';
export { settleWithdrawalFee } from './settle-withdrawal-fee.ts';
export { WITHDRAWAL_VERBS } from './states.ts';
export { stopWithdrawals } from './stop-withdrawals.ts';
