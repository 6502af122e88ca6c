// What holds for every schedule: an independent day-by-day count, exact totals, idempotent recomputation
// (schedule.md#interest-and-fees, schedule.md#recomputation).

import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import fc from 'fast-check';
import { centsOf, MAX_CENTS } from '../../../core/cents.ts';
import { type ComputedEcheance, computeSchedule, type KeptEcheance } from './compute-schedule.ts';
import {
  addMonths,
  type CapitalEvent,
  configFault,
  currentDuration,
  type Day,
  dateOf,
  dayOf,
  inOrder,
  MAX_RATE,
  maturityOf,
  monthOf,
  type ScheduleTerms,
  serialOf,
} from './terms-rules.ts';

const DEN = 360n * 1_000_000n;

/** Half up: `floor((2 num + den) / (2 den))` of numbers that are not negative. */
const rounded = (numerator: bigint, denominator: bigint) => (2n * numerator + denominator) / (2n * denominator);

/** 28 February 2000 to 2059, any day that exists. */
const day = fc
  .tuple(fc.integer({ min: 0, max: 60 * 12 - 1 }), fc.integer({ min: 0, max: 30 }))
  .map(([month, more]) => dayOf(new Temporal.PlainDate(2000, 1, 1).add({ months: month }).add({ days: more })));

/** Terms without events, of usual and of extreme size. */
const plainTerms = (mostMonths: number): fc.Arbitrary<ScheduleTerms> =>
  fc
    .record({
      startDay: day,
      initialCapitalCents: fc
        .oneof(fc.integer({ min: 1, max: 2_000_000_000 }), fc.integer({ min: 1, max: MAX_CENTS }))
        .map(centsOf),
      durationInMonths: fc.integer({ min: 1, max: mostMonths }),
      interestRate: fc.oneof(fc.integer({ min: 0, max: 150_000 }), fc.integer({ min: 0, max: MAX_RATE })),
      managementFeesRate: fc.integer({ min: 0, max: 50_000 }),
      vatBps: fc.constantFrom(0, 850, 2000),
    })
    .map((terms) => ({
      ...{ ...terms, totalFundedAmountCents: MAX_CENTS, interestSequestreCents: centsOf(0) },
      ...{ events: [], prorogations: [] },
    }));

/** Terms with a chain of prorogations and with events that `configFault` takes. */
const richTerms = fc
  .record({
    terms: plainTerms(36),
    extensions: fc.array(
      fc.record({ more: fc.integer({ min: 1, max: 9 }), rate: fc.option(fc.integer({ min: 0, max: 200_000 })) }),
      { maxLength: 3 },
    ),
    events: fc.array(
      fc.record({
        isLoan: fc.boolean(),
        at: fc.integer({ min: 0, max: 9_999 }),
        share: fc.integer({ min: 1, max: 1_000 }),
      }),
      { maxLength: 6 },
    ),
  })
  .map(({ terms, extensions, events }) => {
    let durationInMonths = terms.durationInMonths;
    const prorogations = extensions.map(({ more, rate }) => {
      durationInMonths += more;
      return { durationInMonths, interestRate: rate };
    });
    const whole = { ...terms, prorogations };
    return { ...whole, events: soundEvents(whole, events) };
  });

/** Turns shares into events inside the term that never repay more than is lent. */
function soundEvents(terms: ScheduleTerms, asked: readonly { isLoan: boolean; at: number; share: number }[]): CapitalEvent[] {
  const start = dateOf(terms.startDay);
  const length = start.until(dateOf(maturityOf(terms)), { largestUnit: 'days' }).days;
  const dated = asked.map(({ at, ...event }) => ({ ...event, day: dayOf(start.add({ days: at % length })) }));
  let outstanding: number = terms.initialCapitalCents;
  let left = terms.totalFundedAmountCents - outstanding;
  return dated
    .toSorted((a, b) => a.day - b.day || Number(b.isLoan) - Number(a.isLoan))
    .flatMap(({ isLoan, share, day: on }) => {
      const amountCents = centsOf(Math.floor(((isLoan ? left : outstanding) * share) / 1_000));
      if (amountCents === 0) return [];
      outstanding += isLoan ? amountCents : -amountCents;
      if (isLoan) left -= amountCents;
      const type = isLoan ? ('capitalLoaned' as const) : ('capitalRepaymentUnplanned' as const);
      return [{ type, day: on, amountCents, interestSequestreCents: centsOf(0), duePeriod: null }];
    });
}

type Counted = { days: number; interest: bigint; fees: bigint };

/**
 * The same schedule the long way: each of its 30-day days takes capital, rate and echeance from the contract anew, the exact
 * sums are rounded at the end of each echeance, and an echeance is the difference of two rounded prefixes.
 */
function countByDay(terms: ScheduleTerms): Counted[] {
  const first = serialOf(terms.startDay);
  const count = currentDuration(terms);
  const echeances = Array.from({ length: count }, (): Counted => ({ days: 0, interest: 0n, fees: 0n }));
  for (let serial = first; serial < first + 30 * count; serial += 1) {
    const echeance = echeances[Math.min(Math.floor(serial / 30) - monthOf(terms.startDay), count - 1)];
    if (!echeance) throw new Error('a day before the first echeance');
    const capital = terms.events
      .filter((event) => serialOf(event.day) <= serial)
      .reduce<number>(
        (sum, { type, amountCents }) => sum + (type === 'capitalLoaned' ? amountCents : -amountCents),
        terms.initialCapitalCents,
      );
    echeance.days += 1;
    echeance.interest += BigInt(capital) * BigInt(rateOn(terms, serial - first));
    echeance.fees += BigInt(capital) * BigInt(terms.managementFeesRate);
  }
  return roundPrefixes(echeances);
}

function rateOn({ durationInMonths, interestRate, prorogations }: ScheduleTerms, daysSinceStart: number): number {
  if (daysSinceStart < 30 * durationInMonths) return interestRate;
  const running = prorogations.find((prorogation) => daysSinceStart < 30 * prorogation.durationInMonths);
  return running?.interestRate ?? interestRate;
}

function roundPrefixes(echeances: readonly Counted[]): Counted[] {
  let [interest, fees] = [0n, 0n];
  return echeances.map((echeance) => {
    const before = { interest: rounded(interest, DEN), fees: rounded(fees, DEN) };
    interest += echeance.interest;
    fees += echeance.fees;
    return { days: echeance.days, interest: rounded(interest, DEN) - before.interest, fees: rounded(fees, DEN) - before.fees };
  });
}

const sumOf = (schedule: readonly ComputedEcheance[], of: (echeance: ComputedEcheance) => number) =>
  schedule.reduce((sum, echeance) => sum + BigInt(of(echeance)), 0n);

describe('any schedule', () => {
  it('equals the independent count of every day, to the cent', () => {
    fc.assert(
      fc.property(richTerms, (terms) => {
        assert.equal(configFault(terms), undefined);
        const schedule = computeSchedule(terms);
        const counted = countByDay(terms);
        assert.deepEqual(
          schedule.map((echeance) => [BigInt(echeance.interestCents), BigInt(echeance.managementFeesExclTaxCents)]),
          counted.map(({ interest, fees }) => [interest, fees]),
        );
        for (const { managementFeesExclTaxCents: fee, managementFeesVatCents } of schedule) {
          assert.equal(BigInt(managementFeesVatCents), rounded(BigInt(fee) * BigInt(terms.vatBps), 10_000n));
        }
      }),
      { numRuns: 400 },
    );
  });
  it('pays back exactly what was lent, in intervals that follow each other from the first loan to maturity', () => {
    fc.assert(
      fc.property(richTerms, (terms) => {
        const schedule = computeSchedule(terms);
        const lent = terms.events
          .filter(({ type }) => type === 'capitalLoaned')
          .reduce((sum, { amountCents }) => sum + BigInt(amountCents), BigInt(terms.initialCapitalCents));
        assert.equal(
          sumOf(schedule, (echeance) => echeance.capitalRepaymentDueCents),
          lent,
        );
        let [at, capital]: [Day, number] = [terms.startDay, terms.initialCapitalCents];
        for (const echeance of schedule) {
          assert.deepEqual([echeance.startDay, echeance.capitalLoanedAtStartCents], [at, capital]);
          assert.ok(echeance.endDay > echeance.startDay && echeance.interestCents >= 0);
          [at, capital] = [echeance.endDay, echeance.capitalLoanedCents];
        }
        assert.equal(at, maturityOf(terms));
        assert.equal(new Set(schedule.map(({ period }) => period)).size, schedule.length);
      }),
      { numRuns: 400 },
    );
  });
  it('without events comes to the yearly rate exactly, and no prefix is off by more than half a cent', () => {
    fc.assert(
      fc.property(plainTerms(360), (terms) => {
        const schedule = computeSchedule(terms);
        const perDay = BigInt(terms.initialCapitalCents) * BigInt(terms.interestRate);
        const days = 30n * BigInt(terms.durationInMonths);
        assert.equal(
          sumOf(schedule, ({ interestCents }) => interestCents),
          rounded(perDay * days, DEN),
        );
        let [paid, exact] = [0n, 0n];
        schedule.forEach((echeance, index) => {
          const end = index === schedule.length - 1 ? days : BigInt(serialOf(echeance.endDay) - serialOf(terms.startDay));
          exact = perDay * end;
          paid += BigInt(echeance.interestCents);
          const off = exact - paid * DEN;
          assert.ok(2n * off < DEN && 2n * off >= -DEN, `prefix ${index + 1} is off by ${off}`);
          assert.equal(BigInt(echeance.interestCarry), off);
        });
      }),
      { numRuns: 200 },
    );
  });
});

describe('recomputation', () => {
  it('with any echeances kept changes nothing that was right', () => {
    fc.assert(
      fc.property(richTerms, fc.array(fc.boolean(), { minLength: 70, maxLength: 70 }), (terms, isKept) => {
        const schedule = computeSchedule(terms);
        const kept = new Map<number, KeptEcheance>(
          schedule.filter((_, index) => isKept[index]).map((echeance) => [echeance.number, echeance]),
        );
        assert.deepEqual(computeSchedule(terms, kept), schedule);
      }),
      { numRuns: 200 },
    );
  });
  it('after a prorogation that kept the old last echeance loses no day, whatever its day of maturity', () => {
    fc.assert(
      fc.property(plainTerms(24), fc.integer({ min: 1, max: 12 }), (terms, more) => {
        const before = computeSchedule(terms);
        const longer = { ...terms, prorogations: [{ durationInMonths: terms.durationInMonths + more, interestRate: null }] };
        const kept = new Map<number, KeptEcheance>(before.map((echeance) => [echeance.number, echeance]));
        const after = computeSchedule(longer, kept);
        const days = 30n * BigInt(terms.durationInMonths + more);
        const exact = BigInt(terms.initialCapitalCents) * BigInt(terms.interestRate) * days;
        assert.equal(
          sumOf(after, ({ interestCents }) => interestCents),
          rounded(exact, DEN),
        );
        assert.deepEqual(computeSchedule(longer, new Map<number, KeptEcheance>(after.map((e) => [e.number, e]))), after);
      }),
      { numRuns: 200 },
    );
  });
});

describe('days', () => {
  it('go there and back, and add months as the calendar does', () => {
    fc.assert(
      fc.property(day, fc.integer({ min: 0, max: 400 }), (on, months) => {
        assert.equal(dayOf(dateOf(on)), on);
        assert.equal(addMonths(on, months), dayOf(dateOf(on).add({ months })));
      }),
    );
  });
  it('know the leap years of centuries', () => {
    assert.deepEqual(
      [addMonths(20000131, 1), addMonths(21000131, 1), addMonths(20040131, 1), addMonths(20030131, 1)],
      [20000229, 21000228, 20040229, 20030228],
    );
  });
  it('events of one day: loans first', () => {
    const event = (type: CapitalEvent['type'], on: Day) => ({
      ...{ type, day: on, amountCents: centsOf(1), interestSequestreCents: centsOf(0), duePeriod: null },
    });
    const sorted = inOrder([
      event('capitalRepaymentUnplanned', 20260302),
      event('capitalLoaned', 20260302),
      event('capitalLoaned', 20260301),
    ]);
    assert.deepEqual(
      sorted.map(({ type, day: on }) => `${on} ${type}`),
      ['20260301 capitalLoaned', '20260302 capitalLoaned', '20260302 capitalRepaymentUnplanned'],
    );
  });
});
