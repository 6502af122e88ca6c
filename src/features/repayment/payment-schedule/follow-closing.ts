// At the closing of a funding its schedule, until then a plan, is compared with what was collected; an administrator confirms what
// is left.

import { recordAdminAction } from '../../../core/audit.ts';
import type { PropertyId } from '../../../core/db/tables.ts';
import { inTransaction, type Tx } from '../../../core/db/transaction.ts';
import { AppError } from '../../../core/errors.ts';
import type { RouteAudit } from '../../../core/http/route.ts';
import { newId } from '../../../core/ids.ts';
import { assertAllowed } from '../../../core/states.ts';
import type { AppDeps } from '../../../deps.ts';
import { lockProperty, projectState } from '../../projects/project-life/index.ts';
import { type ClosingAmounts, differsFromPlan, planWithin } from '../schedule-computation/index.ts';
import { recomputedEcheances, termsOf } from './change-rules.ts';
import { NO_DECISION_WAITS, SCHEDULE_NOT_FOUND } from './errors.ts';
import { followChange } from './follow-change.ts';
import { SCHEDULE_VERBS } from './rules.ts';
import { lockSchedule, readWritten, type Schedule } from './schedule-queries.ts';
import { scheduleView } from './schedule-view.ts';
import type { ScheduleView } from './schemas.ts';
import { deleteEvents, insertCapitalEvents, updateTerms, writeChanges } from './write-queries.ts';

/**
 * With the property and `schedule` locked. A plan that differs waits for a decision from now on; what it lends above what was collected is
 * taken off at once, so that nobody is asked for, or paid, capital that was never there.
 */
export async function followClosing(
  tx: Tx,
  deps: Pick<AppDeps, 'config' | 'jobs'>,
  { schedule, at, ...closing }: ClosingAmounts & { schedule: Schedule; at: Temporal.Instant },
): Promise<void> {
  const plan = termsOf(schedule, deps.config);
  if (!differsFromPlan(plan, closing)) return;
  const { propertyId } = schedule;
  const terms = { ...plan, ...planWithin(plan, closing) };
  await updateTerms(tx, propertyId, {
    total_funded_amount_cents: terms.totalFundedAmountCents,
    initial_capital_loaned_cents: terms.initialCapitalCents,
    interest_sequestre_cents: terms.interestSequestreCents,
    decision_since: at,
    planned_total_funded_cents: plan.totalFundedAmountCents,
    planned_initial_capital_cents: plan.initialCapitalCents,
    planned_interest_sequestre_cents: plan.interestSequestreCents,
  });
  await deleteEvents(tx, propertyId);
  const events = await insertCapitalEvents(tx, propertyId, terms.events, at);
  const echeances = recomputedEcheances(schedule, terms, 1, newId);
  await writeChanges(tx, schedule, echeances, at);
  const after = {
    ...schedule,
    totalFundedAmountCents: terms.totalFundedAmountCents,
    initialCapitalLoanedCents: terms.initialCapitalCents,
    interestSequestreCents: terms.interestSequestreCents,
    events,
    echeances,
  };
  await followChange(tx, deps, { before: schedule, after, at });
}

/**
 * POST /administration/property/:propertyId/payment-schedule/confirm: the schedule stays as the closing of the funding has made
 * it.
 * Writes that nothing waits for a decision any more (A-payment-schedule-14); the audit row keeps what was planned. Errors: those of the
 * table.
 */
export async function confirmSchedule(
  deps: Pick<AppDeps, 'db' | 'clock'>,
  { propertyId, audit }: { propertyId: PropertyId; audit: RouteAudit },
): Promise<ScheduleView> {
  const at = deps.clock.now();
  return inTransaction(deps.db, async (tx) => {
    const property = await lockProperty(tx, propertyId);
    const schedule = await lockSchedule(tx, propertyId);
    if (!property || !schedule) throw new AppError(SCHEDULE_NOT_FOUND);
    assertAllowed(SCHEDULE_VERBS['confirm-schedule'], projectState(property));
    const { decision } = scheduleView(schedule);
    if (decision === null) throw new AppError(NO_DECISION_WAITS);
    await updateTerms(tx, propertyId, { updated_at: at });
    await recordAdminAction(tx, { ...audit, target: { type: 'property', id: propertyId }, payload: { ...decision }, at });
    return scheduleView(await readWritten(tx, propertyId));
  });
}
