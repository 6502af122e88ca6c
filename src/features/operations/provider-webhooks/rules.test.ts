// The provider's words on an account, and when two deliveries are one notification.

import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { centsOf } from '../../../core/cents.ts';
import type { CustomerId } from '../../../core/db/tables.ts';
import { consequencesOf, fingerprintOf, storable } from './rules.ts';

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

describe('fingerprintOf', () => {
  const name = 'customer-status-changed';
  it('is the same for other order and encoding of the fields', () =>
    assert.equal(fingerprintOf(name, { ExtId: 'a', Status: 6 }), fingerprintOf(name, { Status: '6', ExtId: 'a' })));
  it('differs by path and by any field', () => {
    const all = [
      fingerprintOf(name, { ExtId: 'a' }),
      fingerprintOf('customer-temporarily-blocked', { ExtId: 'a' }),
      fingerprintOf(name, { ExtId: 'b' }),
      fingerprintOf(name, { ExtId: 'a', NotifDate: '2026-03-01T10:00:00' }),
      fingerprintOf(name, { ExtId: { a: 1 } }),
      fingerprintOf(name, null),
      fingerprintOf(name, ['a']),
    ];
    assert.equal(new Set(all).size, all.length);
  });
});

it('a body is kept without NUL', () => {
  assert.deepEqual(storable({ ExtId: 'a\u0000b' }), { ExtId: 'a\ufffdb' });
  assert.equal(storable(undefined), null);
});
