// The golden case of docs/domain that this room computes, read from its page: the window of the quota, and the fee.

import assert from 'node:assert/strict';
import { it } from 'node:test';
import { goldenCase, wholeOf } from '../../../../test/support/domain-pages.ts';
import { centsOf } from '../../../core/cents.ts';
import { feeInclTaxCents, freeQuota, usageWindow } from './rules.ts';

it('G-18', () => {
  const [windows, costs] = goldenCase('G-18', ['now', 'counted after'], ['free so far', 'remaining', 'fee']);
  for (const row of windows) assert.equal(usageWindow(Temporal.Instant.from(row.now)).freeAfter.toString(), row['counted after']);
  for (const row of costs) {
    const quota = freeQuota(wholeOf(row['free so far']), 12);
    const fee = feeInclTaxCents(quota.shouldApplyFee, { exclTaxCents: centsOf(100), vatBps: 2000 });
    assert.deepEqual([quota.withdrawRemainingWithoutFeeCount, fee], [wholeOf(row.remaining), wholeOf(row.fee)]);
  }
});
