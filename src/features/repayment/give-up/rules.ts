// What is written off of a schedule, what its escrow pays before, and what the holders lose. Pure.

import { allCentsOf, type Cents, centsOf, roundHalfUp, sumOf } from '../../../core/cents.ts';
import type { EcheanceId } from '../../../core/db/tables.ts';
import { PROJECT_IS_FINISHED, PROJECT_IS_SETTLED, projectRow } from '../../projects/project-life/index.ts';
import type { EcheanceRow, Schedule } from '../payment-schedule/index.ts';
import { type CancelledLoan, capitalForHolders, dayOf, deriveEcheance, lentCapital } from '../schedule-computation/index.ts';
import { PROJECT_IS_NOT_GIVEN_UP, PROJECT_NOT_OVERDUE } from './errors.ts';

/** Of one echeance, cents: what it lacks, what came in for the holders of its capital, and what an open fee is lowered by. */
export type WrittenOff = {
  echeanceId: EcheanceId;
  capitalCents: Cents;
  interestCents: Cents;
  feesCents: Cents;
  capitalReceivedCents: Cents;
  feeExclTaxCents: Cents;
  feeVatCents: Cents;
};

/**
 * Loans that were planned for after `today` and are not made any more: the latest first, as far as their money is still in MAIN, beside
 * capital that was never to be lent. What the owner had before its day is lent.
 */
export function loansNotMade(
  schedule: Pick<Schedule, 'events' | 'initialCapitalLoanedCents' | 'totalFundedAmountCents'>,
  { mainCents, today }: { mainCents: Cents; today: Temporal.PlainDate },
): CancelledLoan[] {
  let left = mainCents - (schedule.totalFundedAmountCents - lentCapital(schedule));
  return schedule.events.toReversed().flatMap(({ id, type, day, amountCents }) => {
    if (id === null || type !== 'capitalLoaned' || day <= dayOf(today)) return [];
    const cents = centsOf(Math.max(Math.min(amountCents, left), 0));
    left -= cents;
    return cents === 0 ? [] : [{ capitalEventId: id, cents }];
  });
}

/** The echeances that lack something. The fee comes last in a mensualite, so what is lacking is fee first. */
export function writtenOffOf(schedule: Schedule): WrittenOff[] {
  const forHolders = capitalForHolders(schedule);
  return schedule.echeances.flatMap((echeance) => {
    const derived = deriveEcheance(echeance);
    const { remainingToBePaidCents, capitalRepaymentRemainingCents: capitalCents } = derived;
    if (remainingToBePaidCents === 0 && capitalCents === 0) return [];
    const feesCents = centsOf(Math.min(remainingToBePaidCents, feeOwed(echeance, derived.managementFeesInclTaxCents)));
    return [
      {
        echeanceId: echeance.id,
        capitalCents,
        interestCents: centsOf(remainingToBePaidCents - feesCents),
        feesCents,
        capitalReceivedCents: forHolders.get(echeance.id) ?? 0,
        ...lowering(echeance, feesCents),
      },
    ];
  });
}

function feeOwed({ managementFeesPaidOutside }: EcheanceRow, feeCents: Cents): Cents {
  return managementFeesPaidOutside ? 0 : feeCents;
}

/** An open fee is lowered to what came in for it, tax in proportion; one that was taken was advanced by the project, and stays. */
function lowering(
  { managementFeesStatus, managementFeesExclTaxCents: exclTaxCents, managementFeesVatCents: vatCents }: EcheanceRow,
  feesCents: Cents,
): { feeExclTaxCents: Cents; feeVatCents: Cents } {
  if (managementFeesStatus !== 'notExecuted' || feesCents === 0) return { feeExclTaxCents: 0, feeVatCents: 0 };
  const feeCents = exclTaxCents + vatCents;
  const keptExclTaxCents = Number(roundHalfUp(BigInt(feeCents - feesCents) * BigInt(exclTaxCents), BigInt(feeCents)));
  const feeExclTaxCents = exclTaxCents - keptExclTaxCents;
  return allCentsOf({ feeExclTaxCents, feeVatCents: feesCents - feeExclTaxCents });
}

/** Capital that the holders lose: what was lent and not received for them, of what they had paid in; cents. */
export function lossOf(schedule: Schedule, collectedCents: Cents): Cents {
  const received = sumOf([...capitalForHolders(schedule).values()]);
  const lentCents = sumOf(schedule.echeances.map(({ capitalRepaymentDueCents }) => capitalRepaymentDueCents));
  const paidInCents = Math.min(schedule.totalFundedAmountCents, collectedCents);
  return centsOf(Math.max(Math.min(lentCents, paidInCents) - received, 0));
}

/**
 * The escrow is there for interest: what is due by `today` and lacking is paid out of `escrowCents` first, the oldest echeance first.
 * An echeance with an open claim is left out, as its next money is the bank's.
 */
export function escrowPayments(
  schedule: Schedule,
  { escrowCents, today }: { escrowCents: Cents; today: Temporal.PlainDate },
): { echeanceId: EcheanceId; amountCents: Cents }[] {
  let left: number = escrowCents;
  return schedule.echeances.flatMap((echeance) => {
    const { claimCents, investorsReceivedCents } = deriveEcheance(echeance);
    const isDue = Temporal.PlainDate.compare(echeance.dueDate, today) <= 0;
    const lackingCents = Math.max(echeance.interestCents - investorsReceivedCents - echeance.sequestreWaitingCents, 0);
    const amountCents = centsOf(isDue && claimCents === 0 ? Math.min(lackingCents, Math.max(left, 0)) : 0);
    left -= amountCents;
    return amountCents === 0 ? [] : [{ echeanceId: echeance.id, amountCents }];
  });
}

export const GIVE_UP_VERBS = {
  'give-up': projectRow(['delay', 'default'], PROJECT_NOT_OVERDUE, {
    finished: PROJECT_IS_FINISHED,
    settled: PROJECT_IS_SETTLED,
  }),
  'take-back-give-up': projectRow(['finished'], PROJECT_IS_NOT_GIVEN_UP, { settled: PROJECT_IS_SETTLED }),
};
