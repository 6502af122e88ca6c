// The golden case of docs/domain that this room computes, read from its page: invoices against blocked rewards.

import assert from 'node:assert/strict';
import { it } from 'node:test';
import { goldenCase, listOf, wholeOf } from '../../../../test/support/domain-pages.ts';
import { centsOf } from '../../../core/cents.ts';
import { matchInvoice } from './reward-rules.ts';

it('G-21', () => {
  const [rows] = goldenCase('G-21', ['blocked', 'invoice', 'unblocked', 'code']);
  for (const row of rows) {
    const blocked = listOf(row.blocked).map((cell, index) => ({ id: `reward ${index}`, blockedCents: centsOf(wholeOf(cell)) }));
    const result = matchInvoice(blocked, centsOf(wholeOf(row.invoice)));
    const is = 'matched' in result ? [result.matched.length, 'none'] : [0, result.refusal];
    assert.deepEqual(is, [wholeOf(row.unblocked), row.code], JSON.stringify(row));
  }
});
