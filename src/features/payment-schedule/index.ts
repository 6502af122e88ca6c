// Door of the payment schedules. Amounts are cents; what is due, paid or left is derived, never stored.
// - read: `readSchedule`, `findEcheance`; under a lock: `lockSchedule` (take it before a payment is assigned, a fee taken,
//   a penalty or a debit written).
// - derive: `deriveEcheance(row)` takes the rows of both; `sequestreRemainingOf(schedule)` is the escrow left.
// - show: `scheduleView(schedule)` with the schema `ScheduleView`; `withPayment` simulates an assignment.
// - change: `recomputeFrom`.

export { type DerivedEcheance, deriveEcheance } from './compute-derived.ts';
export { ECHEANCE_NOT_FOUND, SCHEDULE_NOT_FOUND, SPV_NOT_FOUND } from './errors.ts';
export { type EcheanceRow, findEcheance } from './queries.ts';
export { lockSchedule, readSchedule, type Schedule, sequestreRemainingOf } from './read-schedule.ts';
export { recomputeFrom } from './recompute.ts';
export { paymentScheduleRoutes } from './routes.ts';
export { scheduleView } from './schedule-view.ts';
export { EcheanceView, Period, ScheduleView } from './schemas.ts';
export { withPayment } from './with-payment.ts';
