// The pure rules of resale, with the golden case of market.md#golden-cases.

import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { goldenCase, wholeOf } from '../../../../test/support/domain-pages.ts';
import { readConfig } from '../../../config/index.ts';
import { centsOf, rateOf } from '../../../core/cents.ts';
import { ConfigError } from '../../../core/errors.ts';
import { computeDealFigures, isEligibleForResale, isPriceWithinRange } from './rules.ts';

const terms = {
  brickCount: 19,
  officialCents: centsOf(1000),
  sellingCents: centsOf(950),
  returnOnInvestmentRate: 80_000,
  revenuePerBrickCents: centsOf(42),
  revenueMonths: 12,
  commissionBps: 200,
};

describe('computeDealFigures', () => {
  it('G-15', () =>
    assert.deepEqual(computeDealFigures(terms), {
      priceWithoutCommissionCents: 18_050,
      commissionCents: 361,
      brickPriceVariation: -5,
      profitability: 8.42,
      revenueYield: 4.42,
    }));
  it('leaves the seller a cent of any price, at the highest commission that the settings take', () => {
    const commissionBps = 4_999;
    assert.ok(readConfig({ MARKETPLACE_SELLER_COMMISSION_BPS: `${commissionBps}` }));
    assert.throws(() => readConfig({ MARKETPLACE_SELLER_COMMISSION_BPS: `${commissionBps + 1}` }), ConfigError);
    for (const sellingCents of [1, 2, 3, 99, 101])
      for (const brickCount of [1, 19]) {
        const deal = computeDealFigures({ ...terms, brickCount, sellingCents: centsOf(sellingCents), commissionBps });
        assert.ok(deal.priceWithoutCommissionCents - deal.commissionCents >= 1, `${brickCount} x ${sellingCents}`);
      }
  });
  it('stretches a shorter history to twelve months', () =>
    assert.equal(computeDealFigures({ ...terms, revenuePerBrickCents: centsOf(21), revenueMonths: 6 }).revenueYield, 4.42));
  it('has no yield without history', () => assert.equal(computeDealFigures({ ...terms, revenueMonths: 0 }).revenueYield, 0));
});

describe('isPriceWithinRange', () => {
  for (const [price, expected] of [
    [99, false],
    [100, true],
    [1000, true],
    [1001, false],
  ] as const) {
    it(`${price} in 100..1000: ${expected}`, () =>
      assert.equal(isPriceWithinRange(centsOf(price), centsOf(100), centsOf(1000)), expected));
  }
});

describe('isEligibleForResale', () => {
  const now = Temporal.Instant.from('2026-05-01T10:00Z');
  const eligible = {
    investorContractType: 'royalty',
    purchasedDate: now,
    resaleSaleType: null,
    resaleCompletedAt: null,
    isMarketplaceAllowed: true,
  } as const;
  it('a purchased royalty property with an open market', () => assert.equal(isEligibleForResale(eligible), true));
  it('a partial offer does not close it', () =>
    assert.equal(isEligibleForResale({ ...eligible, resaleSaleType: 'partial' }), true));
  for (const [what, change] of [
    ['an obligation', { investorContractType: 'obligation' }],
    ['a loan', { investorContractType: 'loan' }],
    ['not purchased', { purchasedDate: null }],
    ['a total offer', { resaleSaleType: 'total' }],
    ['resale completed', { resaleCompletedAt: now }],
    ['market closed', { isMarketplaceAllowed: false }],
  ] as const) {
    it(`${what}: no`, () => assert.equal(isEligibleForResale({ ...eligible, ...change }), false));
  }
});

it('G-15', () => {
  const [rows] = goldenCase('G-15', [
    ...(['bricks', 'official', 'asked', 'return', 'revenue', 'months', 'commission bps'] as const),
    ...(['price', 'commission', 'seller gets', 'variation', 'profitability', 'yield'] as const),
  ]);
  for (const row of rows) {
    const figures = computeDealFigures({
      brickCount: wholeOf(row.bricks),
      officialCents: centsOf(wholeOf(row.official)),
      sellingCents: centsOf(wholeOf(row.asked)),
      returnOnInvestmentRate: rateOf(Number(row.return)),
      revenuePerBrickCents: centsOf(wholeOf(row.revenue)),
      revenueMonths: wholeOf(row.months),
      commissionBps: wholeOf(row['commission bps']),
    });
    assert.deepEqual(figures, {
      priceWithoutCommissionCents: wholeOf(row.price),
      commissionCents: wholeOf(row.commission),
      brickPriceVariation: Number(row.variation),
      profitability: Number(row.profitability),
      revenueYield: Number(row.yield),
    });
    assert.equal(figures.priceWithoutCommissionCents - figures.commissionCents, wholeOf(row['seller gets']));
  }
});
