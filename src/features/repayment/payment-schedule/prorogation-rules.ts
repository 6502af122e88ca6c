// Extending a schedule: which durations may follow, and what becomes of capital that was already paid (schedule.md#prorogation).
// Pure.

import { addMonths, type Day } from './calendar-rules.ts';
import { PROROGATION_NOT_ABOVE_CURRENT, PROROGATION_NOT_ABOVE_NOMINAL } from './errors.ts';
import { type CapitalEvent, currentDuration, maturityOf, type Prorogation, type ScheduleTerms } from './terms-rules.ts';

/**
 * Code when `durationInMonths` (the new total) is not longer; the nominal duration is looked at first (schedule.md#prorogation).
 */
export function prorogationFault(
  terms: Pick<ScheduleTerms, 'durationInMonths' | 'prorogations'>,
  durationInMonths: number,
): string | undefined {
  if (durationInMonths <= terms.durationInMonths) return PROROGATION_NOT_ABOVE_NOMINAL;
  return durationInMonths <= currentDuration(terms) ? PROROGATION_NOT_ABOVE_CURRENT : undefined;
}

/** The old last echeance as it stands: what its events ask back, and the capital payments on it by date. */
export type OldLast = { period: string; dueOfEventsCents: number; payments: readonly { day: Day; amountCents: number }[] };

/**
 * The terms with the prorogation. Capital that was paid on the old last echeance beyond what its events asked back stays
 * there, as unplanned repayments dated at their payments; what was not paid is due at the new maturity.
 */
export function prorogate(
  terms: ScheduleTerms,
  asked: Prorogation,
  last: OldLast & { dueCents: number },
): { terms: ScheduleTerms; repayments: CapitalEvent[] } {
  const prorogations = [...terms.prorogations, asked];
  const repayments = paidCapitalAsEvents({ ...terms, prorogations }, last);
  return { terms: { ...terms, prorogations, events: [...terms.events, ...repayments] }, repayments };
}

/**
 * A-payment-schedule-6: dates stay between the last event, when all was lent, and the new maturity: the capital outstanding
 * never falls below 0.
 */
function paidCapitalAsEvents(terms: ScheduleTerms, last: OldLast & { dueCents: number }): CapitalEvent[] {
  const earliest = terms.events.reduce((day, event) => Math.max(day, event.day), terms.startDay);
  const latest = dayBefore(maturityOf(terms));
  let ofEvents = last.dueOfEventsCents;
  let open = last.dueCents - last.dueOfEventsCents;
  return last.payments.flatMap(({ day, amountCents }) => {
    const toEvents = Math.min(amountCents, ofEvents);
    ofEvents -= toEvents;
    const repaid = Math.min(amountCents - toEvents, open);
    open -= repaid;
    if (repaid <= 0) return [];
    return [
      {
        type: 'capitalRepaymentUnplanned' as const,
        day: Math.min(Math.max(day, earliest), latest),
        amountCents: repaid,
        interestSequestreCents: 0,
        duePeriod: last.period,
      },
    ];
  });
}

function dayBefore(day: Day): Day {
  if (day % 100 > 1) return day - 1;
  // The first of a month: 31 days reach back to the end of the month before, whatever its length.
  return addMonths(day - (day % 100) + 31, -1);
}
