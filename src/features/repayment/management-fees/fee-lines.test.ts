// After a refusal every purse holds what the echeance says of it, whatever was paid or notified meanwhile.

import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import fc from 'fast-check';
import { allCentsOf, centsOf } from '../../../core/cents.ts';
import type { PropertyId } from '../../../core/db/tables.ts';
import { newId } from '../../../core/ids.ts';
import { feesTakenForGood, type MensualiteFacts, pursesOfMensualite } from '../schedule-computation/index.ts';
import { linesAfterRefusal, payFee } from './rules.ts';

/** Echeance 1 of G-1: interest 79 167, fee 10 000. */
const OPEN: MensualiteFacts = {
  ...allCentsOf({ interestCents: 79_167, managementFeesExclTaxCents: 8_333, managementFeesVatCents: 1_667 }),
  penaltyForInvestorsCents: 0,
  ...{ managementFeesStatus: 'notExecuted', managementFeesTakenCents: 0, managementFeesPaidOutside: false },
  ...{ couponDistributedCents: 0, capitalRepaymentDueCents: 0, paidMensualiteCents: 0, paidCapitalCents: 0 },
  ...{ keptMainCents: 0, keptSurplusCents: 0 },
};

const FEE = centsOf(10_000);
type Purses = ReturnType<typeof pursesOfMensualite>;

const add = (purses: Purses, more: Partial<Record<keyof Purses, number>>): Purses =>
  allCentsOf({
    COUPON: purses.COUPON + (more.COUPON ?? 0),
    FEES: purses.FEES + (more.FEES ?? 0),
    MAIN: purses.MAIN + (more.MAIN ?? 0),
    SURPLUS: purses.SURPLUS + (more.SURPLUS ?? 0),
    HELD: purses.HELD + (more.HELD ?? 0),
  });

describe('linesAfterRefusal', () => {
  it('leads from what the pending fee made of the purses to what the open one asks for', () => {
    const cents = fc.integer({ min: 0, max: 200_000 }).map(centsOf);
    const kept = fc.integer({ min: 0, max: FEE / 2 }).map(centsOf);
    const change = fc.integer({ min: -200_000, max: 200_000 });
    fc.assert(
      fc.property(cents, change, cents, kept, kept, (paidBefore, paidMeanwhile, penalty, keptBefore, keptMeanwhile) => {
        const ordered = { ...OPEN, propertyId: newId<PropertyId>(), paidMensualiteCents: paidBefore, keptMainCents: keptBefore };
        const { takenCents, advancedCents } = payFee(FEE, pursesOfMensualite(ordered).FEES);
        const pending = { managementFeesStatus: 'pending', managementFeesTakenCents: centsOf(takenCents - keptBefore) } as const;
        const hold = { FEES: -takenCents, MAIN: -advancedCents, HELD: FEE };
        assert.deepEqual(pursesOfMensualite({ ...ordered, ...pending }), add(pursesOfMensualite(ordered), hold));

        // Less than before: a debit was charged back.
        const paidMensualiteCents = centsOf(Math.max(paidBefore + paidMeanwhile, 0));
        const keptMainCents = centsOf(keptBefore + keptMeanwhile);
        const changed = { ...ordered, paidMensualiteCents, penaltyForInvestorsCents: penalty, keptMainCents };
        const paid = { ...ordered, ...pending, paidMensualiteCents: centsOf(Math.max(paidBefore, paidMensualiteCents)) };
        const told = { ...pending, managementFeesTakenCents: feesTakenForGood(paid) };
        const givenBack = add(pursesOfMensualite({ ...changed, ...told }), {
          ...{ FEES: takenCents, MAIN: advancedCents, HELD: -FEE },
        });
        const lines = linesAfterRefusal({ ...changed, ...told }, takenCents);
        const moved = Object.fromEntries(lines.map(({ account, amountCents }) => [account.split(':')[2], amountCents]));
        assert.equal(
          lines.reduce((sum, { amountCents }) => sum + amountCents, 0),
          0,
        );
        assert.deepEqual(add(givenBack, moved), pursesOfMensualite(changed));
      }),
      { numRuns: 500 },
    );
  });
});
