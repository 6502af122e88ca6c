// Adds a capital event to a stored schedule, with all checks: for the simulation, and for storing it.

import { type Cents, centsOf } from '../../../core/cents.ts';
import { AppError } from '../../../core/errors.ts';
import { newId } from '../../../core/ids.ts';
import type { Config } from '../../../deps.ts';
import { askedEvent } from './asked-rules.ts';
import { dayOf } from './calendar-rules.ts';
import { capitalEventFault } from './capital-event-rules.ts';
import { openCapital } from './echeance-rules.ts';
import { SCHEDULE_NOT_FOUND } from './errors.ts';
import { withEscrowPart } from './escrow-rules.ts';
import { isKept, recomputedEcheances } from './recompute-rules.ts';
import type { Schedule } from './schedule-queries.ts';
import type { NewCapitalEvent } from './schemas.ts';
import { sequestreRemainingOf, termsOf } from './stored-rules.ts';
import type { CapitalEvent } from './terms-rules.ts';

/**
 * `schedule` with the event, `paid` with its escrow part paid too; `heldCents` is the balance of the project's ESCROW. Errors: those of
 * the capital-event simulation, in their order.
 */
export function scheduleWithEvent(
  schedule: Schedule | undefined,
  asked: NewCapitalEvent,
  { config, heldCents }: { config: Pick<Config, 'VAT_RATE_BPS'>; heldCents: Cents },
): { schedule: Schedule; paid: Schedule; event: CapitalEvent } {
  const event = askedEvent(asked.event, 'body/event');
  if (!schedule) throw new AppError(SCHEDULE_NOT_FOUND);
  const terms = termsOf(schedule, config);
  const { echeancePeriod } = asked;
  const from = schedule.echeances.find(({ period }) => period === echeancePeriod)?.number ?? 1;
  const fault = capitalEventFault({
    terms,
    echeances: schedule.echeances.map((row) => ({
      ...{ period: row.period, startDay: dayOf(row.startDate), endDay: dayOf(row.endDate), isKept: isKept(row, from) },
    })),
    sequestreRemainingCents: centsOf(Math.min(sequestreRemainingOf(schedule), heldCents)),
    openCapitalCents: openCapital(schedule),
    echeancePeriod,
    event,
  });
  if (fault !== undefined) throw new AppError(fault);
  const events = [...schedule.events, event];
  const echeances = recomputedEcheances(schedule, { ...terms, events }, from, newId);
  const changed = { ...schedule, events, echeances };
  return { schedule: changed, paid: withEscrowPart(changed, event).schedule, event };
}
