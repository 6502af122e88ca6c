// Prorogations one after the other, with capital paid at the old maturity (schedule.md#prorogation).

import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import fc from 'fast-check';
import { allCentsOf, centsOf, sumOf } from '../../../core/cents.ts';
import { computeSchedule } from './compute-schedule.ts';
import { prorogate, prorogationFault } from './prorogation-rules.ts';
import { currentDuration, maturityOf, type ScheduleTerms } from './terms-rules.ts';
import { configFault } from './validate-config.ts';

const TERMS: ScheduleTerms = {
  ...{
    totalFundedAmountCents: centsOf(12_000_000),
    startDay: 20260131,
    initialCapitalCents: centsOf(10_000_000),
    durationInMonths: 12,
  },
  ...{ interestRate: 95_000, managementFeesRate: 10_000, vatBps: 2000, interestSequestreCents: 0, prorogations: [] },
  events: [
    { type: 'capitalLoaned', day: 20260310, amountCents: centsOf(2_000_000), interestSequestreCents: 0, duePeriod: null },
    {
      type: 'capitalRepaymentUnplanned',
      day: 20261205,
      amountCents: centsOf(1_000_000),
      interestSequestreCents: 0,
      duePeriod: null,
    },
  ],
};
const G7 = { ...TERMS, prorogations: [{ durationInMonths: 15, interestRate: null }] };

describe('prorogationFault (G-7)', () => {
  for (const [months, code] of [
    [0, 'prorogation-duration-should-be-greater-than-nominal-duration'],
    [12, 'prorogation-duration-should-be-greater-than-nominal-duration'],
    [13, 'prorogation-duration-should-be-greater-than-current-duration'],
    [15, 'prorogation-duration-should-be-greater-than-current-duration'],
    [16, undefined],
  ] as const) {
    it(`${months} after 12 and 15: ${code ?? 'none'}`, () => assert.equal(prorogationFault(G7, months), code));
  }
});

describe('prorogate', () => {
  const last = { period: '2026-12', ...allCentsOf({ dueCents: 11_000_000 + 1_000_000, dueOfEventsCents: 1_000_000 }) };
  it('takes payments for what events asked first, then as repayments of their days', () => {
    const payments = [
      { day: 20261220, amountCents: centsOf(700_000) },
      { day: 20261231, amountCents: centsOf(500_000) },
      { day: 20270301, amountCents: centsOf(300_000) },
    ];
    const { repayments } = prorogate(TERMS, { durationInMonths: 15, interestRate: null }, { ...last, payments });
    assert.deepEqual(
      repayments.map(({ day, amountCents, duePeriod }) => [day, amountCents, duePeriod]),
      [
        [20261231, 200_000, '2026-12'],
        [20270301, 300_000, '2026-12'],
      ],
    );
  });
  it('never before the last event, never on the new maturity or after, never more than is outstanding', () => {
    const payments = [
      { day: 20260105, amountCents: centsOf(1_500_000) },
      { day: 20280101, amountCents: centsOf(50_000_000) },
    ];
    const { repayments } = prorogate(TERMS, { durationInMonths: 13, interestRate: null }, { ...last, payments });
    assert.deepEqual(
      repayments.map(({ day, amountCents }) => [day, amountCents]),
      [
        [20261205, 500_000],
        [20270227, 10_500_000],
      ],
    );
  });
  it('in any chain keeps a sound configuration whose capital adds up, and leaves what was paid where it was paid', () => {
    const step = fc.record({
      more: fc.integer({ min: 1, max: 7 }),
      rate: fc.option(fc.integer({ min: 0, max: 200_000 })),
      shares: fc.array(fc.integer({ min: 1, max: 600 }), { maxLength: 3 }),
      lag: fc.integer({ min: -80, max: 80 }),
    });
    fc.assert(
      fc.property(fc.array(step, { minLength: 1, maxLength: 4 }), (steps) => {
        let terms = TERMS;
        for (const { more, rate, shares, lag } of steps) {
          const before = computeSchedule(terms).at(-1);
          assert.ok(before);
          const maturity = Temporal.PlainDate.from(String(maturityOf(terms)));
          const paidOn = Number(maturity.add({ days: lag }).toString().replaceAll('-', ''));
          const payments = shares.map((share) => ({
            ...{ day: paidOn, amountCents: centsOf(Math.floor((before.capitalRepaymentDueCents * share) / 1_000)) },
          }));
          const inLast = terms.events.filter(
            ({ type, day, duePeriod }) =>
              type === 'capitalRepaymentUnplanned' && duePeriod === null && day >= before.startDay && day < before.endDay,
          );
          const dueOfEventsCents = sumOf(inLast.map(({ amountCents }) => amountCents));
          const durationInMonths = currentDuration(terms) + more;
          const old = { period: before.period, dueCents: before.capitalRepaymentDueCents, dueOfEventsCents, payments };
          const next = prorogate(terms, { durationInMonths, interestRate: rate }, old);
          terms = next.terms;
          assert.equal(configFault(terms), undefined);
          const after = computeSchedule(terms);
          assert.equal(
            after.reduce((sum, echeance) => sum + echeance.capitalRepaymentDueCents, 0),
            12_000_000,
          );
          const paid = payments.reduce((sum, { amountCents }) => sum + amountCents, 0);
          const stays = Math.min(Math.max(paid, dueOfEventsCents), old.dueCents);
          assert.equal(after[before.number - 1]?.capitalRepaymentDueCents, stays);
          assert.ok(after.every(({ capitalLoanedCents, interestCents }) => capitalLoanedCents >= 0 && interestCents >= 0));
        }
      }),
      { numRuns: 200 },
    );
  });
});
