// POST /administration/property/:propertyId/payment-schedule/prorogation: extends the schedule, perhaps at another rate.

import { recordAdminAction } from '../../../core/audit.ts';
import { type Cents, rateOf, sumOf } from '../../../core/cents.ts';
import type { PropertyId } from '../../../core/db/tables.ts';
import type { Tx } from '../../../core/db/transaction.ts';
import { AppError } from '../../../core/errors.ts';
import { type IdempotencyClaim, inIdempotentTransaction } from '../../../core/http/idempotency.ts';
import type { RouteAudit } from '../../../core/http/route.ts';
import { newId } from '../../../core/ids.ts';
import type { AppDeps } from '../../../deps.ts';
import { dayOf } from './calendar-rules.ts';
import { SCHEDULE_NOT_FOUND } from './errors.ts';
import { followChange } from './follow-change.ts';
import { type OldLast, prorogate, prorogationFault } from './prorogation-rules.ts';
import { listCapitalPayments } from './queries.ts';
import { recomputedEcheances } from './recompute-rules.ts';
import { lockSchedule, type Schedule } from './schedule-queries.ts';
import { scheduleView } from './schedule-view.ts';
import type { NewProrogation, ScheduleView } from './schemas.ts';
import { termsOf } from './stored-rules.ts';
import { insertCapitalEvents, insertProrogation, writeChanges } from './write-queries.ts';

/**
 * Under the schedule's lock: checks the duration, adds the prorogation, turns capital that was paid on the old last echeance into
 * repayments, and recomputes from the first echeance on. Errors (schedule.md#prorogation): `echeancier-not-found`, then the two of the
 * durations, nominal first.
 */
export async function prorogateSchedule(
  deps: Pick<AppDeps, 'db' | 'clock' | 'config' | 'jobs'>,
  input: { propertyId: PropertyId; asked: NewProrogation; audit: RouteAudit; idempotency: IdempotencyClaim | undefined },
): Promise<ScheduleView> {
  const { propertyId, asked } = input;
  const at = deps.clock.now();
  return inIdempotentTransaction(deps.db, input.idempotency, async (tx) => {
    const stored = await lockSchedule(tx, propertyId);
    if (!stored) throw new AppError(SCHEDULE_NOT_FOUND);
    const { durationInMonths, interestRateDuringProrogation: percentage } = asked;
    const fault = prorogationFault(stored, durationInMonths);
    if (fault !== undefined) throw new AppError(fault);
    const prorogation = { durationInMonths, interestRate: percentage === undefined ? null : rateOf(percentage) };
    const { terms, repayments } = prorogate(termsOf(stored, deps.config), prorogation, await oldLast(tx, stored));
    const echeances = recomputedEcheances(stored, terms, 1, newId);
    await insertProrogation(tx, propertyId, prorogation, at);
    await insertCapitalEvents(tx, propertyId, repayments, at);
    const updatedAt = await writeChanges(tx, stored, echeances, at);
    const { events, prorogations } = terms;
    const after = { ...stored, events, prorogations, echeances, updatedAt };
    await followChange(tx, deps, { before: stored, after, at });
    await recordAdminAction(tx, { ...input.audit, target: { type: 'property', id: propertyId }, payload: { ...asked }, at });
    return scheduleView(after);
  });
}

async function oldLast(tx: Tx, schedule: Schedule): Promise<OldLast & { dueCents: Cents }> {
  const last = schedule.echeances.at(-1);
  if (!last) throw new Error(`schedule ${schedule.propertyId} has no echeance`);
  const [startDay, endDay] = [dayOf(last.startDate), dayOf(last.endDate)];
  const asked = schedule.events.filter(
    ({ type, day, duePeriod }) =>
      type === 'capitalRepaymentUnplanned' && (duePeriod === null ? day >= startDay && day < endDay : duePeriod === last.period),
  );
  const payments = await listCapitalPayments(tx, last.id);
  return {
    period: last.period,
    dueCents: last.capitalRepaymentDueCents,
    dueOfEventsCents: sumOf(asked.map(({ amountCents }) => amountCents)),
    payments: payments.map(({ date, amountCents }) => ({ day: dayOf(date), amountCents })),
  };
}
