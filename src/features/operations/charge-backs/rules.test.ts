// What follows from money that was taken back.

import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { centsOf } from '../../../core/cents.ts';
import type { CustomerId } from '../../../core/db/tables.ts';
import { consequencesOf } from './rules.ts';

describe('consequencesOf', () => {
  // Border: an id short enough to read.
  const customerId = 'abc' as CustomerId;
  const payout = { accountId: customerId, originId: 9, amountCents: centsOf(100), status: 'succeeded' } as const;
  for (const [what, more, expected] of [
    ['money taken back', {}, { freeze: true, book: 'now' }],
    ['the id in capitals', { accountId: 'ABC' }, { freeze: true, book: 'now' }],
    ['not yet taken', { status: 'pending' }, { freeze: true, book: 'later' }],
    ['not taken in the end', { status: 'failed' }, { freeze: true, book: 'never' }],
    ['nothing left to take', { amountCents: 0 }, { freeze: true, book: 'never' }],
    ['a pay-out of our own', { originId: null }, { freeze: true, book: 'never' }],
    ['another account', { accountId: 'abd' }, { freeze: false, book: 'never' }],
  ] as const) {
    it(what, () => assert.deepEqual(consequencesOf({ ...payout, ...more }, customerId), expected));
  }
});
