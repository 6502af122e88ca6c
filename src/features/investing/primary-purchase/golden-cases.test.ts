// The golden case of docs/domain that this room computes, read from its page: the end of the withdrawal window.

import assert from 'node:assert/strict';
import { it } from 'node:test';
import { goldenCase } from '../../../../test/support/domain-pages.ts';
import { windowEnd } from './rules.ts';

it('G-12', () => {
  const [rows] = goldenCase('G-12', ['bought', 'window ends']);
  for (const { bought, 'window ends': end } of rows)
    assert.equal(windowEnd(Temporal.Instant.from(bought), 4).toString(), end, bought);
});
