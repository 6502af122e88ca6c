// The business calendar is Paris's, whatever the machine's.

import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { monthsBefore, parisDate, parisYear, periodOf, startOfParisDay } from './dates.ts';

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
});

describe('periodOf', () => {
  it('is the month', () => assert.equal(periodOf(Temporal.PlainDate.from('2026-03-09')), '2026-03'));
});
