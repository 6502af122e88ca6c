// The yearly return: known rates to the basis point, and the cases in which there is none.

import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import fc from 'fast-check';
import { type Flow, yearlyReturnBps } from './yearly-return.ts';

const flow = (day: string, cents: number): Flow => ({ day: Temporal.PlainDate.from(day), cents });

describe('yearlyReturnBps', () => {
  for (const [name, flows, expected] of [
    ['nothing was paid', [], null],
    ['all on one day', [flow('2026-01-01', -100), flow('2026-01-01', 120)], null],
    ['bought above what it is worth, today', [flow('2026-01-01', -120), flow('2026-01-01', 100)], null],
    ['gains alone', [flow('2026-01-01', 0), flow('2026-06-01', 100)], null],
    ['a year, ten percent', [flow('2026-01-01', -1_000), flow('2027-01-01', 1_100)], 1_000],
    ['two years, ten percent', [flow('2025-01-01', -10_000), flow('2027-01-01', 12_100)], 1_000],
    ['a year, a tenth lost', [flow('2026-01-01', -1_000), flow('2027-01-01', 900)], -1_000],
    ['nothing gained', [flow('2026-01-01', -1_000), flow('2026-04-01', 1_000)], 0],
    ['all lost', [flow('2026-01-01', -1_000), flow('2027-01-01', 0)], -10_000],
    ['all but a cent of a million lost', [flow('2026-01-01', -100_000_000), flow('2026-02-01', 1)], -10_000],
    [
      'a little came before more was paid, and that is lost',
      [flow('2025-01-01', -1_000), flow('2025-06-01', 100), flow('2026-01-01', -1_000)],
      null,
    ],
    [
      'what came back went in again, with more',
      [flow('2025-01-01', -1_000), flow('2026-01-01', 500), flow('2026-01-01', -900)],
      null,
    ],
    ['more than ten times the money', [flow('2026-01-01', -1_000), flow('2026-01-11', 2_000)], null],
    // The example of Microsoft's description of XIRR: 37.34 percent.
    [
      'irregular days',
      [
        flow('2008-01-01', -10_000),
        flow('2008-03-01', 2_750),
        flow('2008-10-30', 4_250),
        flow('2009-02-15', 3_250),
        flow('2009-04-01', 2_750),
      ],
      3_733,
    ],
  ] as const)
    it(name, () => assert.equal(yearlyReturnBps(flows), expected));

  it('is the rate at which all flows are worth nothing', () => {
    const later = fc.record({ days: fc.integer({ min: 1, max: 10_000 }), cents: fc.integer({ min: 1, max: 10 ** 9 }) });
    fc.assert(
      fc.property(fc.integer({ min: 10 ** 4, max: 10 ** 9 }), fc.array(later, { minLength: 1, maxLength: 40 }), (paid, back) => {
        const start = Temporal.PlainDate.from('2020-01-01');
        const flows = [{ day: start, cents: -paid }, ...back.map(({ days, cents }) => ({ day: start.add({ days }), cents }))];
        const bps = yearlyReturnBps(flows);
        const worthAt = (rate: number) =>
          back.reduce((sum, { days, cents }) => sum + cents / (1 + rate / 10_000) ** (days / 365), -paid);
        if (bps === null) assert.ok(worthAt(100_000) > 0);
        else {
          assert.ok(bps === -10_000 || worthAt(bps) >= -1e-3 * paid);
          assert.ok(worthAt(bps + 1.01) <= 1e-3 * paid);
        }
      }),
    );
  });
});
