// Whether a capital event fits a stored schedule, in the order of schedule.md#capital-events. Pure.

import type { Cents } from '../../../core/cents.ts';
import { type Day, monthOf, periodOfMonth } from './calendar-rules.ts';
import { type CapitalPayment, effectiveEvents, firstDifference } from './early-repayment-rules.ts';
import { CONFIG_INVALID, ECHEANCE_NOT_FOUND, EVENT_OUT_OF_BOUND, EVENT_PERIOD_MISMATCH, SEQUESTRE_NOT_ENOUGH } from './errors.ts';
import { type CapitalEvent, maturityOf, repaysTooMuch, type ScheduleTerms } from './terms-rules.ts';
import { configFault } from './validate-config.ts';

/** An echeance of the stored schedule; `isKept`: no recomputation changes its interest. */
export type EcheanceInPlace = { period: string; startDay: Day; endDay: Day; isKept: boolean };

/** Code of the first row that `event` breaks, undefined when it can be added. `echeances` in their order. */
export function capitalEventFault(asked: {
  terms: ScheduleTerms;
  echeances: readonly EcheanceInPlace[];
  /** What the escrow can still pay: the rest of the schedule's escrow, at most the balance of the project's ESCROW. */
  sequestreRemainingCents: Cents;
  /** Capital that is not paid back yet ({@link openCapital}): an unplanned repayment cannot exceed it. */
  openCapitalCents: Cents;
  echeancePeriod: string;
  event: CapitalEvent;
  /** What was paid of the capital: so much less may be outstanding. */
  payments: readonly CapitalPayment[];
}): string | undefined {
  const { terms, echeances, echeancePeriod, event } = asked;
  const events = [...terms.events, event];
  const echeance = echeances.find(({ period }) => period === echeancePeriod);
  if (!echeance) return ECHEANCE_NOT_FOUND;
  const isOfLast = echeance === echeances.at(-1) && event.day >= echeance.startDay;
  if (periodOfMonth(monthOf(event.day)) !== echeancePeriod && !isOfLast) return EVENT_PERIOD_MISMATCH;
  if (event.interestSequestreCents > asked.sequestreRemainingCents) return SEQUESTRE_NOT_ENOUGH;
  const effective = effectiveEvents(terms, asked.payments).events;
  const changes = firstDifference(effective, effectiveEvents({ ...terms, events }, asked.payments).events);
  const isKept = isBeforeKept(echeances, Math.min(event.day, changes ?? event.day));
  if (isKept || event.day < terms.startDay || event.day >= maturityOf(terms)) return EVENT_OUT_OF_BOUND;
  if (event.type === 'capitalRepaymentUnplanned' && event.amountCents > asked.openCapitalCents) return CONFIG_INVALID;
  if (repaysTooMuch({ ...terms, events: [...effective, event] })) return CONFIG_INVALID;
  return configFault({ ...terms, events }) === undefined ? undefined : CONFIG_INVALID;
}

/** A-payment-schedule-5: the interest of a kept echeance could not follow a change of capital on `day`, in it or before it. */
export function isBeforeKept(echeances: readonly Pick<EcheanceInPlace, 'endDay' | 'isKept'>[], day: Day): boolean {
  return echeances.some(({ isKept, endDay }) => isKept && day < endDay);
}
