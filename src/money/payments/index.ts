// Door of the payments: payments that we order at the provider, incoming money, and the transactions that show both.

export {
  type DraftPayment,
  draftPayment,
  type Hold,
  heldByInvestor,
  heldByProject,
  type NewPayment,
  openPayment,
  openPayouts,
  orderHeldTransaction,
  type PaymentSide,
  type Payout,
  type PayoutRun,
  type Placed,
  payoutLines,
  placeIfUnchanged,
  writtenBy,
} from './create.ts';
export { INTERNAL_SERVER_ERROR, P2P_FAILED_AT_PROVIDER } from './errors.ts';
export {
  type CarriedOut,
  carryOutPayment,
  type ExecuteDeps,
  type ExecutionResult,
  listSteps,
  type PaymentMover,
  type PaymentReport,
  type PaymentStepRow,
} from './execute.ts';
export { findIncident, type IncidentRow, listIncidents, listIncidentsOf, resolveIncident } from './incidents.ts';
export { executePaymentJob, orphanedPaymentsTask, walletTransactionsJob } from './jobs.ts';
export {
  assumeSent,
  OpenPayment,
  type OpenPayments,
  openPaymentSampler,
  readOpenPayments,
  readOpenPaymentsOf,
  readWalletWithSent,
  sumOpenPayments,
  sumPromisedFrom,
  sumSentFrom,
  sumSentFromEach,
  type WalletWithSent,
} from './open-payments.ts';
export { type BegunPayment, type PaidByRequest, payByRequest } from './pay-by-request.ts';
export {
  type EndedPayment,
  type Incident,
  PAYMENT_STATES,
  type Payment,
  type PaymentAudit,
  type PaymentOutcome,
  type PaymentPurpose,
  type PaymentStatus,
  type Refusal,
  readPaymentStatus,
  readTraceOfPayment,
  type Settlement,
} from './payment.ts';
export {
  type AfterRefusal,
  auditPayment,
  cancelHeldTransaction,
  cancelPayment,
  countRefusals,
  findUndecided,
  followRefusal,
  isCertainlyUnpaid,
  NOTHING_TO_POST,
  nextAfterRefusal,
  nothingUndecided,
  PAYMENT_PURPOSES,
  type PaymentEnds,
  settle,
  takeDecision,
  WHY_STOPPED,
  waitForDecision,
} from './settle.ts';
export {
  type ArrivedMoneyIn,
  bookMoneyIn,
  bookTransaction,
  oldestFirst,
  type WalletTransactionStatus,
  type WalletTransactionType,
} from './transactions.ts';
export { isNothing, readWritten, type Written } from './written.ts';
