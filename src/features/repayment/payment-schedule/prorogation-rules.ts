// Extends a schedule: checks the new duration, and turns capital that was already paid into events (schedule.md#prorogation). Pure.

import { type Cents, centsOf } from '../../../core/cents.ts';
import { addMonths, type Day } from './calendar-rules.ts';
import { PROROGATION_NOT_ABOVE_CURRENT, PROROGATION_NOT_ABOVE_NOMINAL } from './errors.ts';
import { type CapitalEvent, currentDuration, maturityOf, type Prorogation, type ScheduleTerms } from './terms-rules.ts';

/** Code when `durationInMonths`, the new total, is not longer; the nominal duration is checked first (schedule.md#prorogation). */
export function prorogationFault(
  terms: Pick<ScheduleTerms, 'durationInMonths' | 'prorogations'>,
  durationInMonths: number,
): string | undefined {
  if (durationInMonths <= terms.durationInMonths) return PROROGATION_NOT_ABOVE_NOMINAL;
  return durationInMonths <= currentDuration(terms) ? PROROGATION_NOT_ABOVE_CURRENT : undefined;
}

/** The old last echeance: capital due there by events, and the capital payments assigned to it by date. */
export type OldLast = { period: string; dueOfEventsCents: Cents; payments: readonly { day: Day; amountCents: Cents }[] };

/**
 * The terms with the prorogation. Capital that was paid on the old last echeance beyond its events stays there, as unplanned repayments
 * on the days of the payments; unpaid capital is due at the new maturity.
 */
export function prorogate(
  terms: ScheduleTerms,
  asked: Prorogation,
  last: OldLast & { dueCents: Cents },
): { terms: ScheduleTerms; repayments: CapitalEvent[] } {
  const prorogations = [...terms.prorogations, asked];
  const repayments = paidCapitalAsEvents({ ...terms, prorogations }, last);
  return { terms: { ...terms, prorogations, events: [...terms.events, ...repayments] }, repayments };
}

/**
 * A-payment-schedule-6: days are moved between the last event, when all capital was lent, and the new maturity, so that the capital
 * outstanding never falls below 0.
 */
function paidCapitalAsEvents(terms: ScheduleTerms, last: OldLast & { dueCents: Cents }): CapitalEvent[] {
  const earliest = terms.events.reduce((day, event) => Math.max(day, event.day), terms.startDay);
  const latest = dayBefore(maturityOf(terms));
  let ofEvents: number = last.dueOfEventsCents;
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
        amountCents: centsOf(repaid),
        interestSequestreCents: 0,
        duePeriod: last.period,
      },
    ];
  });
}

function dayBefore(day: Day): Day {
  if (day % 100 > 1) return day - 1;
  // The first of a month: its 31st, one month earlier, is clamped to the last day of the month before.
  return addMonths(day - (day % 100) + 31, -1);
}
