// The business calendar at its edges, and the days on which banks settle.

import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import fc from 'fast-check';
import {
  easterOf,
  isBankDay,
  longDay,
  monthsAfter,
  monthsBefore,
  parisDate,
  parisYear,
  periodOf,
  startOfParisDay,
} from './dates.ts';

const instant = (text: string) => Temporal.Instant.from(text);

describe('parisDate', () => {
  for (const [at, expected] of [
    ['2026-07-01T21:59:59Z', '2026-07-01'],
    ['2026-07-01T22:00:00Z', '2026-07-02'],
    ['2026-12-31T22:59:59Z', '2026-12-31'],
    ['2026-12-31T23:00:00Z', '2027-01-01'],
  ] as const) {
    it(`${at} is ${expected} (G-16)`, () => assert.equal(parisDate(instant(at)).toString(), expected));
  }
  it('decides the year', () => assert.equal(parisYear(instant('2026-12-31T23:30:00Z')), 2027));
});

it('the first of a month is 1er in French, the twenty-first is 21', () => {
  const written = ['2026-01-01', '2026-08-21', '2026-03-11'].map((day) => longDay(Temporal.PlainDate.from(day)));
  assert.deepEqual(written, ['1er janvier 2026', '21 août 2026', '11 mars 2026']);
});

describe('startOfParisDay', () => {
  it('follows the clock change', () => {
    assert.equal(startOfParisDay(Temporal.PlainDate.from('2026-03-29')).toString(), '2026-03-28T23:00:00Z');
    assert.equal(startOfParisDay(Temporal.PlainDate.from('2026-03-30')).toString(), '2026-03-29T22:00:00Z');
  });
});

describe('monthsBefore', () => {
  it('a year before 29 February is 28 February, same hour (G-18)', () =>
    assert.equal(monthsBefore(instant('2028-02-29T10:00:00Z'), 12).toString(), '2027-02-28T10:00:00Z'));
  it('keeps the Paris wall time across the clock change', () =>
    assert.equal(monthsBefore(instant('2026-07-01T10:00:00Z'), 6).toString(), '2026-01-01T11:00:00Z'));

  // 2025: clocks change on 30 March and 26 October; 2026: 29 March and 25 October, each at 01:00 UTC.
  for (const [what, at, expected] of [
    ['in the hour that the year before left out, it is the change', '2026-03-30T00:30:00Z', '2025-03-30T01:00:00Z'],
    ['just after that hour, it is the same', '2026-03-30T01:00:00Z', '2025-03-30T01:00:00Z'],
    ['an hour later, it is an hour later', '2026-03-30T02:00:00Z', '2025-03-30T02:00:00Z'],
    ['in an hour that the year before had twice, it is the first', '2026-10-26T01:30:00Z', '2025-10-26T00:30:00Z'],
    ['the first time in an hour that comes twice, it is the hour', '2026-10-25T00:30:00Z', '2025-10-25T00:30:00Z'],
    ['the second time it is the end of the hour', '2026-10-25T01:30:00Z', '2025-10-25T01:00:00Z'],
    ['after it the hour that follows', '2026-10-25T02:30:00Z', '2025-10-25T01:30:00Z'],
  ] as const)
    it(what, () => assert.equal(monthsBefore(instant(at), 12).toString(), expected));
});

describe('months before and after', () => {
  const SPAN_MS = 365 * 24 * 3_600_000;
  /** A year without 29 February on either side of a shift by twelve months, of which the documents say the same hour (G-18). */
  const FIRST = Temporal.Instant.from('2025-03-01T00:00:00Z').epochMilliseconds;
  const shifts = [(at: Temporal.Instant) => monthsBefore(at, 12), (at: Temporal.Instant) => monthsAfter(at, 12)] as const;
  const at = (ms: number) => Temporal.Instant.fromEpochMilliseconds(ms);
  const isBack = (later: Temporal.Instant, earlier: Temporal.Instant) => Temporal.Instant.compare(later, earlier) < 0;

  it('never go back from one hour of two years to the next', () => {
    for (const shift of shifts) {
      let last = shift(at(FIRST));
      for (let ms = FIRST; ms < FIRST + 2 * SPAN_MS; ms += 3_600_000) {
        const next = shift(at(ms));
        assert.ok(!isBack(next, last), `${at(ms)} gives ${next}, after ${last}`);
        last = next;
      }
    }
  });
  it('nor between any two moments, however close, in the nights of the changes', () => {
    const nights = ['2026-03-28', '2026-03-29', '2026-10-24', '2026-10-25'].map((day) => instant(`${day}T23:00:00Z`));
    const moment = fc
      .tuple(fc.constantFrom(...nights), fc.integer({ min: 0, max: 4 * 3_600_000 }))
      .map(([night, ms]) => night.epochMilliseconds + ms);
    fc.assert(
      fc.property(moment, fc.integer({ min: 0, max: 2 * 3_600_000 }), (ms, more) =>
        shifts.every((shift) => !isBack(shift(at(ms + more)), shift(at(ms)))),
      ),
      { numRuns: 1_000 },
    );
  });
});

describe('periodOf', () => {
  it('is the month', () => assert.equal(periodOf(Temporal.PlainDate.from('2026-03-09')), '2026-03'));
});

const day = (text: string) => Temporal.PlainDate.from(text);

describe('easterOf', () => {
  // Among them the earliest (2285) and the latest (2038) Easter that there can be, and both exceptions of the 21st century.
  for (const easter of [
    ...['1999-04-04', '2000-04-23', '2008-03-23', '2011-04-24', '2019-04-21', '2024-03-31', '2025-04-20', '2026-04-05'],
    ...['2027-03-28', '2028-04-16', '2030-04-21', '2038-04-25', '2049-04-18', '2076-04-19', '2285-03-22'],
  ])
    it(easter, () => assert.equal(easterOf(day(easter).year).toString(), easter));
});

describe('isBankDay', () => {
  // Weekdays that are none.
  for (const closed of [
    ...['2024-03-29', '2024-04-01', '2025-04-18', '2025-04-21', '2026-04-03', '2026-04-06', '2027-03-26', '2027-03-29'],
    ...['2030-04-19', '2030-04-22', '2038-04-23', '2038-04-26'],
    ...['2026-01-01', '2027-01-01', '2026-05-01', '2028-05-01', '2026-12-25', '2028-12-25', '2028-12-26', '2029-12-26'],
  ])
    it(`${closed} is none`, () => {
      assert.ok(day(closed).dayOfWeek < 6);
      assert.equal(isBankDay(day(closed)), false);
    });
  for (const weekend of ['2026-04-04', '2026-04-05', '2026-12-26', '2026-08-15'])
    it(`${weekend} is none`, () => assert.equal(isBankDay(day(weekend)), false));
  // Days around them, and French holidays on which banks move money all the same.
  for (const open of [
    ...['2026-04-02', '2026-04-07', '2026-04-30', '2026-12-24', '2026-12-28', '2026-12-31', '2027-01-04'],
    ...['2026-05-08', '2026-05-14', '2026-05-25', '2026-07-14', '2027-11-01', '2026-11-11'],
  ])
    it(`${open} is one`, () => assert.equal(isBankDay(day(open)), true));
});
