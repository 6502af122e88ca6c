// Door of the payments: payments that we order at the provider, incoming money, and the transactions that show both.

export {
  type AfterRefusal,
  countRefusals,
  findUndecided,
  followRefusal,
  isCertainlyUnpaid,
  nextAfterRefusal,
  nothingUndecided,
  takeDecision,
  WHY_STOPPED,
  waitForDecision,
} from './after-refusal.ts';
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
  payoutLines,
  writtenBy,
} from './create.ts';
export { INTERNAL_SERVER_ERROR, P2P_FAILED_AT_PROVIDER } from './errors.ts';
export {
  type CarriedOut,
  carryOutPayment,
  type ExecuteDeps,
  type ExecutionResult,
  type PaymentMover,
  type PaymentReport,
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
  sumOpenPayments,
  sumPromisedFrom,
  sumSentFrom,
  sumSentFromEach,
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
export { type Placed, placeIfUnchanged } from './place-if-unchanged.ts';
export {
  auditPayment,
  cancelHeldTransaction,
  cancelPayment,
  NOTHING_TO_POST,
  PAYMENT_PURPOSES,
  type PaymentEnds,
  settle,
} from './settle.ts';
export { listSteps, type PaymentStepRow } from './steps.ts';
export {
  type ArrivedMoneyIn,
  bookMoneyIn,
  bookTransaction,
  type WalletTransactionStatus,
  type WalletTransactionType,
} from './transactions.ts';
