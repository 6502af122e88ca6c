// Which fees are past, and their payers: the golden cases.

import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { goldenCase } from '../../../../test/support/domain-pages.ts';
import { centsOf } from '../../../core/cents.ts';
import { lastPastPeriod, payFee } from './rules.ts';

describe('G-11: payout day 10', () => {
  for (const [today, period] of [
    ['2026-03-10', '2026-01'],
    ['2026-03-11', '2026-02'],
    ['2026-01-05', '2025-11'],
    ['2026-01-15', '2025-12'],
    ['2026-03-31', '2026-02'],
  ] as const)
    it(`${today} gives ${period}`, () => assert.equal(lastPastPeriod(Temporal.PlainDate.from(today), 10), period));
});

describe('payFee', () => {
  for (const [fee, received, taken, advanced] of [
    [10_000, 10_000, 10_000, 0],
    [10_000, 12_000, 10_000, 0],
    [10_000, 4_000, 4_000, 6_000],
    [10_000, 0, 0, 10_000],
    [10_000, -1, 0, 10_000],
  ] as const)
    it(`${fee}, of which ${received} came in: ${taken} taken, ${advanced} advanced`, () =>
      assert.deepEqual(payFee(centsOf(fee), centsOf(received)), { takenCents: taken, advancedCents: advanced }));
});

it('G-11', () => {
  const [rows] = goldenCase('G-11', ['today', 'last period']);
  for (const { today, 'last period': period } of rows)
    assert.equal(lastPastPeriod(Temporal.PlainDate.from(today), 10), period, today);
});
