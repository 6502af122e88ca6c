// Door of withdrawals.

export { stopWithdrawals } from './cancel-withdrawal.ts';
export { withdrawalRoutes } from './routes.ts';
export { settleWithdrawal } from './settle-withdrawal.ts';
export { settleWithdrawalFee } from './settle-withdrawal-fee.ts';
export { WITHDRAWAL_VERBS } from './states.ts';
