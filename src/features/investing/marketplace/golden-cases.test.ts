// The golden case of docs/domain that this room computes, read from its page: the figures of a deal.

import assert from 'node:assert/strict';
import { it } from 'node:test';
import { goldenCase, wholeOf } from '../../../../test/support/domain-pages.ts';
import { centsOf, rateOf } from '../../../core/cents.ts';
import { computeDealFigures } from './rules.ts';

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
