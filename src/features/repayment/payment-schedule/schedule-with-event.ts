// Adds a capital event to a stored schedule, with all checks: for the simulation, and for storing it.

import { type Cents, centsOf } from '../../../core/cents.ts';
import { AppError } from '../../../core/errors.ts';
import type { Config } from '../../../deps.ts';
import { askedEvent } from './asked-rules.ts';
import { dayOf } from './calendar-rules.ts';
import { capitalEventFault } from './capital-event-rules.ts';
import { rescheduled } from './change-rules.ts';
import { lentCapital, openCapital } from './echeance-rules.ts';
import { SCHEDULE_NOT_FOUND } from './errors.ts';
import { withEscrowPart } from './escrow-rules.ts';
import { capitalPayments, isTouched } from './recompute-rules.ts';
import type { Schedule } from './schedule-queries.ts';
import type { NewCapitalEvent } from './schemas.ts';
import { sequestreRemainingOf, termsOf } from './stored-rules.ts';
import { type StoredEvent, withDuePeriod } from './terms-rules.ts';

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
      ...{ period: row.period, startDay: dayOf(row.startDate), endDay: dayOf(row.endDate), isKept: isTouched(row) },
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
