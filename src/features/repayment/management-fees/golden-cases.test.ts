// The golden case of docs/domain that this room computes, read from its page: which fees are past.

import assert from 'node:assert/strict';
import { it } from 'node:test';
import { goldenCase } from '../../../../test/support/domain-pages.ts';
import { lastPastPeriod } from './rules.ts';

it('G-11', () => {
  const [rows] = goldenCase('G-11', ['today', 'last period']);
  for (const { today, 'last period': period } of rows)
    assert.equal(lastPastPeriod(Temporal.PlainDate.from(today), 10), period, today);
});
