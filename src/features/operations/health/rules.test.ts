// When the payment provider counts as down.

import assert from 'node:assert/strict';
import { it } from 'node:test';
import { outageOf } from './rules.ts';

const at = (time: string) => Temporal.Instant.from(`2026-03-02T${time}:00Z`);
const failing = (operation: string, failingSince: string, failedAt: string) => ({
  operation,
  failingSince: at(failingSince),
  failedAt: at(failedAt),
});

it('what failed within fifteen minutes is an outage, the longest first; older says nothing of now, and other services are others', () => {
  const now = at('10:00');
  const found = outageOf(
    [
      failing('payOut', '09:50', '09:45'),
      failing('getBalances', '09:00', '09:59'),
      failing('listDocuments', '07:00', '09:44'),
      failing('registry suggestions', '09:59', '09:59'),
    ],
    now,
  );
  assert.deepEqual(
    found.map(({ operation }) => operation),
    ['getBalances', 'payOut'],
  );
  assert.deepEqual(outageOf([], now), []);
});
