// Periods of lists: days of Paris with both their ends, instants without the last one, also where the clocks change.

import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { AppError } from './errors.ts';
import { boundsOf, daysOf, type Period } from './period.ts';

const shown = (period: Period) => {
  const { start, end } = boundsOf(period);
  return [start?.toString() ?? null, end?.toString() ?? null];
};

describe('the period of a list', () => {
  it('of days is in Paris, with the whole last day', () => {
    assert.deepEqual(shown({ from: '2026-03-01', to: '2026-03-01' }), ['2026-02-28T23:00:00Z', '2026-03-01T23:00:00Z']);
    assert.deepEqual(
      shown({ from: '2026-03-29', to: '2026-03-29' }),
      ['2026-03-28T23:00:00Z', '2026-03-29T22:00:00Z'],
      '23 hours',
    );
    assert.deepEqual(shown({ to: '2026-12-31' }), [null, '2026-12-31T23:00:00Z']);
  });
  it('of instants ends before the last one', () => {
    const at = '2026-03-02T09:30:00Z';
    assert.deepEqual(shown({ from: at }), [at, null]);
    assert.deepEqual(shown({ from: '2026-03-01', to: '2026-03-02T11:30:00+02:00' }), ['2026-02-28T23:00:00Z', at]);
    assert.deepEqual(shown({}), [null, null]);
  });
  it('of whole days has both of them', () =>
    assert.deepEqual(daysOf({ from: '2026-03-01', to: '2026-03-01' }), { first: '2026-03-01', last: '2026-03-01' }));
  it('of instants has one at least', () =>
    assert.throws(() => boundsOf({ from: '2026-03-01T00:00:00Z', to: '2026-03-01T00:00:00Z' })));
  it('may not end before it begins', () => {
    const backwards = { from: '2026-03-02', to: '2026-03-01' };
    for (const read of [boundsOf, daysOf])
      assert.throws(
        () => read(backwards),
        (error) => error instanceof AppError && error.code === 'validation-failed',
      );
  });
});
