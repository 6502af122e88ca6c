// What an echeance owes and has: G-8 to G-10 of repayments.md#golden-cases as tables, and what holds for any payment.

import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import fc from 'fast-check';
import { allCentsOf, centsOf, sumOf } from '../../../core/cents.ts';
import {
  deriveEcheance,
  type EcheanceFacts,
  feesTakenForGood,
  planSequestre,
  pursesOfMensualite,
  sequestreRemaining,
} from './echeance-rules.ts';

/** Echeance 1 of G-1. */
const FIRST: EcheanceFacts = {
  ...allCentsOf({ interestCents: 79_167, managementFeesExclTaxCents: 8_333, managementFeesVatCents: 1_667 }),
  ...{ penaltyForInvestorsCents: 0, managementFeesTakenCents: 0, couponDistributedCents: 0, capitalRepaymentDueCents: 0 },
  ...{ paidMensualiteCents: 0, paidCapitalCents: 0, managementFeesPaidOutside: false },
  ...{ keptMainCents: 0, keptSurplusCents: 0 },
};

type Row = [what: string, facts: Partial<EcheanceFacts>, line: string];
const TABLE: Row[] = [
  // due | remaining | overpaid | status | investors | fees | surplus
  ['nothing paid', {}, '89167 | 89167 | 0 | unpaid | 0 | 0 | 0'],
  ['G-8: a wire of 60 000', { paidMensualiteCents: centsOf(60_000) }, '89167 | 29167 | 0 | partiallyPaid | 60000 | 0 | 0'],
  ['G-8: then 30 000', { paidMensualiteCents: centsOf(90_000) }, '89167 | 0 | 833 | paid | 79167 | 10000 | 833'],
  ['the fee exactly', { paidMensualiteCents: centsOf(89_167) }, '89167 | 0 | 0 | paid | 79167 | 10000 | 0'],
  [
    'G-10: penalty of 3 000 for investors, 50 000 paid',
    { paidMensualiteCents: centsOf(50_000), penaltyForInvestorsCents: centsOf(3_000) },
    '92167 | 42167 | 0 | partiallyPaid | 50000 | 0 | 0',
  ],
  [
    'G-10: then 4 000',
    { paidMensualiteCents: centsOf(50_000), penaltyForInvestorsCents: centsOf(4_000) },
    '93167 | 43167 | 0 | partiallyPaid | 50000 | 0 | 0',
  ],
  ['G-10: then none', { paidMensualiteCents: centsOf(50_000) }, '89167 | 39167 | 0 | partiallyPaid | 50000 | 0 | 0'],
  [
    'G-10: a penalty after 90 000, no fee taken',
    { paidMensualiteCents: centsOf(90_000), penaltyForInvestorsCents: centsOf(3_000) },
    '92167 | 2167 | 0 | partiallyPaid | 82167 | 7833 | 0',
  ],
  [
    'a penalty after the fee was taken: it stays taken',
    { paidMensualiteCents: centsOf(90_000), penaltyForInvestorsCents: centsOf(3_000), managementFeesTakenCents: centsOf(10_000) },
    '92167 | 2167 | 0 | partiallyPaid | 80000 | 10000 | 0',
  ],
  [
    'the fee paid outside: not asked for',
    { paidMensualiteCents: centsOf(60_000), managementFeesPaidOutside: true },
    '79167 | 19167 | 0 | partiallyPaid | 60000 | 0 | 0',
  ],
  [
    'the fee paid outside: what came in for it is surplus, and absorbs later penalties',
    { paidMensualiteCents: centsOf(89_167), managementFeesPaidOutside: true, penaltyForInvestorsCents: centsOf(3_000) },
    '82167 | 0 | 7000 | paid | 82167 | 0 | 7000',
  ],
  [
    'nothing due',
    { interestCents: 0, managementFeesExclTaxCents: 0, managementFeesVatCents: 0 },
    '0 | 0 | 0 | unpaid | 0 | 0 | 0',
  ],
];

describe('deriveEcheance', () => {
  for (const [what, facts, line] of TABLE) {
    it(what, () => {
      const derived = deriveEcheance({ ...FIRST, ...facts });
      const { amountDueCents, remainingToBePaidCents, overpaidCents, status } = derived;
      const { investorsReceivedCents, feesReceivedCents, surplusCents } = derived;
      const cells = [amountDueCents, remainingToBePaidCents, overpaidCents, status];
      assert.equal([...cells, investorsReceivedCents, feesReceivedCents, surplusCents].join(' | '), line);
    });
  }
  for (const [due, paid, line] of [
    [0, 0, '0 | 0 | notDue'],
    [0, 5, '0 | 5 | notDue'],
    [100, 0, '100 | 0 | unpaid'],
    [100, 40, '60 | 0 | partiallyPaid'],
    [100, 100, '0 | 0 | paid'],
    [100, 130, '0 | 30 | paid'],
  ] as const) {
    it(`capital due ${due}, paid ${paid}`, () => {
      const derived = deriveEcheance({ ...FIRST, capitalRepaymentDueCents: centsOf(due), paidCapitalCents: centsOf(paid) });
      const { capitalRepaymentRemainingCents, capitalRepaymentOverpaidCents, capitalRepaymentStatus } = derived;
      assert.equal([capitalRepaymentRemainingCents, capitalRepaymentOverpaidCents, capitalRepaymentStatus].join(' | '), line);
    });
  }
  it('splits any payment without losing a cent, and due - paid = remaining - overpaid', () => {
    const amount = fc.integer({ min: 0, max: 1_000_000 });
    fc.assert(
      fc.property(fc.tuple(amount, amount, amount, amount, amount, amount), fc.boolean(), (cents, isOutside) => {
        const [interest, fee, vat, penalty, paid, taken] = cents;
        const managementFeesTakenCents = isOutside ? 0 : Math.min(taken, fee + vat, paid);
        const derived = deriveEcheance({
          ...allCentsOf({
            ...{ interestCents: interest, managementFeesExclTaxCents: fee, managementFeesVatCents: vat },
            ...{ penaltyForInvestorsCents: penalty, managementFeesTakenCents, couponDistributedCents: 0 },
            ...{ capitalRepaymentDueCents: 0, paidMensualiteCents: paid, paidCapitalCents: 0 },
            ...{ keptMainCents: 0, keptSurplusCents: 0 },
          }),
          managementFeesPaidOutside: isOutside,
        });
        const { investorsReceivedCents, feesReceivedCents, surplusCents } = derived;
        assert.equal(investorsReceivedCents + feesReceivedCents + surplusCents, paid);
        assert.ok(Math.min(investorsReceivedCents, surplusCents) >= 0 && feesReceivedCents >= managementFeesTakenCents);
        assert.equal(derived.amountDueCents - paid, derived.remainingToBePaidCents - derived.overpaidCents);
      }),
    );
  });
});

describe('pursesOfMensualite', () => {
  const states = ['notExecuted', 'pending', 'executed'] as const;
  for (const [what, status, facts, line] of [
    // COUPON | FEES | MAIN | SURPLUS | HELD
    ['open', 'notExecuted', {}, '79167 | 9000 | 0 | 0 | 0'],
    ['on its way, 4 000 of it taken', 'pending', { managementFeesTakenCents: centsOf(4_000) }, '79167 | 0 | -1000 | 0 | 10000'],
    ['transferred, all of it advanced', 'executed', {}, '79167 | 0 | -1000 | 0 | 0'],
    ['paid outside', 'executed', { managementFeesPaidOutside: true }, '79167 | 0 | 0 | 9000 | 0'],
  ] as const)
    it(`88 167 paid, the fee ${what}`, () => {
      const purses = pursesOfMensualite({
        ...FIRST,
        paidMensualiteCents: centsOf(88_167),
        managementFeesStatus: status,
        ...facts,
      });
      assert.equal([purses.COUPON, purses.FEES, purses.MAIN, purses.SURPLUS, purses.HELD].join(' | '), line);
    });
  it('a hole that a charge-back left is filled before the investors get any, and no penalty opens it again', () => {
    const claimOf = (facts: Partial<EcheanceFacts>) => {
      const { investorsReceivedCents, claimCents } = deriveEcheance({ ...FIRST, keptMainCents: centsOf(10_000), ...facts });
      return [investorsReceivedCents, claimCents];
    };
    assert.deepEqual(claimOf({}), [0, 10_000]);
    assert.deepEqual(claimOf({ paidMensualiteCents: centsOf(12_000) }), [2_000, 0]);
    assert.deepEqual(claimOf({ paidMensualiteCents: centsOf(89_167), penaltyForInvestorsCents: centsOf(50_000) }), [79_167, 0]);
  });

  it('a penalty takes nothing of a fee that has left: neither out of FEES nor what repaid its advance', () => {
    const amount = fc.integer({ min: 0, max: 200_000 }).map(centsOf);
    const taken = fc.integer({ min: 0, max: 10_000 }).map(centsOf);
    fc.assert(
      fc.property(amount, amount, fc.constantFrom('pending', 'executed'), taken, (paid, penalty, status, takenCents) => {
        const facts = { managementFeesStatus: status, managementFeesTakenCents: takenCents } as const;
        const before = { ...FIRST, ...facts, paidMensualiteCents: paid };
        const managementFeesTakenCents = feesTakenForGood(before);
        const after = { ...before, penaltyForInvestorsCents: penalty, managementFeesTakenCents };
        const [was, is] = [pursesOfMensualite(before), pursesOfMensualite(after)];
        assert.ok(is.MAIN === was.MAIN && is.FEES === 0 && is.COUPON >= was.COUPON);
        assert.equal(is.COUPON - was.COUPON, was.SURPLUS - is.SURPLUS);
      }),
    );
  });
  it('holds what was paid, less the fee once it has left', () => {
    const amount = fc.integer({ min: 0, max: 200_000 }).map(centsOf);
    fc.assert(
      fc.property(amount, amount, fc.constantFrom(...states), fc.boolean(), (paid, penalty, managementFeesStatus, outside) => {
        const managementFeesPaidOutside = outside && managementFeesStatus === 'executed';
        const facts = { ...FIRST, paidMensualiteCents: paid, penaltyForInvestorsCents: penalty };
        const purses = pursesOfMensualite({ ...facts, managementFeesStatus, managementFeesPaidOutside });
        const leftCents = managementFeesStatus === 'executed' && !managementFeesPaidOutside ? 10_000 : 0;
        assert.equal(sumOf(Object.values(purses)), paid - leftCents);
      }),
    );
  });
});

describe('escrow', () => {
  it('G-9: 79 167 of 237 500 leaves 158 333', () =>
    assert.equal(sequestreRemaining({ interestSequestreCents: centsOf(237_500), transferredCents: centsOf(79_167) }), 158_333));
  it('is planned over what is not covered yet, in order', () => {
    const echeances = [50, 0, 20, 0].map((coveredCents) => allCentsOf({ interestCents: 50, coveredCents }));
    assert.deepEqual(planSequestre(centsOf(100), echeances), [0, 50, 30, 20]);
    assert.deepEqual(planSequestre(centsOf(-5), echeances), [0, 0, 0, 0]);
  });
});
