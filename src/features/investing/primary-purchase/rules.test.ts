// The pure rules of primary purchases, with the golden case of funding.md#withdrawal-window.

import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { goldenCase } from '../../../../test/support/domain-pages.ts';
import { availableBricks, isFundingOpen, isInsideWindow, windowEnd } from './rules.ts';

describe('windowEnd', () => {
  for (const [purchasedAt, expected] of [
    ['2026-03-02T09:00Z', '2026-03-06T23:00:00Z'],
    ['2026-03-02T23:30Z', '2026-03-07T23:00:00Z'],
    ['2026-03-27T10:00Z', '2026-03-31T22:00:00Z'],
  ] as const) {
    it(`G-12: bought ${purchasedAt}, until ${expected}`, () =>
      assert.equal(windowEnd(Temporal.Instant.from(purchasedAt), 4).toString(), expected));
  }
  it('a window of 0 days ends with the day of the purchase', () =>
    assert.equal(windowEnd(Temporal.Instant.from('2026-07-01T12:00Z'), 0).toString(), '2026-07-01T22:00:00Z'));
});

describe('isInsideWindow', () => {
  const end = Temporal.Instant.from('2026-03-06T23:00:00Z');
  it('until the last nanosecond', () => assert.equal(isInsideWindow(end, end.subtract({ nanoseconds: 1 })), true));
  it('not at its end', () => assert.equal(isInsideWindow(end, end), false));
});

describe('isFundingOpen', () => {
  const now = Temporal.Instant.from('2026-05-01T10:00Z');
  const before = now.subtract({ hours: 1 });
  const later = now.add({ hours: 1 });
  const open = {
    status: 'PUBLISHED',
    displayDate: before,
    fundingStartDate: before,
    fundingMaxEndDate: later,
    fundingEndedAt: null,
    uncreatedBricks: 0,
  } as const;
  it('published, shown, started, not over', () => assert.equal(isFundingOpen(open, now), true));
  it('from the very instant of its start', () => assert.equal(isFundingOpen({ ...open, fundingStartDate: now }, now), true));
  it('without a last day', () => assert.equal(isFundingOpen({ ...open, fundingMaxEndDate: null }, now), true));
  for (const [what, change] of [
    ['a draft', { status: 'DRAFT' }],
    ['not shown yet', { displayDate: later }],
    ['never shown', { displayDate: null }],
    ['not started', { fundingStartDate: later }],
    ['without a start', { fundingStartDate: null }],
    ['ended', { fundingEndedAt: before }],
    ['past its last day', { fundingMaxEndDate: now }],
    ['with bricks still to be created', { uncreatedBricks: 1 }],
  ] as const) {
    it(`${what}: no`, () => assert.equal(isFundingOpen({ ...open, ...change }, now), false));
  }
});

describe('availableBricks', () => {
  it('what is neither confirmed nor waiting', () =>
    assert.equal(availableBricks({ totalBricks: 100, confirmedBricks: 60, waitingBricks: 15 }), 25));
  it('never below 0', () => assert.equal(availableBricks({ totalBricks: 10, confirmedBricks: 9, waitingBricks: 2 }), 0));
});

it('G-12', () => {
  const [rows] = goldenCase('G-12', ['bought', 'window ends']);
  for (const { bought, 'window ends': end } of rows)
    assert.equal(windowEnd(Temporal.Instant.from(bought), 4).toString(), end, bought);
});
