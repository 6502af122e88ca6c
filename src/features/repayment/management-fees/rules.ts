// Which fees are past, which money a fee is paid with, and the postings after a refusal (fees.md#past-fees, fees.md#transferring-a-fee).
// Pure.

import { allCentsOf, type Cents, centsOf, sumOf } from '../../../core/cents.ts';
import { periodOf } from '../../../core/dates.ts';
import type { PropertyId } from '../../../core/db/tables.ts';
import { EXTERNAL, type LedgerLine, purseOf } from '../../../money/ledger/index.ts';
import { PROJECT_IS_SETTLED, projectRow } from '../../projects/project-life/index.ts';
import { deriveEcheance, type EcheanceFacts, type MensualiteFacts, pursesOfMensualite } from '../schedule-computation/index.ts';

/** Last month whose fees count as past: M-2 until the payout day of the month, M-1 after it (G-11). */
export function lastPastPeriod(today: Temporal.PlainDate, couponPayoutDay: number): string {
  return periodOf(today.subtract({ months: today.day <= couponPayoutDay ? 2 : 1 }));
}

/** How a fee is paid, cents: `taken` from what was paid for fees on this echeance, the rest `advanced` by the project's MAIN. */
export function payFee(feeCents: Cents, feesReceivedCents: Cents): { takenCents: Cents; advancedCents: Cents } {
  const takenCents = Math.min(feeCents, Math.max(feesReceivedCents, 0));
  return allCentsOf({ takenCents, advancedCents: feeCents - takenCents });
}

/**
 * What of MAIN is the owner's, cents: without capital that was never lent, which is the holders', and without what the holders are still
 * owed, which goes before any fee (fees.md#transferring-a-fee).
 */
export function ownersPart(project: { mainCents: Cents; unlentCents: Cents; owedCents: Cents }): Cents {
  return centsOf(Math.max(project.mainCents - project.unlentCents - project.owedCents, 0));
}

/**
 * Interest, investors' penalties and capital that are due to the holders by today and did not come in, cents: of every month that is
 * over, that of the fee included. What was given up counts too, as the holders still lack it.
 */
export function owedToHolders(
  echeances: readonly (EcheanceFacts & { dueDate: Temporal.PlainDate })[],
  today: Temporal.PlainDate,
): Cents {
  return sumOf(
    echeances
      .filter(({ dueDate }) => Temporal.PlainDate.compare(dueDate, today) <= 0)
      .map((echeance) => {
        const { investorsReceivedCents, capitalRepaymentRemainingCents, capitalWrittenOffCents } = deriveEcheance(echeance);
        const interestCents = echeance.interestCents + echeance.penaltyForInvestorsCents - investorsReceivedCents;
        return centsOf(Math.max(interestCents, 0) + capitalRepaymentRemainingCents + capitalWrittenOffCents);
      }),
  );
}

/**
 * Postings after a refusal, once the hold was released to FEES (`heldFeesCents` of it) and MAIN. Money that came in while the fee was
 * pending repaid the advance in MAIN, or gave less to the investors; it is moved to the purses that it belongs to while the fee is open.
 * If the fee's debit was charged back meanwhile, the released money leaves to EXT and closes that part of the claim.
 */
export function linesAfterRefusal(pending: MensualiteFacts & { propertyId: PropertyId }, heldFeesCents: Cents): LedgerLine[] {
  const { propertyId } = pending;
  const open: MensualiteFacts = { ...pending, managementFeesStatus: 'notExecuted', managementFeesTakenCents: 0 };
  const [was, is] = [pursesOfMensualite(pending), pursesOfMensualite(open)];
  const filledCents = centsOf(deriveEcheance(pending).claimCents - deriveEcheance(open).claimCents);
  const advancedCents = was.HELD - heldFeesCents;
  const change = allCentsOf({
    COUPON: is.COUPON - was.COUPON,
    FEES: is.FEES - heldFeesCents,
    MAIN: is.MAIN - was.MAIN - advancedCents,
    SURPLUS: is.SURPLUS - was.SURPLUS,
  });
  const purses = ['COUPON', 'FEES', 'MAIN', 'SURPLUS'] as const;
  const lines = purses.map((purse) => ({ account: purseOf(propertyId, purse), amountCents: change[purse] }));
  return [...lines, { account: EXTERNAL, amountCents: filledCents }].filter(({ amountCents }) => amountCents !== 0);
}

/** A settled project has no money left, and what its owner was asked for is closed. */
const untilSettled = projectRow(
  ['draft', 'published', 'closed', 'repayment', 'delay', 'default', 'finished'],
  PROJECT_IS_SETTLED,
);

export const FEE_VERBS = { 'transfer-one': untilSettled, 'mark-as-executed': untilSettled };
