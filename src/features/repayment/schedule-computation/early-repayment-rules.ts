// Capital that is paid before it is due counts as repaid from the day of its payment, whichever way it was recorded
// (schedule.md#capital-paid-early). Derived from events and payments at every computation, never stored. Pure.

import { type Cents, centsOf, sumOf } from '../../../core/cents.ts';
import {
  type CapitalEvent,
  type CapitalTerms,
  capitalChange,
  currentDuration,
  type Day,
  dueNumber,
  inOrder,
  maturityOf,
  monthOf,
  periodOfMonth,
} from './terms-rules.ts';

/** Capital paid on the echeance with this number, without the escrow parts of events. `onLast`: it was the last one then. */
export type CapitalPayment = { number: number; day: Day; amountCents: Cents; onLast: boolean };

/** `events`: all that change the capital outstanding. `unasked`: those of them that are payments which no event had asked for. */
export type EffectiveEvents = { events: readonly CapitalEvent[]; unasked: readonly CapitalEvent[] };

/** A part of a payment. It repays `of` before its day; or, where undefined, capital that is due at maturity. */
type EarlyPart = { number: number; day: Day; amountCents: Cents; of: CapitalEvent | undefined };

/**
 * Payments on an echeance first cover the repayments due there. What of a repayment was paid before its day takes effect on the day of
 * the payment; what is paid on the last echeance beyond them, also on one that was the last before a prorogation, is a repayment of its
 * own. A day is moved on where the capital outstanding would fall below 0 (A-payment-schedule-6). Expects terms without a `configFault`.
 */
export function effectiveEvents(terms: CapitalTerms, payments: readonly CapitalPayment[]): EffectiveEvents {
  if (payments.length === 0) return { events: terms.events, unasked: [] };
  const onTheirDay = terms.events.map((event) => ({ ...event }));
  const events = [...onTheirDay];
  const unasked: CapitalEvent[] = [];
  for (const part of earlyParts(terms, onTheirDay, payments)) {
    const brought = bringForward(terms, events, part);
    if (part.of) part.of.amountCents = centsOf(part.of.amountCents - sumOf(brought.map(({ amountCents }) => amountCents)));
    else unasked.push(...brought);
    events.push(...brought);
  }
  return { events: events.filter(({ amountCents }) => amountCents > 0), unasked: inOrder(unasked) };
}

/** The first day from which two versions of a loan have another capital outstanding; undefined: there is none. */
export function firstDifference(one: readonly CapitalEvent[], other: readonly CapitalEvent[]): Day | undefined {
  const changes = new Map<Day, number>();
  for (const event of one) changes.set(event.day, (changes.get(event.day) ?? 0) + capitalChange(event));
  for (const event of other) changes.set(event.day, (changes.get(event.day) ?? 0) - capitalChange(event));
  const days = [...changes].flatMap(([day, cents]) => (cents === 0 ? [] : [day]));
  return days.length === 0 ? undefined : Math.min(...days);
}

/** A payment with what of it is for nothing yet, and a repayment with what of it nobody has paid yet; cents. */
type Paying = CapitalPayment & { leftCents: number };
type Repayment = { of: CapitalEvent; unpaidCents: number };

/** By the day of the payment. Which payment is for what follows the echeances in their order. */
function earlyParts(terms: CapitalTerms, events: readonly CapitalEvent[], payments: readonly CapitalPayment[]): EarlyPart[] {
  const maturity = maturityOf(terms);
  const last = currentDuration(terms);
  const due = unpaidRepayments(terms, events);
  const paying = payments
    .toSorted((a, b) => a.number - b.number || a.day - b.day)
    .map((payment): Paying => ({ ...payment, day: Math.max(payment.day, terms.startDay), leftCents: payment.amountCents }));
  const takesMore = ({ number, onLast }: CapitalPayment) => number === last || onLast;
  // Where all that is paid counts, a repayment that was paid on its day or later keeps its day, whatever was paid before it.
  for (const payment of paying.filter(takesMore)) cover(payment, due, ({ of }) => of.day <= payment.day);
  let openCents = events.reduce<number>((cents, event) => cents + capitalChange(event), terms.initialCapitalCents);
  const parts: EarlyPart[] = [];
  for (const payment of paying) {
    const { number, day } = payment;
    for (const { of, cents } of cover(payment, due, () => true))
      if (day < of.day) parts.push({ number, day, amountCents: centsOf(cents), of });
    if (!takesMore(payment)) continue;
    const earlyCents = Math.min(payment.leftCents, Math.max(openCents, 0));
    openCents -= earlyCents;
    // From its day on, the capital that is due on the last echeance is not paid early any more.
    if (number < last || day < maturity)
      parts.push({ number, day: Math.min(day, maturity), amountCents: centsOf(earlyCents), of: undefined });
  }
  return parts.toSorted((a, b) => a.day - b.day);
}

/** Covers the repayments of the payment's echeance, by their day; what it has covered. */
function cover(payment: Paying, due: ReadonlyMap<number, Repayment[]>, covers: (repayment: Repayment) => boolean) {
  return (due.get(payment.number) ?? []).filter(covers).map((repayment) => {
    const cents = Math.min(payment.leftCents, repayment.unpaidCents);
    repayment.unpaidCents -= cents;
    payment.leftCents -= cents;
    return { of: repayment.of, cents };
  });
}

/** Of each echeance the repayments due there, by their day, without what the escrow paid of them at once. */
function unpaidRepayments(terms: CapitalTerms, events: readonly CapitalEvent[]): Map<number, Repayment[]> {
  const unpaid = new Map<number, Repayment[]>();
  for (const of of inOrder(events)) {
    if (of.type === 'capitalLoaned') continue;
    const number = dueNumber(terms, of);
    const repayment = { of, unpaidCents: of.amountCents - of.interestSequestreCents };
    unpaid.set(number, [...(unpaid.get(number) ?? []), repayment]);
  }
  return unpaid;
}

/** The part as repayments, each as early as the capital outstanding from then on allows; what is left of an event stays on its day. */
function bringForward(terms: CapitalTerms, events: readonly CapitalEvent[], part: EarlyPart): CapitalEvent[] {
  const until = part.of?.day ?? maturityOf(terms);
  const duePeriod = periodOfMonth(monthOf(terms.startDay) + part.number - 1);
  const onDay = (day: Day, amountCents: number): CapitalEvent => ({
    type: 'capitalRepaymentUnplanned',
    day,
    amountCents: centsOf(amountCents),
    interestSequestreCents: 0,
    duePeriod,
  });
  const brought: CapitalEvent[] = [];
  let leftCents: number = part.amountCents;
  for (const { day, leastCents } of outstandingBetween(terms, events, part.day, until)) {
    const freeCents = leastCents - (part.amountCents - leftCents);
    const cents = Math.min(leftCents, Math.max(freeCents, 0));
    if (cents > 0) brought.push(onDay(day, cents));
    leftCents -= cents;
  }
  if (leftCents > 0 && !part.of) brought.push(onDay(until, leftCents));
  return brought;
}

/** Days on which the capital outstanding changes, `from` included and `until` not, with the least of it from there until then. */
function outstandingBetween(
  terms: CapitalTerms,
  events: readonly CapitalEvent[],
  from: Day,
  until: Day,
): { day: Day; leastCents: number }[] {
  if (from >= until) return [];
  const steps = [{ day: from, leastCents: terms.initialCapitalCents as number }];
  let cents: number = terms.initialCapitalCents;
  for (const event of inOrder(events)) {
    if (event.day >= until) break;
    cents += capitalChange(event);
    const last = steps.at(-1);
    if (last && event.day <= last.day) last.leastCents = cents;
    else steps.push({ day: event.day, leastCents: cents });
  }
  let least = Number.POSITIVE_INFINITY;
  for (const step of steps.toReversed()) {
    least = Math.min(least, step.leastCents);
    step.leastCents = least;
  }
  return steps;
}
