// The axis of time of a funding: every day from its start to its last one, what was subscribed until today, and the even pace.

import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { courseOf } from '../../web/console/properties/overview/course.ts';

const SOLD = [
  { day: '2026-03-28', cents: 1_000 },
  { day: '2026-03-30', cents: 500 },
];
const OPEN = { first: '2026-03-27', last: '2026-04-01', today: '2026-03-30', targetCents: 10_000 };

describe('the course of a funding', () => {
  it('has each day until the last one, and nothing subscribed on days to come', () => {
    const { days, subscribed, pace } = courseOf(SOLD, OPEN);
    // The clocks change on 29 March.
    assert.deepEqual(days, ['2026-03-27', '2026-03-28', '2026-03-29', '2026-03-30', '2026-03-31', '2026-04-01']);
    assert.deepEqual(subscribed, [0, 1_000, 1_000, 1_500, null, null]);
    assert.deepEqual(pace, [0, 2_000, 4_000, 6_000, 8_000, 10_000]);
  });
  it('ends today without a last day, and has no pace then', () => {
    const { days, pace } = courseOf(SOLD, { ...OPEN, last: null });
    assert.deepEqual([days.at(-1), pace], ['2026-03-30', []]);
  });
  it('goes on after the last day where somebody still subscribed', () => {
    const { days, subscribed } = courseOf(SOLD, { ...OPEN, last: '2026-03-29' });
    assert.deepEqual([days.at(-1), subscribed.at(-1)], ['2026-03-30', 1_500]);
  });
});
