// Bricks, status and closing conditions of funding.md#bricks-of-a-funding, with the golden cases of docs/domain that this room
// computes: the cap of the transfers, the classes of the daily job.

import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { goldenCase, wholeOf } from '../../../../test/support/domain-pages.ts';
import { allCentsOf, basisPointsOf, centsOf } from '../../../core/cents.ts';
import {
  classifyFunding,
  closingObstacle,
  divideCollected,
  fundedPercentage,
  fundingStatus,
  ownerCapCents,
  planBricks,
} from './rules.ts';

describe('planBricks', () => {
  const plan = (amountToFundCents: number, minAmountToFundCents: number | null) => {
    const { totalBricks, minBricks } = planBricks({
      amountToFundCents: centsOf(amountToFundCents),
      minAmountToFundCents: minAmountToFundCents === null ? null : centsOf(minAmountToFundCents),
      brickPriceCents: centsOf(1000),
    });
    return [totalBricks, minBricks];
  };
  it('rounds the total down and the minimum up', () => {
    assert.deepEqual(plan(50_000_999, 30_000_001), [50_000, 30_001]);
    assert.deepEqual(plan(50_000_000, 30_000_000), [50_000, 30_000]);
  });
  it('needs all bricks without a minimum', () => assert.deepEqual(plan(50_999, null), [50, 50]));
  it('never needs more bricks than there are', () => assert.deepEqual(plan(2_900, 2_100), [2, 2]));
});

describe('fundingStatus', () => {
  const status = (confirmedBricks: number) => fundingStatus({ totalBricks: 1000, minBricks: 600, confirmedBricks });
  it('follows what is confirmed', () => {
    assert.deepEqual([0, 599, 600, 999, 1000].map(status), [
      'inProgress',
      'inProgress',
      'minToFundReached',
      'minToFundReached',
      'totallyFinanced',
    ]);
  });
  it('of a draft is inProgress', () =>
    assert.equal(fundingStatus({ totalBricks: 0, minBricks: 0, confirmedBricks: 0 }), 'inProgress'));
});

describe('fundedPercentage (G-14)', () => {
  for (const [bricks, total, percentage] of [
    [705, 1000, 70.5],
    [806, 1000, 80.6],
    [990, 1000, 99],
    [1000, 1000, 100],
    [9999, 10_000, 99.9],
    [1, 3, 33.3],
    [0, 0, 0],
  ] as const) {
    it(`${bricks} of ${total} is ${percentage} %`, () => assert.equal(fundedPercentage(bricks, total), percentage));
  }
});

describe('closingObstacle (G-14, T 1000, minimum 600)', () => {
  const now = Temporal.Instant.from('2026-05-10T07:30:00Z');
  const obstacle = (confirmedBricks: number, closing: string | null, ended: string | null = null) =>
    closingObstacle(
      {
        ...{ totalBricks: 1000, minBricks: 600, confirmedBricks },
        possibleClosingDate: closing === null ? null : Temporal.Instant.from(closing),
        endedAt: ended === null ? null : Temporal.Instant.from(ended),
      },
      now,
    );
  it('1000 confirmed and every window over: none', () => assert.equal(obstacle(1000, '2026-05-09T22:00:00Z'), undefined));
  it('at the end of the last window itself: none', () => assert.equal(obstacle(1000, '2026-05-10T07:30:00Z'), undefined));
  it('at the minimum: none', () => assert.equal(obstacle(600, '2026-05-09T22:00:00Z'), undefined));
  it('a window open for one second more: repayment date', () =>
    assert.equal(obstacle(1000, '2026-05-10T07:30:01Z'), 'property-funding.end.repayment-date-not-elapsed'));
  it('one brick below the minimum: minimum amount, whatever the dates', () => {
    assert.equal(obstacle(599, '2026-05-09T22:00:00Z'), 'property-funding.end.minimum-amount-not-reached');
    assert.equal(obstacle(599, '2026-05-11T22:00:00Z'), 'property-funding.end.minimum-amount-not-reached');
    assert.equal(obstacle(0, null), 'property-funding.end.minimum-amount-not-reached');
  });
  it('ended before: already ended, whatever else', () =>
    assert.equal(obstacle(0, null, '2026-05-01T00:00:00Z'), 'property-funding.end.already-ended'));
});

describe('divideCollected', () => {
  it('fills the escrow first (G-19)', () =>
    assert.deepEqual(divideCollected(centsOf(50_000), centsOf(5_000)), { escrowCents: 5_000, mainCents: 45_000 }));
  it('leaves nothing over when less came in than the escrow takes', () =>
    assert.deepEqual(divideCollected(centsOf(3_000), centsOf(5_000)), { escrowCents: 3_000, mainCents: 0 }));
});

it('G-13', () => {
  const [caps, fees] = goldenCase(
    'G-13',
    ['amountToFund', 'funding fees', 'fiducie fees', 'escrow', 'construction', 'cap', 'transferred', 'asked', 'taken'],
    ['fee', 'VAT bps', 'VAT'],
  );
  for (const row of caps) {
    const terms = allCentsOf({
      amountToFundCents: wholeOf(row.amountToFund),
      fundingFeesExclTaxCents: wholeOf(row['funding fees']),
      fiducieFeesExclTaxCents: wholeOf(row['fiducie fees']),
      totalFundEscrowCents: wholeOf(row.escrow),
      totalConstructionBudgetCents: wholeOf(row.construction),
    });
    const cap = ownerCapCents(terms, 2000, {});
    const isTaken = wholeOf(row.transferred) + wholeOf(row.asked) <= cap;
    assert.deepEqual([cap, isTaken ? 'yes' : 'no'], [wholeOf(row.cap), row.taken]);
  }
  for (const row of fees) assert.equal(basisPointsOf(centsOf(wholeOf(row.fee)), wholeOf(row['VAT bps'])), wholeOf(row.VAT));
});

it('G-14', () => {
  const now = Temporal.Instant.from('2026-05-10T07:30:00Z');
  const [rows] = goldenCase('G-14', ['C', 'W', 'possibleClosingDate', 'maxEndDate', 'class', 'C %', 'C + W %']);
  for (const row of rows) {
    const [confirmedBricks, waitingBricks] = [wholeOf(row.C), wholeOf(row.W)];
    const funding = {
      ...{ totalBricks: 1000, confirmedBricks, waitingBricks },
      possibleClosingDate: Temporal.Instant.from(row.possibleClosingDate),
      maxEndDate: Temporal.Instant.from(row.maxEndDate),
    };
    assert.deepEqual(
      [
        classifyFunding(funding, now, 7),
        fundedPercentage(confirmedBricks, 1000),
        fundedPercentage(confirmedBricks + waitingBricks, 1000),
      ],
      [row.class, Number(row['C %']), Number(row['C + W %'])],
    );
  }
});
