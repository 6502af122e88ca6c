// The golden cases of docs/domain that this room computes, read from their page: the cap of the transfers, the classes of the daily job.

import assert from 'node:assert/strict';
import { it } from 'node:test';
import { goldenCase, wholeOf } from '../../../../test/support/domain-pages.ts';
import { allCentsOf, basisPointsOf, centsOf } from '../../../core/cents.ts';
import { classifyFunding } from './auto-close-rules.ts';
import { fundedPercentage, ownerCapCents } from './rules.ts';

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
