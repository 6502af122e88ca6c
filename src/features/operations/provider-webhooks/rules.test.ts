// When two deliveries are one notification.

import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { fingerprintOf, storable } from './rules.ts';

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
