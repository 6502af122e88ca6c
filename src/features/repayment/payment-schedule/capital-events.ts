// Capital that is lent or repaid on a day: an event is added to a stored schedule, its escrow part paid, and taken back.

import type { Config } from '../../../config/settings.ts';
import { recordAdminAction } from '../../../core/audit.ts';
import { type Cents, centsOf } from '../../../core/cents.ts';
import type { PropertyId } from '../../../core/db/tables.ts';
import { inTransaction, type Tx, violatedConstraint } from '../../../core/db/transaction.ts';
import { AppError } from '../../../core/errors.ts';
import { type IdempotencyClaim, inIdempotentTransaction } from '../../../core/http/idempotency.ts';
import type { RouteAudit } from '../../../core/http/route.ts';
import { newId } from '../../../core/ids.ts';
import { assertAllowed } from '../../../core/states.ts';
import type { AppDeps } from '../../../deps.ts';
import { lockBalance, purseOf } from '../../../money/ledger/index.ts';
import { lockProperty, projectState } from '../../projects/project-life/index.ts';
import {
  dateOf,
  dayOf,
  lentCapital,
  openCapital,
  REPAYMENT_EXCEEDS_LOANED,
  repaysTooMuch,
  type StoredEvent,
  withDuePeriod,
} from '../schedule-computation/index.ts';
import {
  capitalPayments,
  isTouched,
  openClaims,
  rescheduled,
  sequestreRemainingOf,
  termsOf,
  withEscrowPart,
  withoutEscrowPart,
} from './change-rules.ts';
import { CAPITAL_EVENT_ALREADY_PAID, CAPITAL_EVENT_NOT_FOUND, EVENT_OUT_OF_BOUND, SCHEDULE_NOT_FOUND } from './errors.ts';
import { postReassignment } from './follow-change.ts';
import { resizeDebits } from './jobs.ts';
import type { EcheanceRow } from './queries.ts';
import { askedEvent, capitalEventFault, isBeforeKept, SCHEDULE_VERBS } from './rules.ts';
import { archiveEscrowPart, insertAssignedPayment, lockSchedule, type Schedule } from './schedule-queries.ts';
import { scheduleView } from './schedule-view.ts';
import type { NewCapitalEvent, ScheduleView } from './schemas.ts';
import { deleteCapitalEvent, insertCapitalEvents, type WrittenEvent, writeChanges } from './write-queries.ts';

/**
 * POST /administration/property/:propertyId/payment-schedule/capital-event: stores a capital event.
 * Under the schedule's lock: checks, writes the event, the changed echeances and the payment out of the escrow, and audits; jobs change
 * scheduled debits. Errors: those of the simulation.
 */
export async function addCapitalEvent(
  deps: Pick<AppDeps, 'db' | 'clock' | 'config' | 'jobs'>,
  input: { propertyId: PropertyId; asked: NewCapitalEvent; audit: RouteAudit; idempotency: IdempotencyClaim | undefined },
): Promise<ScheduleView> {
  const { propertyId, asked } = input;
  const at = deps.clock.now();
  return inIdempotentTransaction(deps.db, input.idempotency, async (tx) => {
    const property = await lockProperty(tx, propertyId);
    const before = await lockSchedule(tx, propertyId);
    if (!property || !before) throw new AppError(SCHEDULE_NOT_FOUND);
    assertAllowed(SCHEDULE_VERBS['add-capital-event'], projectState(property));
    const heldCents = await lockBalance(tx, purseOf(propertyId, 'ESCROW'));
    const { schedule, event } = scheduleWithEvent(before, asked, { config: deps.config, heldCents });
    const stored = await insertCapitalEvents(tx, propertyId, [event], at);
    const updatedAt = await writeChanges(tx, before, schedule.echeances, at);
    const events = schedule.events.flatMap((one) => (one === event ? stored : [one]));
    const after = await payEventsFromEscrow(tx, { before, after: { ...schedule, events }, events: stored, at });
    await resizeDebits(tx, deps, { before, after });
    await recordAdminAction(tx, { ...input.audit, target: { type: 'property', id: propertyId }, payload: { ...asked }, at });
    return scheduleView({ ...after, updatedAt });
  });
}

type Deps = Pick<AppDeps, 'db' | 'clock' | 'config' | 'jobs'>;
type Removal = { propertyId: PropertyId; capitalEventId: string; audit: RouteAudit };

/**
 * DELETE /administration/property/:propertyId/payment-schedule/capital-event/:capitalEventId: takes a capital event back.
 * Under the locks of property and schedule: the event goes with its escrow part, whose money is the escrow's again, and the schedule is
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

/**
 * `schedule` with the event, `paid` with its escrow part paid too; `heldCents` is the balance of the project's ESCROW. Errors: those of
 * the capital-event simulation, in their order.
 */
export function scheduleWithEvent(
  schedule: Schedule | undefined,
  asked: NewCapitalEvent,
  { config, heldCents }: { config: Pick<Config, 'VAT_RATE_BPS'>; heldCents: Cents },
): { schedule: Schedule; paid: Schedule; event: StoredEvent } {
  const bare = askedEvent(asked.event, 'body/event');
  if (!schedule) throw new AppError(SCHEDULE_NOT_FOUND);
  const terms = termsOf(schedule, config);
  // What was never lent and went back to the holders cannot be lent any more, should the project owe again.
  const lendable = schedule.unlentGivenBackCents > 0 ? { ...terms, totalFundedAmountCents: lentCapital(schedule) } : terms;
  const event = { ...withDuePeriod(terms, bare), id: null };
  const events = [...schedule.events, event].toSorted((a, b) => a.day - b.day);
  const fault = capitalEventFault({
    terms: event.type === 'capitalLoaned' ? lendable : terms,
    echeances: schedule.echeances.map((row) => ({
      period: row.period,
      startDay: dayOf(row.startDate),
      endDay: dayOf(row.endDate),
      isKept: isTouched(row),
    })),
    sequestreRemainingCents: centsOf(Math.min(sequestreRemainingOf(schedule), heldCents)),
    openCapitalCents: openCapital(schedule, terms),
    echeancePeriod: asked.echeancePeriod,
    event,
    payments: capitalPayments(schedule),
  });
  if (fault !== undefined) throw new AppError(fault);
  const { schedule: changed } = rescheduled(schedule, { ...schedule, events }, config);
  return { schedule: changed, paid: withEscrowPart(changed, event).schedule, event };
}

/**
 * Writes the payments, and posts all changes of the purses: ESCROW to CAPITAL for the payments, and those of the events. `before` is the
 * schedule without the events, `after` with them. The caller has locked the schedule and checked the project's ESCROW. Returns the
 * schedule with the payments.
 */
export async function payEventsFromEscrow(
  tx: Tx,
  change: { before: Schedule; after: Schedule; events: readonly WrittenEvent[]; at: Temporal.Instant },
): Promise<Schedule> {
  const { before, events, at } = change;
  const { propertyId, spvId } = before;
  if (spvId === null) throw new Error(`property ${propertyId} has lost its SPV`);
  let after = change.after;
  let paidCents = 0;
  for (const event of events) {
    const { interestSequestreCents: amountCents } = event;
    if (amountCents === 0) continue;
    const paid = withEscrowPart(after, event);
    await insertAssignedPayment(tx, {
      id: newId(),
      propertyId,
      spvId,
      echeanceId: paid.echeance.id,
      amountCents,
      capitalEventId: event.id,
      at,
      payment: 'other',
      source: 'escrow',
      paymentFor: 'capitalRepayment',
      paymentDate: dateOf(event.day),
      comment: `Part du séquestre, remboursement anticipé de l’échéance ${paid.echeance.number}`,
    });
    after = paid.schedule;
    paidCents += amountCents;
  }
  const from = { account: purseOf(propertyId, 'ESCROW'), amountCents: centsOf(paidCents) };
  await postReassignment(tx, { before, after, spvId, at, ...(paidCents === 0 ? {} : { from, type: 'ESCROW_TO_PAYMENT' }) });
  return after;
}
