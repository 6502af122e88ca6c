// DELETE /administration/property/:propertyId/payment-schedule/capital-event/:capitalEventId: takes a capital event back.

import { recordAdminAction } from '../../../core/audit.ts';
import { type Cents, centsOf } from '../../../core/cents.ts';
import type { PropertyId } from '../../../core/db/tables.ts';
import { inTransaction, type Tx, violatedConstraint } from '../../../core/db/transaction.ts';
import { AppError } from '../../../core/errors.ts';
import type { RouteAudit } from '../../../core/http/route.ts';
import { assertAllowed } from '../../../core/states.ts';
import type { AppDeps } from '../../../deps.ts';
import { purseOf } from '../../../money/ledger/index.ts';
import { lockProperty, projectState } from '../../projects/project-life/index.ts';
import { dateOf, dayOf } from './calendar-rules.ts';
import { isBeforeKept } from './capital-event-rules.ts';
import { rescheduled } from './change-rules.ts';
import {
  CAPITAL_EVENT_ALREADY_PAID,
  CAPITAL_EVENT_NOT_FOUND,
  EVENT_OUT_OF_BOUND,
  REPAYMENT_EXCEEDS_LOANED,
  SCHEDULE_NOT_FOUND,
} from './errors.ts';
import { withoutEscrowPart } from './escrow-rules.ts';
import { resizeDebits } from './jobs.ts';
import { archiveEscrowPart } from './payment-queries.ts';
import { postReassignment } from './post-reassignment.ts';
import { openClaims } from './purse-rules.ts';
import type { EcheanceRow } from './queries.ts';
import { isTouched } from './recompute-rules.ts';
import { lockSchedule, type Schedule } from './schedule-queries.ts';
import { scheduleView } from './schedule-view.ts';
import type { ScheduleView } from './schemas.ts';
import { SCHEDULE_VERBS } from './states.ts';
import { termsOf } from './stored-rules.ts';
import { repaysTooMuch, type StoredEvent } from './terms-rules.ts';
import { deleteCapitalEvent, writeChanges } from './write-queries.ts';

type Deps = Pick<AppDeps, 'db' | 'clock' | 'config' | 'jobs'>;
type Removal = { propertyId: PropertyId; capitalEventId: string; audit: RouteAudit };

/**
 * A-payment-schedule-13. Under the locks of property and schedule: the event goes with its escrow part, whose money is the escrow's again, and the schedule is
 * what it would be without it. Errors, in this order: `echeancier-not-found`, those of the project's state, `capital-event-not-found`,
 * `sum-repayment-is-greater-than-sum-loaned` (a loan that a later event repays), `event-date-is-out-of-bound` (interest that could not
 * follow), `capital-event-already-paid`.
 */
export async function removeCapitalEvent(deps: Deps, input: Removal): Promise<ScheduleView> {
  try {
    return await inTransaction(deps.db, (tx) => remove(tx, deps, input));
  } catch (error) {
    // A purse has spent the money.
    if (violatedConstraint(error) === 'ledger_balance_not_negative')
      throw new AppError(CAPITAL_EVENT_ALREADY_PAID, { cause: error });
    throw error;
  }
}

async function remove(tx: Tx, deps: Omit<Deps, 'db'>, { propertyId, capitalEventId, audit }: Removal): Promise<ScheduleView> {
  const at = deps.clock.now();
  const property = await lockProperty(tx, propertyId);
  const before = await lockSchedule(tx, propertyId);
  if (!property || !before || before.spvId === null) throw new AppError(SCHEDULE_NOT_FOUND);
  assertAllowed(SCHEDULE_VERBS['remove-capital-event'], projectState(property));
  const event = before.events.find(({ id }) => id === capitalEventId);
  if (!event) throw new AppError(CAPITAL_EVENT_NOT_FOUND);
  const schedule = scheduleWithout(before, event, deps.config);
  if (event.interestSequestreCents > 0)
    await archiveEscrowPart(tx, capitalEventId, { comment: 'Événement de capital annulé', at });
  await deleteCapitalEvent(tx, capitalEventId);
  const updatedAt = await writeChanges(tx, before, schedule.echeances, at);
  const after = { ...schedule, updatedAt };
  const partCents = centsOf(-event.interestSequestreCents);
  const from = { account: purseOf(propertyId, 'ESCROW'), amountCents: partCents };
  const { spvId } = before;
  await postReassignment(tx, { before, after, spvId, at, ...(partCents === 0 ? {} : { from, type: 'ESCROW_TO_PAYMENT' }) });
  await resizeDebits(tx, deps, { before, after });
  await recordAdminAction(tx, { ...audit, target: { type: 'property', id: propertyId }, payload: payloadOf(event), at });
  return scheduleView(after);
}

function scheduleWithout(before: Schedule, event: StoredEvent, config: AppDeps['config']): Schedule {
  const without = withoutEscrowPart({ ...before, events: before.events.filter((one) => one !== event) }, event);
  if (repaysTooMuch(termsOf(without, config))) throw new AppError(REPAYMENT_EXCEEDS_LOANED);
  const { schedule, changedFrom } = rescheduled(before, without, config);
  const kept = before.echeances.map((row) => ({ isKept: isTouched(row), endDay: dayOf(row.endDate) }));
  if (changedFrom !== undefined && isBeforeKept(kept, changedFrom)) throw new AppError(EVENT_OUT_OF_BOUND);
  const isPaid = schedule.echeances.some((row, index) => beyondDue(row) > beyondDue(before.echeances[index]));
  // The holders have its escrow part, and nothing else that came in covers it.
  const isPaidOut = openClaims(schedule) > openClaims(before);
  if (isPaid || isPaidOut) throw new AppError(CAPITAL_EVENT_ALREADY_PAID);
  return schedule;
}

/** Capital paid on the echeance, or distributed of it, that is not due there. */
function beyondDue(row: EcheanceRow | undefined): Cents {
  if (!row) return 0;
  return centsOf(
    Math.max(row.paidCapitalCents, row.capitalDistributedCents, row.capitalRepaymentDueCents) - row.capitalRepaymentDueCents,
  );
}

function payloadOf({ id, type, day, amountCents, interestSequestreCents }: StoredEvent) {
  return { capitalEventId: id, type, date: dateOf(day).toString(), amountCents, interestSequestreCents };
}
