// Windows, quota, fee, fraud rules and mismatch of withdrawals, without anything around them.

import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { goldenCase, wholeOf } from '../../../../test/support/domain-pages.ts';
import { allCentsOf, centsOf } from '../../../core/cents.ts';
import { type Books, feeInclTaxCents, freeQuota, isBlockedByFraudRule, isMismatch, usageWindow } from './rules.ts';

describe('the windows', () => {
  for (const [now, freeAfter] of [
    ['2026-11-20T10:00:00Z', '2025-11-20T10:00:00Z'],
    ['2028-02-29T10:00:00Z', '2027-02-28T10:00:00Z'],
    // The same wall clock in Paris a year before, on the other side of the change to summer time.
    ['2026-03-29T10:00:00Z', '2025-03-29T11:00:00Z'],
  ] as const) {
    it(`at ${now} the free ones count after ${freeAfter} (G-18)`, () => {
      const at = Temporal.Instant.from(now);
      const window = usageWindow(at);
      assert.equal(window.freeAfter.toString(), freeAfter);
      assert.ok(window.until.equals(at));
      assert.ok(window.fraudAfter.equals(at.subtract({ hours: 24 })));
    });
  }
});

describe('quota and fee (G-18)', () => {
  it('with 11 the next is free, with 12 it is not, with more nothing is negative', () => {
    assert.deepEqual(freeQuota(11, 12), {
      freeWithdrawalsInPastYear: 11,
      withdrawRemainingWithoutFeeCount: 1,
      shouldApplyFee: false,
    });
    assert.deepEqual(freeQuota(12, 12), {
      freeWithdrawalsInPastYear: 12,
      withdrawRemainingWithoutFeeCount: 0,
      shouldApplyFee: true,
    });
    assert.equal(freeQuota(14, 12).withdrawRemainingWithoutFeeCount, 0);
  });
  it('costs 100 and 20 of VAT', () => {
    assert.equal(feeInclTaxCents(true, { exclTaxCents: centsOf(100), vatBps: 2000 }), 120);
    assert.equal(feeInclTaxCents(true, { exclTaxCents: centsOf(99), vatBps: 850 }), 107);
    assert.equal(feeInclTaxCents(false, { exclTaxCents: centsOf(100), vatBps: 2000 }), 0);
  });
});

describe('the anti-fraud rules', () => {
  const at = Temporal.Instant.from('2026-11-20T10:00:00Z');
  const facts = {
    amountCents: centsOf(100),
    withdrawnCents: centsOf(0),
    maxCentsPerDay: centsOf(1_000),
    ibanKnownSince: at,
    newIbanDelayHours: 0,
    at,
  };
  it('let the limit itself pass, and not a cent more', () => {
    assert.equal(isBlockedByFraudRule({ ...facts, withdrawnCents: centsOf(900) }), false);
    assert.equal(isBlockedByFraudRule({ ...facts, withdrawnCents: centsOf(901) }), true);
  });
  it('let a bank account be used from the end of the delay on; 0 is off', () => {
    assert.equal(isBlockedByFraudRule(facts), false);
    const knownFor = (hours: number, newIbanDelayHours: number) =>
      isBlockedByFraudRule({ ...facts, newIbanDelayHours, ibanKnownSince: at.subtract({ hours }) });
    assert.equal(knownFor(24, 24), false);
    assert.equal(knownFor(23, 24), true);
  });
});

describe('a mismatch', () => {
  const books: Books = allCentsOf({
    availableCents: 700,
    heldCents: 300,
    postedAvailableCents: 700,
    postedHeldCents: 300,
    sentCents: 0,
  });
  it('is less at the provider than available and held, less what is under way', () => {
    assert.equal(isMismatch(books, centsOf(1_000)), false);
    assert.equal(isMismatch(books, centsOf(999)), true);
    assert.equal(isMismatch({ ...books, sentCents: centsOf(300) }, centsOf(700)), false);
    assert.equal(isMismatch({ ...books, sentCents: centsOf(300) }, centsOf(699)), true);
  });
  it('is not more at the provider: money that is not booked yet', () => assert.equal(isMismatch(books, centsOf(5_000)), false));
  it('is a balance that differs from its postings, either one', () => {
    assert.equal(isMismatch({ ...books, postedAvailableCents: centsOf(701) }, centsOf(5_000)), true);
    assert.equal(isMismatch({ ...books, postedHeldCents: centsOf(299) }, centsOf(5_000)), true);
    assert.equal(
      isMismatch({ ...books, postedAvailableCents: centsOf(701), postedHeldCents: centsOf(299) }, centsOf(5_000)),
      true,
    );
  });
});

it('G-18', () => {
  const [windows, costs] = goldenCase('G-18', ['now', 'counted after'], ['free so far', 'remaining', 'fee']);
  for (const row of windows) assert.equal(usageWindow(Temporal.Instant.from(row.now)).freeAfter.toString(), row['counted after']);
  for (const row of costs) {
    const quota = freeQuota(wholeOf(row['free so far']), 12);
    const fee = feeInclTaxCents(quota.shouldApplyFee, { exclTaxCents: centsOf(100), vatBps: 2000 });
    assert.deepEqual([quota.withdrawRemainingWithoutFeeCount, fee], [wholeOf(row.remaining), wholeOf(row.fee)]);
  }
});
