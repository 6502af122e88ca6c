// The pure rules of papers.

import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { centsOf } from '../../../core/cents.ts';
import { paperNumber, vatInside } from './rules.ts';

describe('paperNumber', () => {
  it('has the Paris year of the trade', () =>
    assert.equal(paperNumber({ tradedAt: Temporal.Instant.from('2026-12-31T23:30:00Z'), serial: 42 }), 'AVIS-2027-000042'));
  it('grows beyond six digits', () =>
    assert.equal(
      paperNumber({ tradedAt: Temporal.Instant.from('2026-06-01T00:00:00Z'), serial: 1_234_567 }),
      'AVIS-2026-1234567',
    ));
});

describe('vatInside', () => {
  for (const [inclTaxCents, vatBps, vatCents] of [
    [120, 2000, 20],
    [190, 2000, 32],
    [361, 2000, 60],
    [1, 2000, 0],
    [3, 2000, 0],
    [4, 2000, 1],
    [100, 0, 0],
    [0, 2000, 0],
    [1_085, 850, 85],
  ] as const)
    it(`${inclTaxCents} cents at ${vatBps} bps: ${vatCents}`, () =>
      assert.equal(vatInside(centsOf(inclTaxCents), vatBps), vatCents));
});
