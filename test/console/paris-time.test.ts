// Times that are typed in the console are those of Paris, through both changes of the clocks.

import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { instantOfParis, parisDayOf, parisMomentOf } from '../../web/core/paris-time.ts';

describe('times of Paris in the console', () => {
  it('a time is an hour before Greenwich in winter and two in summer', () => {
    assert.equal(instantOfParis('2026-12-01T00:00'), '2026-11-30T23:00:00.000Z');
    assert.equal(instantOfParis('2026-07-01T12:30'), '2026-07-01T10:30:00.000Z');
  });

  it('the days on which the clocks change begin and end at midnight', () => {
    assert.equal(instantOfParis('2026-03-29T00:00'), '2026-03-28T23:00:00.000Z');
    assert.equal(instantOfParis('2026-03-30T00:00'), '2026-03-29T22:00:00.000Z');
    assert.equal(instantOfParis('2026-10-25T00:00'), '2026-10-24T22:00:00.000Z');
    assert.equal(instantOfParis('2026-10-26T00:00'), '2026-10-25T23:00:00.000Z');
  });

  it('every hour of a year comes back as it was typed, except the one that is left out', () => {
    const first = Date.UTC(2026, 0, 1);
    const changed = Array.from({ length: 365 * 24 }, (_, hour) =>
      new Date(first + hour * 3_600_000).toISOString().slice(0, 16),
    ).filter((moment) => parisMomentOf(new Date(instantOfParis(moment) ?? 0)) !== moment);
    assert.deepEqual(changed, ['2026-03-29T02:00']);
  });

  it('the day in Paris is the next one an hour before midnight in Greenwich', () => {
    assert.equal(parisDayOf(new Date('2026-12-31T23:00:00Z')), '2027-01-01');
  });

  it('what is no time is none', () => {
    assert.equal(instantOfParis(''), undefined);
    assert.equal(instantOfParis('2026-02-30T1'), undefined);
  });
});
