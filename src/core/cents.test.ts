// Integer-cent arithmetic: rounding, basis points and the largest remainder, with golden cases.

import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import fc from 'fast-check';
import {
  basisPointsOf,
  centsOf,
  floorDivide,
  formatEuros,
  percentageOf,
  rateOf,
  ratioWithTwoDecimals,
  roundHalfUp,
} from './cents.ts';

describe('roundHalfUp', () => {
  for (const [numerator, denominator, expected] of [
    [5n, 2n, 3n],
    [4n, 3n, 1n],
    [-5n, 2n, -2n],
    [-7n, 2n, -3n],
    [0n, 7n, 0n],
  ] as const) {
    it(`${numerator}/${denominator} is ${expected}`, () => assert.equal(roundHalfUp(numerator, denominator), expected));
  }
  it('is at most half away from the exact value', () =>
    fc.assert(
      fc.property(
        fc.bigInt({ min: -(10n ** 18n), max: 10n ** 18n }),
        fc.bigInt({ min: 1n, max: 10n ** 9n }),
        (numerator, denominator) => {
          const twice = 2n * (roundHalfUp(numerator, denominator) * denominator - numerator);
          return twice > -denominator && twice <= denominator;
        },
      ),
    ));
});

describe('floorDivide', () => {
  for (const [numerator, denominator, expected] of [
    [7n, 2n, 3n],
    [-7n, 2n, -4n],
    [-8n, 2n, -4n],
  ] as const) {
    it(`${numerator}/${denominator} is ${expected}`, () => assert.equal(floorDivide(numerator, denominator), expected));
  }
});

describe('basisPointsOf', () => {
  for (const [amount, basisPoints, expected] of [
    [2_499_999, 2000, 500_000],
    [2_499_999, 850, 212_500],
    [31_667, 3140, 9_943],
    [18_050, 200, 361],
    [8, 3140, 3],
  ] as const) {
    it(`${basisPoints} of ${amount} is ${expected} (G-13, G-15, G-23)`, () =>
      assert.equal(basisPointsOf(centsOf(amount), basisPoints), expected));
  }
});

describe('rates', () => {
  it('keep four decimals of a percent', () => assert.equal(rateOf(9.5), 95_000));
  it('round a half up, also where the product would fall short of it', () => {
    assert.equal(rateOf(1.00005), 10_001);
    assert.deepEqual([0.00005, 0.00004, 1e-7, 8.00015].map(rateOf), [1, 0, 0, 80_002]);
  });
  it('survive the way there and back', () => assert.equal(percentageOf(rateOf(31.4)), 31.4));
});

describe('ratioWithTwoDecimals', () => {
  it('G-15: 8 % at 1000 for 950 is 8.42', () => assert.equal(ratioWithTwoDecimals(80_000n * 1000n, 10_000n * 950n), 8.42));
  it('keeps the sign', () => assert.equal(ratioWithTwoDecimals(-5000n, 1000n), -5));
});

describe('formatEuros', () => {
  it('writes French euros', () => assert.equal(formatEuros(centsOf(123_450)).replace(/\s/g, ' '), '1 234,50 €'));
});
