// Door of the payment schedules. Amounts are cents; what is due, paid or left is derived, never stored.
// - read: `findEcheance`; under a lock: `lockSchedule` (take it before a payment is assigned, a fee taken, a penalty or a debit
//   written).
// - derive: `deriveEcheance(row)` takes the rows of both; `sequestreRemainingOf(schedule)` is the escrow left.
// - show: `scheduleView(schedule)` with the schema `ScheduleView`; `withPayment` simulates an assignment.
// - compute: `computeSchedule`, without anything stored.

export { computeSchedule } from './compute-schedule.ts';
export { type DerivedEcheance, deriveEcheance } from './echeance-rules.ts';
export { ECHEANCE_NOT_FOUND, SCHEDULE_NOT_FOUND, SPV_NOT_FOUND } from './errors.ts';
export { type EcheanceRow, findEcheance } from './queries.ts';
export { paymentScheduleRoutes } from './routes.ts';
export { lockSchedule, readSchedule, type Schedule } from './schedule-queries.ts';
export { scheduleView } from './schedule-view.ts';
export { Period, ScheduleView } from './schemas.ts';
export { sequestreRemainingOf } from './stored-rules.ts';
export type { ScheduleTerms } from './terms-rules.ts';
export { withPayment } from './with-payment.ts';
