// Any plan beside any closing: what becomes of it is a sound schedule that lends no more than was collected (schedule.md#at-the-closing).

import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import fc from 'fast-check';
import { type Cents, centsOf } from '../../../core/cents.ts';
import { computeSchedule, differsFromPlan, planWithin } from './compute-schedule.ts';
import { addMonths, type CapitalEvent, configFault, dayOf, inOrder, type ScheduleTerms } from './terms-rules.ts';

const startDay = dayOf(new Temporal.PlainDate(2026, 1, 15));
const cents = (most: number) => fc.integer({ min: 1, max: most }).map(centsOf);

/** Plans that a creation takes. */
const plan: fc.Arbitrary<ScheduleTerms> = fc
  .record({
    initialCapitalCents: cents(100_000),
    events: fc.array(fc.record({ isLoan: fc.boolean(), month: fc.integer({ min: 0, max: 11 }), amountCents: cents(60_000) }), {
      maxLength: 6,
    }),
    sparedCents: fc.integer({ min: 0, max: 10_000 }),
    escrowShare: fc.integer({ min: 0, max: 100 }),
  })
  .map(({ initialCapitalCents, events, sparedCents, escrowShare }) => {
    let outstanding: number = initialCapitalCents;
    let lentCents: number = initialCapitalCents;
    const fitting: CapitalEvent[] = [];
    for (const event of inOrder(events.map(({ isLoan, month, amountCents }) => eventOf(isLoan, month, amountCents)))) {
      const isLoan = event.type === 'capitalLoaned';
      const amountCents = centsOf(isLoan ? event.amountCents : Math.min(event.amountCents, outstanding));
      if (amountCents === 0) continue;
      outstanding += isLoan ? amountCents : -amountCents;
      lentCents += isLoan ? amountCents : 0;
      fitting.push({ ...event, amountCents });
    }
    const totalFundedAmountCents = centsOf(lentCents + sparedCents);
    return {
      ...{ startDay, durationInMonths: 12, interestRate: 95_000, managementFeesRate: 10_000, vatBps: 2_000, prorogations: [] },
      ...{ totalFundedAmountCents, initialCapitalCents, events: fitting },
      interestSequestreCents: centsOf(Math.floor((totalFundedAmountCents * escrowShare) / 100)),
    };
  });

function eventOf(isLoan: boolean, month: number, amountCents: Cents): CapitalEvent {
  const type = isLoan ? 'capitalLoaned' : 'capitalRepaymentUnplanned';
  return { type, day: addMonths(startDay, month), amountCents, interestSequestreCents: 0, duePeriod: null };
}

const closingOf = (terms: ScheduleTerms, share: number) => {
  const collectedCents = centsOf(Math.max(Math.floor((terms.totalFundedAmountCents * share) / 1_000), 1));
  return { collectedCents, escrowSetAsideCents: centsOf(Math.min(terms.interestSequestreCents, collectedCents)) };
};

describe('a plan at its closing', () => {
  it('is a sound schedule that lends what was collected at most, and asks all of that back', () => {
    fc.assert(
      fc.property(plan, fc.integer({ min: 1, max: 1_500 }), (terms, share) => {
        assert.equal(configFault(terms), undefined);
        const closing = closingOf(terms, share);
        const fitted = { ...terms, ...planWithin(terms, closing) };
        assert.equal(configFault(fitted), undefined);
        const due = computeSchedule(fitted).reduce((sum, { capitalRepaymentDueCents }) => sum + capitalRepaymentDueCents, 0);
        assert.ok(due <= closing.collectedCents, `${due} of ${closing.collectedCents}`);
        // Only what is missing is taken off.
        const lent = computeSchedule(terms).reduce((sum, { capitalRepaymentDueCents }) => sum + capitalRepaymentDueCents, 0);
        assert.equal(due, Math.min(lent, closing.collectedCents));
      }),
      { numRuns: 3_000, seed: 20_261_125 },
    );
  });
  it('is untouched where everything came', () => {
    fc.assert(
      fc.property(plan, (terms) => {
        const closing = closingOf(terms, 1_000);
        assert.equal(differsFromPlan(terms, closing), false);
        const { totalFundedAmountCents, initialCapitalCents, interestSequestreCents, events } = terms;
        assert.deepEqual(planWithin(terms, closing), {
          totalFundedAmountCents,
          initialCapitalCents,
          interestSequestreCents,
          events,
        });
      }),
      { numRuns: 500, seed: 7 },
    );
  });
});
