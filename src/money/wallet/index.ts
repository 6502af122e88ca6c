// Door of the wallet: transactions of investors and SPVs, payment orders to the provider, money coming in.

export { bookMoneyIn, type IncomingWire } from './book-money-in.ts';
export { type CarriedOut, carryOutPaymentOrder } from './carry-out-payment-order.ts';
export { createPaymentOrder } from './create-payment-order.ts';
export type {
  ExecuteDeps,
  ExecutionResult,
  PaymentMover,
  PaymentReport,
} from './execute-payment-order.ts';
export { executePaymentOrderJob, walletTransactionsJob } from './jobs.ts';
export { lockSpendableMain } from './lock-spendable-main.ts';
export { openPayment, type PaymentSide } from './open-payment.ts';
export { openPayouts, type Payout, type PayoutRun } from './open-payouts.ts';
export { orderHeldTransaction } from './order-held-transaction.ts';
export {
  cancelUnsentOrders,
  type NewPaymentOrder,
  type PaymentOrder,
  type PaymentOutcome,
  type PaymentPurpose,
  type Settlement,
  sumOpenOrders,
  sumSentFrom,
} from './payment-orders.ts';
export { confirmPayout, failPayout } from './settle-payout.ts';
export {
  bookTransaction,
  confirmTransaction,
  dropTransaction,
  releaseOutgoing,
  type WalletTransaction,
  type WalletTransactionStatus,
  type WalletTransactionType,
} from './transactions.ts';
