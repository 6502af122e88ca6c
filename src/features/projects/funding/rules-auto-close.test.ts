// The table G-14 to the letter, and the order of the summaries.

import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { byPossibleClosingDate, classifyFunding, fundedPercentage } from './rules.ts';

const now = Temporal.Instant.from('2026-05-10T07:30:00Z');
const instant = (text: string | null) => (text === null ? null : Temporal.Instant.from(text));
const classOf = (confirmedBricks: number, waitingBricks: number, closing: string | null, end: string | null) =>
  classifyFunding(
    { totalBricks: 1000, confirmedBricks, waitingBricks, possibleClosingDate: instant(closing), maxEndDate: instant(end) },
    now,
    7,
  );

describe('classifyFunding (G-14, T 1000)', () => {
  for (const [confirmed, waiting, closing, end, expected] of [
    [1000, 0, '2026-05-09T22:00:00Z', '2026-06-30T00:00:00Z', 'closable'],
    [1000, 0, '2026-05-11T22:00:00Z', '2026-05-12T00:00:00Z', 'stuck'],
    [705, 101, '2026-05-11T22:00:00Z', '2026-05-16T22:00:00Z', 'approachingExpiry'],
    [990, 10, '2026-05-08T22:00:00Z', '2026-05-12T00:00:00Z', 'approachingExpiry'],
    [950, 50, '2026-05-08T22:00:00Z', '2026-07-01T00:00:00Z', 'toWatch'],
    [950, 50, '2026-05-12T22:00:00Z', '2026-07-01T00:00:00Z', 'inProgress'],
    [100, 0, '2026-05-01T22:00:00Z', '2026-05-17T07:30:00Z', 'approachingExpiry'],
    [100, 0, '2026-05-01T22:00:00Z', '2026-05-17T07:30:01Z', 'inProgress'],
  ] as const) {
    it(`C ${confirmed}, W ${waiting}, closing ${closing}, end ${end}: ${expected}`, () =>
      assert.equal(classOf(confirmed, waiting, closing, end), expected));
  }
  it('at the end of the last window itself: closable', () =>
    assert.equal(classOf(1000, 0, '2026-05-10T07:30:00Z', '2026-06-30T00:00:00Z'), 'closable'));
  it('a second before it: stuck', () => assert.equal(classOf(1000, 0, '2026-05-10T07:30:01Z', '2026-06-30T00:00:00Z'), 'stuck'));
  it('past its last day: approaching expiry', () =>
    assert.equal(classOf(100, 0, '2026-05-01T22:00:00Z', '2026-05-01T00:00:00Z'), 'approachingExpiry'));
  it('one brick short of all, waiting ones included: in progress', () =>
    assert.equal(classOf(950, 49, '2026-05-08T22:00:00Z', '2026-07-01T00:00:00Z'), 'inProgress'));
  it('nothing bought and no last day: in progress', () => assert.equal(classOf(0, 0, null, null), 'inProgress'));
  it('shows 70.5, 80.6, 99 and 100 percent', () =>
    assert.deepEqual(
      [705, 806, 990, 1000].map((bricks) => fundedPercentage(bricks, 1000)),
      [70.5, 80.6, 99, 100],
    ));
});

it('byPossibleClosingDate puts fundings without a date last', () => {
  const dates = [null, '2026-05-12T22:00:00Z', null, '2026-05-11T22:00:00Z'];
  assert.deepEqual(
    dates
      .map((date) => ({ possibleClosingDate: instant(date) }))
      .sort(byPossibleClosingDate)
      .map(({ possibleClosingDate }) => possibleClosingDate?.toString() ?? null),
    ['2026-05-11T22:00:00Z', '2026-05-12T22:00:00Z', null, null],
  );
});
