// Door of the payment schedules. Amounts are cents; what is due, paid or left is derived, never stored.
// - read: `findEcheance`, `readEcheance`; under a lock: `lockSchedule`, before a payment is assigned, a fee taken, or a penalty or debit
//   written.
// - of many schedules: `listEcheancesAhead` gives what their holders have not had.
// - derive: `sequestreRemainingOf(schedule)` is the escrow left; what an echeance has follows in schedule-computation (`deriveEcheance`).
// - show: `scheduleView(schedule)` with the schema `ScheduleView`; `withPayment`, `withoutPayment` and `withChargeBack` give the schedule
//   after a payment is assigned or taken back, with all that follows for interest and dues; `withAmount` only counts it.
// - change, under the lock: `writeRecomputed` writes what differs in echeances after a payment, `postReassignment` moves the money after the rows have changed (`followChange` changes open debits too);
//   `markFee...` changes the status of a fee; `bookAssignedPayment` books a collected debit, `bookWaitingDebit` a second one.
// - give up: `cancelLoans` and `restoreLoans` for loans that were planned; `rescheduled` computes a changed schedule anew; `termsOf` is what a computation starts from.
// - close: `followClosing` compares a plan with what the funding collected.

export {
  capitalTermsOf,
  isLast,
  openClaims,
  purseChanges,
  rescheduled,
  sequestreRemainingOf,
  termsOf,
  withAmount,
  withChargeBack,
  withoutPayment,
  withPayment,
} from './change-rules.ts';
export { followClosing } from './create-schedule.ts';
export { ECHEANCE_NOT_FOUND, SCHEDULE_NOT_FOUND, SPV_NOT_FOUND } from './errors.ts';
export { bookAssignedPayment, bookWaitingDebit, followChange, postReassignment } from './follow-change.ts';
export { resizeDebitJob, resizeDebits } from './jobs.ts';
export { type EcheanceRow, findEcheance, listEcheancesAhead, readEcheance } from './queries.ts';
export { paymentScheduleRoutes } from './routes.ts';
export { SCHEDULE_VERBS } from './rules.ts';
export {
  changeFee,
  insertAssignedPayment,
  lockSchedule,
  markChargedBack,
  markFeeExecutedByHand,
  markFeePending,
  markFeeRefused,
  markFeeTransferred,
  readSchedule,
  type Schedule,
  writePenalty,
} from './schedule-queries.ts';
export { scheduleView } from './schedule-view.ts';
export { Period, ScheduleView } from './schemas.ts';
export { cancelLoans, restoreLoans, writeRecomputed } from './write-queries.ts';
