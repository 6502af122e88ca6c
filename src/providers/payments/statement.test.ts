// From when a statement is read, and what of it counts as money that arrived.

import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { isArrivedMoneyIn, readingPeriod } from './statement.ts';

describe('isArrivedMoneyIn', () => {
  const wire = { kind: 'money-in', direction: 'in', status: 'succeeded' } as const;
  it('a wire that succeeded', () => assert.equal(isArrivedMoneyIn(wire), true));
  for (const [what, change] of [
    ['a pending one', { status: 'pending' }],
    ['a failed one', { status: 'failed' }],
    ['a canceled one', { status: 'canceled' }],
    ['a transfer between wallets, booked by its order', { kind: 'transfer' }],
    ['a payout', { kind: 'money-out', direction: 'out' }],
  ] as const) {
    it(`not ${what}`, () => assert.equal(isArrivedMoneyIn({ ...wire, ...change }), false));
  }
});

describe('readingPeriod', () => {
  const now = Temporal.Instant.from('2026-05-10T12:00Z');
  const read = (lastKnown: string | undefined) => {
    const { from, to } = readingPeriod(lastKnown === undefined ? undefined : Temporal.Instant.from(lastKnown), now);
    return [from.toString(), to.toString()];
  };
  it('everything when nothing is known', () =>
    assert.deepEqual(read(undefined), ['1970-01-01T00:00:00Z', '2026-05-11T12:00:00Z']));
  it('a day before the last known', () =>
    assert.deepEqual(read('2026-05-03T08:00Z'), ['2026-05-02T08:00:00Z', '2026-05-11T12:00:00Z']));
  it('a day before now, should the last known lie ahead', () =>
    assert.deepEqual(read('2026-06-01T00:00Z'), ['2026-05-09T12:00:00Z', '2026-05-11T12:00:00Z']));
});
