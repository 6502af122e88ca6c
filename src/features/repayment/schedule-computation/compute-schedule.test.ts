// Golden schedules of schedule.md#golden-cases and schedule.md#prorogation as tables to be read, beside the same tables from an
// independent day-by-day count.

import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { allCentsOf, centsOf } from '../../../core/cents.ts';
import { type ComputedEcheance, computeSchedule, type KeptEcheance } from './compute-schedule.ts';
import { planSequestre } from './echeance-rules.ts';
import type { CapitalEvent, ScheduleTerms } from './terms-rules.ts';

const terms = (change: Partial<ScheduleTerms> = {}): ScheduleTerms => ({
  ...{
    totalFundedAmountCents: centsOf(10_000_000),
    startDay: 20260101,
    initialCapitalCents: centsOf(10_000_000),
    durationInMonths: 12,
  },
  ...{ interestRate: 95_000, managementFeesRate: 10_000, vatBps: 2000, interestSequestreCents: 0, events: [], prorogations: [] },
  ...change,
});
const event = (type: CapitalEvent['type'], day: number, amountCents: number): CapitalEvent => ({
  ...{ type, day, amountCents: centsOf(amountCents), interestSequestreCents: 0, duePeriod: null },
});
const lent = (day: number, amountCents: number) => event('capitalLoaned', day, amountCents);
const repaid = (day: number, amountCents: number) => event('capitalRepaymentUnplanned', day, amountCents);

const G1 = terms({ interestSequestreCents: centsOf(237_500) });
const G2 = terms({ startDay: 20260115, vatBps: 0 });
const G3_BARE = terms({
  ...allCentsOf({ totalFundedAmountCents: 11_000_000, initialCapitalCents: 6_000_000, interestSequestreCents: 200_000 }),
  ...{ startDay: 20260115, interestRate: 90_000, managementFeesRate: 12_000 },
});
const G3: ScheduleTerms = { ...G3_BARE, events: [lent(20260310, 4_000_000), repaid(20260620, 2_500_000)] };

/** A column of the table: title and value. */
type Column = [title: string, value: (echeance: ComputedEcheance, index: number) => string | number];
const cents = (amount: number) => String(amount).replaceAll(/\B(?=(\d{3})+$)/g, ' ');
const amountDue = (e: ComputedEcheance) => e.interestCents + e.managementFeesExclTaxCents + e.managementFeesVatCents;

/** The schedule as lines of cells parted by ` | `, a heading first. */
function tableOf(echeances: readonly ComputedEcheance[], columns: readonly Column[]): string {
  const lines = echeances.map((echeance, index) => columns.map(([, value]) => value(echeance, index)).join(' | '));
  return [columns.map(([title]) => title).join(' | '), ...lines].join('\n');
}

/** A literal of this file without its indentation. */
const text = (literal: string) =>
  literal
    .trim()
    .split('\n')
    .map((line) => line.trim())
    .join('\n');
const sum = (echeances: readonly ComputedEcheance[], of: (echeance: ComputedEcheance) => number) =>
  echeances.reduce((total, echeance) => total + of(echeance), 0);

const NUMBER: Column = ['n', (e) => e.number];
const PERIOD: Column = ['period', (e) => e.period];
const START: Column = ['from', (e) => e.startDay];
const END: Column = ['to', (e) => e.endDay];
const INTEREST: Column = ['interest', (e) => cents(e.interestCents)];
const FEE: Column = ['fee excl.', (e) => cents(e.managementFeesExclTaxCents)];
const VAT: Column = ['vat', (e) => cents(e.managementFeesVatCents)];
const DUE: Column = ['amountDue', (e) => cents(amountDue(e))];
const CAPITAL: Column = ['capital', (e) => cents(e.capitalRepaymentDueCents)];
const escrowColumn = (remaining: number, of: readonly ComputedEcheance[]): Column => {
  const planned = planSequestre(
    centsOf(remaining),
    of.map(({ interestCents }) => ({ interestCents, coveredCents: 0 })),
  );
  return ['escrow', (_, index) => cents(planned[index] ?? 0)];
};

describe('golden schedules', () => {
  it('G-1: whole months, fees with French VAT, an escrow of three months', () => {
    const schedule = computeSchedule(G1);
    const columns = [NUMBER, PERIOD, INTEREST, FEE, VAT, DUE, escrowColumn(237_500, schedule), CAPITAL];
    assert.equal(
      tableOf(schedule, columns),
      text(`
        n | period | interest | fee excl. | vat | amountDue | escrow | capital
        1 | 2026-01 | 79 167 | 8 333 | 1 667 | 89 167 | 79 167 | 0
        2 | 2026-02 | 79 166 | 8 334 | 1 667 | 89 167 | 79 166 | 0
        3 | 2026-03 | 79 167 | 8 333 | 1 667 | 89 167 | 79 167 | 0
        4 | 2026-04 | 79 167 | 8 333 | 1 667 | 89 167 | 0 | 0
        5 | 2026-05 | 79 166 | 8 334 | 1 667 | 89 167 | 0 | 0
        6 | 2026-06 | 79 167 | 8 333 | 1 667 | 89 167 | 0 | 0
        7 | 2026-07 | 79 167 | 8 333 | 1 667 | 89 167 | 0 | 0
        8 | 2026-08 | 79 166 | 8 334 | 1 667 | 89 167 | 0 | 0
        9 | 2026-09 | 79 167 | 8 333 | 1 667 | 89 167 | 0 | 0
        10 | 2026-10 | 79 167 | 8 333 | 1 667 | 89 167 | 0 | 0
        11 | 2026-11 | 79 166 | 8 334 | 1 667 | 89 167 | 0 | 0
        12 | 2026-12 | 79 167 | 8 333 | 1 667 | 89 167 | 0 | 10 000 000`),
    );
    assert.deepEqual(
      [sum(schedule, (e) => e.interestCents), sum(schedule, (e) => e.managementFeesExclTaxCents), sum(schedule, amountDue)],
      [950_000, 100_000, 1_070_004],
    );
    assert.equal(schedule.at(-1)?.endDay, 20270101);
  });
  it('G-2: begins on the 15th, so the last echeance has 44 days; no VAT', () => {
    const schedule = computeSchedule(G2);
    assert.equal(
      tableOf(schedule, [NUMBER, PERIOD, START, END, INTEREST, FEE, DUE, CAPITAL]),
      text(`
        n | period | from | to | interest | fee excl. | amountDue | capital
        1 | 2026-01 | 20260115 | 20260201 | 42 222 | 4 444 | 46 666 | 0
        2 | 2026-02 | 20260201 | 20260301 | 79 167 | 8 334 | 87 501 | 0
        3 | 2026-03 | 20260301 | 20260401 | 79 167 | 8 333 | 87 500 | 0
        4 | 2026-04 | 20260401 | 20260501 | 79 166 | 8 333 | 87 499 | 0
        5 | 2026-05 | 20260501 | 20260601 | 79 167 | 8 334 | 87 501 | 0
        6 | 2026-06 | 20260601 | 20260701 | 79 167 | 8 333 | 87 500 | 0
        7 | 2026-07 | 20260701 | 20260801 | 79 166 | 8 333 | 87 499 | 0
        8 | 2026-08 | 20260801 | 20260901 | 79 167 | 8 334 | 87 501 | 0
        9 | 2026-09 | 20260901 | 20261001 | 79 167 | 8 333 | 87 500 | 0
        10 | 2026-10 | 20261001 | 20261101 | 79 166 | 8 333 | 87 499 | 0
        11 | 2026-11 | 20261101 | 20261201 | 79 167 | 8 334 | 87 501 | 0
        12 | 2026-12 | 20261201 | 20270115 | 116 111 | 12 222 | 128 333 | 10 000 000`),
    );
  });
  it('G-3: lent in two parts, a quarter paid back before its time', () => {
    const schedule = computeSchedule(G3);
    const chain: Column = ['start / end', (e) => `${cents(e.capitalLoanedAtStartCents)} / ${cents(e.capitalLoanedCents)}`];
    assert.equal(
      tableOf(schedule, [NUMBER, PERIOD, chain, INTEREST, FEE, VAT, DUE, escrowColumn(200_000, schedule), CAPITAL]),
      text(`
        n | period | start / end | interest | fee excl. | vat | amountDue | escrow | capital
        1 | 2026-01 | 6 000 000 / 6 000 000 | 24 000 | 3 200 | 640 | 27 840 | 24 000 | 0
        2 | 2026-02 | 6 000 000 / 6 000 000 | 45 000 | 6 000 | 1 200 | 52 200 | 45 000 | 0
        3 | 2026-03 | 6 000 000 / 10 000 000 | 66 000 | 8 800 | 1 760 | 76 560 | 66 000 | 0
        4 | 2026-04 | 10 000 000 / 10 000 000 | 75 000 | 10 000 | 2 000 | 87 000 | 65 000 | 0
        5 | 2026-05 | 10 000 000 / 10 000 000 | 75 000 | 10 000 | 2 000 | 87 000 | 0 | 0
        6 | 2026-06 | 10 000 000 / 7 500 000 | 68 125 | 9 083 | 1 817 | 79 025 | 0 | 2 500 000
        7 | 2026-07 | 7 500 000 / 7 500 000 | 56 250 | 7 500 | 1 500 | 65 250 | 0 | 0
        8 | 2026-08 | 7 500 000 / 7 500 000 | 56 250 | 7 500 | 1 500 | 65 250 | 0 | 0
        9 | 2026-09 | 7 500 000 / 7 500 000 | 56 250 | 7 500 | 1 500 | 65 250 | 0 | 0
        10 | 2026-10 | 7 500 000 / 7 500 000 | 56 250 | 7 500 | 1 500 | 65 250 | 0 | 0
        11 | 2026-11 | 7 500 000 / 7 500 000 | 56 250 | 7 500 | 1 500 | 65 250 | 0 | 0
        12 | 2026-12 | 7 500 000 / 7 500 000 | 82 500 | 11 000 | 2 200 | 95 700 | 0 | 7 500 000`),
    );
    assert.deepEqual(
      [sum(schedule, (e) => e.interestCents), sum(schedule, (e) => e.managementFeesExclTaxCents), sum(schedule, amountDue)],
      [716_875, 95_583, 831_575],
    );
  });
});

describe('G-4: edges', () => {
  const interests = (of: ScheduleTerms) => computeSchedule(of).map(({ interestCents }) => interestCents);
  const oneMonth = terms({
    ...{
      initialCapitalCents: centsOf(1_000_000),
      startDay: 20260131,
      durationInMonths: 1,
      interestRate: 120_000,
      managementFeesRate: 0,
    },
  });
  it('(a) one month from the 31st is 30 days, due on the last of February', () => {
    assert.equal(
      tableOf(computeSchedule(oneMonth), [START, END, INTEREST]),
      'from | to | interest\n20260131 | 20260228 | 10 000',
    );
  });
  it('(b) three months from the 31st: 1, 30 and 59 days', () => {
    const schedule = computeSchedule({ ...oneMonth, durationInMonths: 3 });
    assert.deepEqual(interests({ ...oneMonth, durationInMonths: 3 }), [333, 10_000, 19_667]);
    assert.equal(schedule.at(-1)?.endDay, 20260430);
  });
  it('(c) all paid back: the echeances that remain have nothing to pay', () => {
    const schedule = computeSchedule({ ...G3_BARE, interestSequestreCents: 0, events: [repaid(20260411, 6_000_000)] });
    assert.deepEqual(
      schedule.map(({ interestCents }) => interestCents),
      [24_000, 45_000, 45_000, 15_000, 0, 0, 0, 0, 0, 0, 0, 0],
    );
    assert.equal(schedule[3] && amountDue(schedule[3]), 17_400);
    assert.equal(
      sum(schedule, (e) => e.capitalRepaymentDueCents),
      6_000_000,
    );
  });
  it('(d) one euro: no cent is lost to rounding', () => {
    const tiny = terms({ initialCapitalCents: centsOf(100), startDay: 20260228, interestRate: 70_000 });
    assert.deepEqual(interests(tiny), [0, 1, 0, 1, 0, 1, 1, 0, 1, 0, 1, 1]);
  });
  it('(e) the 31st counts as the 30th', () => {
    for (const day of [20260330, 20260331]) {
      assert.equal(interests({ ...G3_BARE, events: [lent(day, 4_000_000)] })[2], 46_000, `lent on ${day}`);
    }
  });
});

describe('prorogation (G-6, G-7)', () => {
  const fifteen: ScheduleTerms = { ...G2, prorogations: [{ durationInMonths: 15, interestRate: 120_000 }] };
  const tail = (schedule: readonly ComputedEcheance[], from: number) =>
    tableOf(schedule.slice(from - 1), [NUMBER, START, END, INTEREST, CAPITAL]);
  it('G-6: 12 to 15 months at 12 %, the switch lies inside an echeance', () => {
    const schedule = computeSchedule(fifteen);
    assert.deepEqual(schedule.slice(0, 11), computeSchedule(G2).slice(0, 11));
    assert.equal(
      tail(schedule, 12),
      text(`
        n | from | to | interest | capital
        12 | 20261201 | 20270101 | 79 167 | 0
        13 | 20270101 | 20270201 | 90 277 | 0
        14 | 20270201 | 20270301 | 100 000 | 0
        15 | 20270301 | 20270415 | 146 667 | 10 000 000`),
    );
    assert.equal(
      sum(schedule, (e) => e.interestCents),
      1_250_000,
    );
  });
  it('G-6: an echeance 12 that was paid keeps its interval and its interest', () => {
    const twelfth = computeSchedule(G2)[11];
    assert.ok(twelfth);
    const schedule = computeSchedule(fifteen, new Map<number, KeptEcheance>([[12, twelfth]]));
    assert.equal(
      tail(schedule, 12),
      text(`
        n | from | to | interest | capital
        12 | 20261201 | 20270115 | 116 111 | 0
        13 | 20270115 | 20270201 | 53 333 | 0
        14 | 20270201 | 20270301 | 100 000 | 0
        15 | 20270301 | 20270415 | 146 667 | 10 000 000`),
    );
    assert.equal(
      sum(schedule, (e) => e.interestCents),
      1_250_000,
    );
  });
  it('an old last echeance that is no longer kept ends where the next, which is, begins', () => {
    const twelfth = computeSchedule(G2)[11];
    assert.ok(twelfth);
    const before = computeSchedule(fifteen, new Map<number, KeptEcheance>([[12, twelfth]]));
    const thirteenth = before[12];
    assert.ok(thirteenth);
    const after = computeSchedule(fifteen, new Map<number, KeptEcheance>([[13, thirteenth]]));
    assert.deepEqual([after[11]?.endDay, after[11]?.interestCents], [20270115, 116_111]);
    assert.deepEqual(after, before);
  });
  it('G-7: then to 18 months without a rate, at that of the contract', () => {
    const schedule = computeSchedule({
      ...fifteen,
      prorogations: [...fifteen.prorogations, { durationInMonths: 18, interestRate: null }],
    });
    assert.equal(
      tail(schedule, 15),
      text(`
        n | from | to | interest | capital
        15 | 20270301 | 20270401 | 100 000 | 0
        16 | 20270401 | 20270501 | 88 889 | 0
        17 | 20270501 | 20270601 | 79 167 | 0
        18 | 20270601 | 20270715 | 116 111 | 10 000 000`),
    );
    assert.equal(
      sum(schedule, (e) => e.interestCents),
      1_487_500,
    );
  });
});
