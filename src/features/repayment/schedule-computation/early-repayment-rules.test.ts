// One fact, one result: capital that is paid early lowers the interest of every later day, whichever way it was recorded, and what a
// verb added goes without a trace when it is taken back (schedule.md#capital-paid-early).

import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import fc from 'fast-check';
import { allCentsOf, centsOf } from '../../../core/cents.ts';
import { computeSchedule } from './compute-schedule.ts';
import { type CapitalPayment, effectiveEvents, firstDifference } from './early-repayment-rules.ts';
import {
  type CapitalEvent,
  configFault,
  currentDuration,
  type Day,
  dateOf,
  dayOf,
  inOrder,
  maturityOf,
  periodOfMonth,
  repaysTooMuch,
  type ScheduleTerms,
  withDuePeriod,
} from './terms-rules.ts';

/** Printed by a failure; the same lives every time. */
const SEED = 20_261_125;
const LIVES = 3_000;

const TERMS: ScheduleTerms = {
  ...allCentsOf({ totalFundedAmountCents: 20_000_000, initialCapitalCents: 10_000_000, interestSequestreCents: 0 }),
  ...{ startDay: 20260115, durationInMonths: 12, interestRate: 90_000, managementFeesRate: 10_000, vatBps: 2000 },
  ...{ events: [], prorogations: [] },
};
const eventOf = (type: CapitalEvent['type'], day: Day, cents: number, duePeriod: string | null = null): CapitalEvent => ({
  ...{ type, day, amountCents: centsOf(cents), interestSequestreCents: 0, duePeriod },
});
const repayment = (day: Day, cents: number) => eventOf('capitalRepaymentUnplanned', day, cents);
const loan = (day: Day, cents: number) => eventOf('capitalLoaned', day, cents);
const payment = (number: number, day: Day, cents: number, onLast = true): CapitalPayment => ({
  ...{ number, day, amountCents: centsOf(cents), onLast },
});

/** The echeances of a life, only from its facts. */
function play(terms: ScheduleTerms, payments: readonly CapitalPayment[]) {
  const { events } = effectiveEvents(terms, payments);
  assert.ok(!repaysTooMuch({ ...terms, events }), 'the capital outstanding fell below 0');
  return computeSchedule({ ...terms, events });
}
const costs = (terms: ScheduleTerms, payments: readonly CapitalPayment[]) =>
  play(terms, payments).map(({ interestCents, managementFeesExclTaxCents, capitalLoanedCents }) => [
    ...[interestCents, managementFeesExclTaxCents, capitalLoanedCents],
  ]);
const sum = (cents: readonly number[]) => cents.reduce((all, one) => all + one, 0);
const changes = (events: readonly CapitalEvent[]) => inOrder(events).map(({ day, amountCents }) => [day, amountCents]);
const extended = (terms: ScheduleTerms, months: number): ScheduleTerms => ({
  ...terms,
  prorogations: [...terms.prorogations, { durationInMonths: currentDuration(terms) + months, interestRate: null }],
});

describe('effectiveEvents', () => {
  it('a payment on the last echeance counts from its day, beyond what events ask for there', () => {
    const terms = { ...TERMS, events: [repayment(20261210, 1_000_000)] };
    const { events, unasked } = effectiveEvents(terms, [payment(12, 20261220, 1_500_000)]);
    assert.deepEqual(changes(events), [
      [20261210, 1_000_000],
      [20261220, 500_000],
    ]);
    assert.deepEqual(changes(unasked), [[20261220, 500_000]]);
    assert.equal(unasked[0]?.duePeriod, '2026-12');
  });
  it('a repayment on the last echeance that is paid on its day or later keeps its day, whatever was paid before it', () => {
    const terms = { ...TERMS, events: [repayment(20261210, 1_000_000)] };
    const early = payment(12, 20260301, 2_000_000);
    const [alone, both] = [[early], [early, payment(12, 20261220, 1_000_000)]].map((all) => effectiveEvents(terms, all).events);
    assert.deepEqual(changes(alone ?? []), [
      [20260301, 1_000_000],
      [20260301, 1_000_000],
    ]);
    assert.deepEqual(changes(both ?? []), [
      [20260301, 2_000_000],
      [20261210, 1_000_000],
    ]);
  });
  it('a repayment that is paid before its day takes effect on the day of the payment, and stays due where it was', () => {
    const terms = { ...TERMS, events: [repayment(20260620, 2_000_000)] };
    const payments = [payment(6, 20260401, 500_000, false), payment(6, 20260625, 500_000, false)];
    assert.deepEqual(changes(effectiveEvents(terms, payments).events), [
      [20260401, 500_000],
      [20260620, 1_500_000],
    ]);
    assert.equal(play(terms, payments)[5]?.capitalRepaymentDueCents, 2_000_000);
  });
  it('the part that the escrow paid of an event is no part of another payment', () => {
    const event = { ...repayment(20261210, 1_000_000), interestSequestreCents: centsOf(400_000) };
    const { unasked } = effectiveEvents({ ...TERMS, events: [event] }, [payment(12, 20261215, 900_000)]);
    assert.deepEqual(changes(unasked), [[20261215, 300_000]]);
  });
  it('what is paid beyond a repayment on an earlier echeance is not capital', () => {
    const terms = { ...TERMS, events: [repayment(20260620, 2_000_000)] };
    assert.deepEqual(changes(effectiveEvents(terms, [payment(6, 20260625, 3_000_000, false)]).events), [[20260620, 2_000_000]]);
  });
  it('no more is outstanding than was lent: the rest of a payment waits for the next loan', () => {
    const terms = { ...TERMS, events: [loan(20260310, 2_000_000)] };
    assert.deepEqual(changes(effectiveEvents(terms, [payment(12, 20260201, 11_000_000)]).unasked), [
      [20260201, 10_000_000],
      [20260310, 1_000_000],
    ]);
  });
  it('of a payment before the first loan, and of one at maturity or after', () => {
    assert.deepEqual(changes(effectiveEvents(TERMS, [payment(12, 20260101, 7)]).unasked), [[20260115, 7]]);
    assert.deepEqual(effectiveEvents(TERMS, [payment(12, 20270115, 7)]).unasked, []);
    const long = extended(TERMS, 1);
    assert.deepEqual(changes(effectiveEvents(long, [payment(12, 20270301, 7)]).unasked), [[20270215, 7]]);
    assert.deepEqual(
      [11, 12].map((index) => play(long, [payment(12, 20270301, 7)])[index]?.capitalRepaymentDueCents),
      [7, 9_999_993],
    );
  });
});

describe('an event after the month of the last echeance', () => {
  it('stays due there after a prorogation', () => {
    const event = withDuePeriod(TERMS, repayment(20270110, 2_000_000));
    assert.equal(event.duePeriod, '2026-12');
    const dues = (terms: ScheduleTerms) => computeSchedule(terms).map(({ capitalRepaymentDueCents }) => capitalRepaymentDueCents);
    const terms = { ...TERMS, events: [event] };
    assert.deepEqual(dues(terms).slice(11), [10_000_000]);
    assert.deepEqual(dues(extended(terms, 3)).slice(11), [2_000_000, 0, 0, 8_000_000]);
  });
  it('of another month is due in its own', () => {
    assert.equal(withDuePeriod(TERMS, repayment(20261231, 1)).duePeriod, null);
    assert.equal(withDuePeriod(TERMS, loan(20270110, 1)).duePeriod, null);
  });
});

describe('firstDifference', () => {
  it('is the first day with another capital outstanding', () => {
    const events = [repayment(20260310, 5), repayment(20260410, 5)];
    assert.equal(firstDifference(events, events.toReversed()), undefined);
    assert.equal(firstDifference(events, [repayment(20260310, 5), repayment(20260420, 5)]), 20260410);
    assert.equal(firstDifference(events, [repayment(20260310, 2), repayment(20260310, 3), repayment(20260410, 5)]), undefined);
  });
});

/** Terms with loans, repayments planned, and one to three prorogations or none. */
const life = fc
  .record({
    start: fc.integer({ min: 0, max: 800 }),
    months: fc.integer({ min: 2, max: 18 }),
    rate: fc.integer({ min: 0, max: 150_000 }),
    loans: fc.array(fc.record({ at: fc.nat(10_000), cents: fc.integer({ min: 1, max: 3_000_000 }) }), { maxLength: 2 }),
    planned: fc.array(fc.record({ at: fc.nat(10_000), share: fc.integer({ min: 1, max: 400 }) }), { maxLength: 3 }),
    extensions: fc.array(fc.integer({ min: 1, max: 5 }), { maxLength: 3 }),
    paid: fc.array(fc.record({ at: fc.nat(10_000), share: fc.integer({ min: 1, max: 400 }) }), { minLength: 1, maxLength: 4 }),
  })
  .map(({ start, months, rate, loans, planned, extensions, paid }) => {
    const startDay = dayOf(new Temporal.PlainDate(2026, 1, 1).add({ days: start }));
    const bare: ScheduleTerms = { ...TERMS, startDay, durationInMonths: months, interestRate: rate };
    const dayAt = (at: number) => dayIn(bare, at);
    const events: CapitalEvent[] = loans.map(({ at, cents }) => loan(dayAt(at), cents));
    for (const { at, share } of planned) {
      const left = openOf({ ...bare, events });
      const event = withDuePeriod(bare, repayment(dayAt(at), Math.floor((left * share) / 1_000) + 1));
      if (configFault({ ...bare, events: [...events, event] }) === undefined) events.push(event);
    }
    return { terms: { ...bare, events }, extensions, paid };
  });

/** Lent and not asked back by an event. */
function openOf({ initialCapitalCents, events }: ScheduleTerms): number {
  return initialCapitalCents + sum(events.map(({ type, amountCents }) => (type === 'capitalLoaned' ? 1 : -1) * amountCents));
}

/** A day of the contract's life, tail included. */
function dayIn(terms: ScheduleTerms, at: number): Day {
  const start = dateOf(terms.startDay);
  return dayOf(start.add({ days: at % start.until(dateOf(maturityOf(terms)), { largestUnit: 'days' }).days }));
}

/** Early payments of a life, on its last echeance, that leave the capital above 0 at their day whatever else is repaid. */
function paymentsOf(terms: ScheduleTerms, paid: readonly { at: number; share: number }[]): CapitalPayment[] {
  const taken: CapitalPayment[] = [];
  let events: readonly CapitalEvent[] = terms.events;
  for (const { at, share } of paid) {
    const left = openOf({ ...terms, events });
    const one = repayment(dayIn(terms, at), Math.floor((left * share) / 1_000) + 1);
    if (one.amountCents > left || repaysTooMuch({ ...terms, events: [...events, one] })) continue;
    events = [...events, one];
    taken.push(payment(terms.durationInMonths, one.day, one.amountCents));
  }
  return taken;
}

/** The same facts as capital events, each paid on its day where it is due. */
function asEvents(terms: ScheduleTerms, paid: readonly CapitalPayment[]): { terms: ScheduleTerms; payments: CapitalPayment[] } {
  const events = paid.map(({ day, amountCents }) => withDuePeriod(terms, repayment(day, amountCents)));
  const first = Math.trunc(terms.startDay / 10_000) * 12 + (Math.trunc(terms.startDay / 100) % 100) - 1;
  const payments = events.map(({ day, amountCents, duePeriod }) => {
    const month = duePeriod ?? `${Math.trunc(day / 10_000)}-${String(Math.trunc(day / 100) % 100).padStart(2, '0')}`;
    const number = Array.from({ length: 40 }, (_, index) => periodOfMonth(first + index)).indexOf(month) + 1;
    return payment(number, day, amountCents, number === terms.durationInMonths);
  });
  return { terms: { ...terms, events: [...terms.events, ...events] }, payments };
}

const check = (claim: (facts: { terms: ScheduleTerms; payments: CapitalPayment[]; extensions: readonly number[] }) => void) =>
  fc.assert(
    fc.property(life, ({ terms, extensions, paid }) => claim({ terms, extensions, payments: paymentsOf(terms, paid) })),
    { numRuns: LIVES, seed: SEED },
  );
/** Payments of what was planned for the last echeance, each on its day: so they are no second fact. */
function paidPlans(terms: ScheduleTerms): CapitalPayment[] {
  const last = play(terms, []).at(-1);
  assert.ok(last);
  const plans = terms.events.filter(({ type, day }) => type === 'capitalRepaymentUnplanned' && day >= last.startDay);
  return plans.map(({ day, amountCents }) => payment(terms.durationInMonths, day, amountCents));
}

describe('over thousands of lives', () => {
  it('assigned to the last echeance or recorded as events and paid: the same interest, fees and capital', () =>
    check(({ terms, payments, extensions }) => {
      const plans = paidPlans(terms);
      const events = asEvents(terms, payments);
      const costsOf = (assigned: ScheduleTerms, recorded: ScheduleTerms) =>
        assert.deepEqual(costs(recorded, [...events.payments, ...plans]), costs(assigned, [...payments, ...plans]));
      let [assigned, recorded] = [terms, events.terms];
      costsOf(assigned, recorded);
      for (const months of extensions) {
        [assigned, recorded] = [extended(assigned, months), extended(recorded, months)];
        costsOf(assigned, recorded);
      }
    }));
  it('before or after a prorogation: a payment of before stays on its echeance, one of after is on the new last', () =>
    check(({ terms: all, payments, extensions }) => {
      const terms = { ...all, events: all.events.filter(({ type }) => type === 'capitalLoaned') };
      const long = extensions.reduce(extended, terms);
      const onNewLast = payments.map((one) => ({ ...one, number: currentDuration(long) }));
      assert.deepEqual(costs(long, onNewLast), costs(long, payments));
      const paidCents = sum(payments.map(({ amountCents }) => amountCents));
      const due = (number: number) => play(long, payments)[number - 1]?.capitalRepaymentDueCents ?? 0;
      if (extensions.length > 0) assert.equal(due(terms.durationInMonths), paidCents);
    }));
  it('the order in which payments are recorded does not matter', () =>
    check(({ terms, payments, extensions }) => {
      const long = extensions.reduce(extended, terms);
      assert.deepEqual(play(long, payments.toReversed()), play(long, payments));
    }));
  it('all that was lent is due, once, also with events in the tail and their prorogations', () =>
    check(({ terms, payments, extensions }) => {
      const long = extensions.reduce(extended, terms);
      const lent =
        terms.initialCapitalCents + sum(terms.events.flatMap((one) => (one.type === 'capitalLoaned' ? one.amountCents : [])));
      for (const echeances of [play(terms, payments), play(long, payments)])
        assert.equal(sum(echeances.map(({ capitalRepaymentDueCents }) => capitalRepaymentDueCents)), lent);
      const [short, prolonged] = [play(terms, payments), play(long, payments)];
      // What an event asked for where it was recorded, and what was paid there, is not asked for anywhere else.
      for (const { number, capitalRepaymentDueCents } of prolonged.slice(0, terms.durationInMonths - 1))
        assert.equal(capitalRepaymentDueCents, short[number - 1]?.capitalRepaymentDueCents);
    }));
  it('a payment changes no day before its own, and never raises interest', () =>
    check(({ terms, payments }) => {
      const [newest, ...before] = payments;
      if (!newest) return;
      const was = play(terms, before);
      for (const [index, echeance] of play(terms, payments).entries()) {
        const old = was[index];
        assert.ok(old);
        if (echeance.endDay <= newest.day) assert.deepEqual(echeance, old);
        // A carry may move one cent between two echeances.
        assert.ok(echeance.interestCents <= old.interestCents + 1);
      }
    }));
  it('recomputed with any echeances kept as they are, twice the same', () =>
    check(({ terms, payments, extensions }) => {
      const long = extensions.reduce(extended, terms);
      const { events } = effectiveEvents(long, payments);
      const once = computeSchedule({ ...long, events });
      const kept = new Map(once.filter(({ number }) => number % 2 === 0).map((echeance) => [echeance.number, echeance]));
      assert.deepEqual(computeSchedule({ ...long, events }, kept), once);
    }));
});
