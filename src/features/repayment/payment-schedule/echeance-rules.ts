// What an echeance owes and has, derived from its stored amounts and the sums of its payments; never stored
// (repayments.md#what-is-due-and-paid, repayments.md#escrow).

import type { CapitalEvent } from './terms-rules.ts';

/** What the derivation looks at; cents. `paid...` are sums of assigned payments. */
export type EcheanceFacts = {
  interestCents: number;
  managementFeesExclTaxCents: number;
  managementFeesVatCents: number;
  penaltyForInvestorsCents: number;
  /** Of an executed fee, what came out of money assigned to this echeance: taken from it, or repaid before a penalty was told. */
  managementFeesTakenCents: number;
  /** The platform got the fee elsewhere: nobody owes it any more, and what comes in for it is surplus. */
  managementFeesPaidOutside: boolean;
  /** Coupons paid or on their way to the holders: never clawed back. */
  couponDistributedCents: number;
  /** What MAIN and SURPLUS had got of debits that were charged back since, and spent: no more clawed back. */
  keptMainCents: number;
  keptSurplusCents: number;
  capitalRepaymentDueCents: number;
  paidMensualiteCents: number;
  paidCapitalCents: number;
};

export type PaymentStatus = 'paid' | 'partiallyPaid' | 'unpaid';
export type CapitalRepaymentStatus = PaymentStatus | 'notDue';

/** The derived amounts, cents. What was paid, with the claim, is `investorsReceived + feesReceived + surplus`. */
export type DerivedEcheance = {
  managementFeesInclTaxCents: number;
  amountDueCents: number;
  remainingToBePaidCents: number;
  overpaidCents: number;
  status: PaymentStatus;
  investorsReceivedCents: number;
  feesReceivedCents: number;
  surplusCents: number;
  /** Left the project's purses before the debit that brought it was charged back: what is paid next fills this hole. */
  claimCents: number;
  capitalRepaymentRemainingCents: number;
  capitalRepaymentOverpaidCents: number;
  capitalRepaymentStatus: CapitalRepaymentStatus;
};

/**
 * Inside a mensualite: interest, then investor penalties, then fees, then surplus. Fees that are gone are never clawed back, and
 * where
 * their debit was, what is paid next fills that hole first: the SPV's wallet lacks it, and others' money lies there.
 */
export function deriveEcheance(facts: EcheanceFacts): DerivedEcheance {
  const { paidMensualiteCents: paid, paidCapitalCents, capitalRepaymentDueCents: capitalDue } = facts;
  const managementFeesInclTaxCents = facts.managementFeesExclTaxCents + facts.managementFeesVatCents;
  const feesOwedCents = facts.managementFeesPaidOutside ? 0 : managementFeesInclTaxCents;
  const owedToInvestors = facts.interestCents + facts.penaltyForInvestorsCents;
  const amountDueCents = owedToInvestors + feesOwedCents;
  const feesGoneCents = facts.managementFeesTakenCents + facts.keptMainCents;
  const investorsReceivedCents = Math.max(Math.min(paid - feesGoneCents, owedToInvestors), facts.couponDistributedCents, 0);
  const feesReceivedCents = Math.max(Math.min(paid - investorsReceivedCents, feesOwedCents), feesGoneCents);
  const surplusCents = Math.max(paid - investorsReceivedCents - feesReceivedCents, facts.keptSurplusCents);
  return {
    managementFeesInclTaxCents,
    amountDueCents,
    remainingToBePaidCents: Math.max(amountDueCents - paid, 0),
    overpaidCents: Math.max(paid - amountDueCents, 0),
    status: paymentStatus(paid, amountDueCents),
    investorsReceivedCents,
    feesReceivedCents,
    surplusCents,
    claimCents: investorsReceivedCents + feesReceivedCents + surplusCents - paid,
    capitalRepaymentRemainingCents: Math.max(capitalDue - paidCapitalCents, 0),
    capitalRepaymentOverpaidCents: Math.max(paidCapitalCents - capitalDue, 0),
    capitalRepaymentStatus: capitalDue === 0 ? 'notDue' : paymentStatus(paidCapitalCents, capitalDue),
  };
}

function paymentStatus(paidCents: number, dueCents: number): PaymentStatus {
  if (paidCents <= 0) return 'unpaid';
  return paidCents >= dueCents ? 'paid' : 'partiallyPaid';
}

/** An echeance with the state of its fee. */
export type MensualiteFacts = EcheanceFacts & { managementFeesStatus: 'notExecuted' | 'pending' | 'executed' };

/**
 * What of the fee no later penalty takes back, cents. Once its transfer has left, all that came in for it is the platform's: out of
 * FEES, or advanced by MAIN and repaid since, which the project may have spent.
 */
export function feesTakenForGood(facts: MensualiteFacts): number {
  const { managementFeesStatus, managementFeesPaidOutside, managementFeesTakenCents, keptMainCents } = facts;
  if (managementFeesStatus === 'notExecuted' || managementFeesPaidOutside) return managementFeesTakenCents;
  return deriveEcheance(facts).feesReceivedCents - keptMainCents;
}

/** Where the money of an echeance's mensualite lies; cents, before any coupon has left COUPON. */
type MensualitePurses = { COUPON: number; FEES: number; MAIN: number; SURPLUS: number; HELD: number };

/**
 * Purses of the project, as this echeance alone filled them. A fee that was transferred, or is on its way (HELD), was paid out of
 * FEES and, for what FEES lacked, out of MAIN: what comes in for it later repays MAIN, which stays negative here until then.
 */
export function pursesOfMensualite(facts: MensualiteFacts): MensualitePurses {
  const { investorsReceivedCents, feesReceivedCents, surplusCents, managementFeesInclTaxCents } = deriveEcheance(facts);
  const { managementFeesStatus, managementFeesPaidOutside } = facts;
  const isOpen = managementFeesStatus === 'notExecuted' || managementFeesPaidOutside;
  return {
    COUPON: investorsReceivedCents,
    FEES: isOpen ? feesReceivedCents : 0,
    MAIN: isOpen ? 0 : feesReceivedCents - managementFeesInclTaxCents,
    SURPLUS: surplusCents,
    HELD: managementFeesStatus === 'pending' ? managementFeesInclTaxCents : 0,
  };
}

/** What of the capital the rule below looks at; cents. */
export type CapitalFacts = {
  id: string;
  capitalRepaymentDueCents: number;
  paidCapitalCents: number;
  capitalDistributedCents: number;
};

/** The same claim for capital: it went to the holders, or was surplus and spent, before its debit was charged back; cents. */
export function capitalClaim(row: CapitalFacts & { keptCapitalSurplusCents: number }): number {
  return Math.max(row.capitalDistributedCents + row.keptCapitalSurplusCents - row.paidCapitalCents, 0);
}

/** A schedule as far as its capital is concerned; echeances in their order. */
export type CapitalOfSchedule = {
  initialCapitalLoanedCents: number;
  events: readonly CapitalEvent[];
  echeances: readonly CapitalFacts[];
};

/**
 * What of the capital paid on each echeance (by id) is the holders'; the rest is surplus (A-payment-schedule-12). Of an echeance
 * at most what is due there,
 * of all together at most what was lent: what went to the holders before is never clawed back and counts first, then the
 * echeances in their order.
 */
export function capitalForHolders(schedule: CapitalOfSchedule): ReadonlyMap<string, number> {
  const { echeances } = schedule;
  let left = lentCapital(schedule) - echeances.reduce((sum, { capitalDistributedCents }) => sum + capitalDistributedCents, 0);
  return new Map(
    echeances.map(({ id, capitalRepaymentDueCents, paidCapitalCents, capitalDistributedCents: distributedCents }) => {
      const moreCents = Math.min(paidCapitalCents, capitalRepaymentDueCents) - distributedCents;
      const allowedCents = Math.max(Math.min(moreCents, left), 0);
      left -= allowedCents;
      return [id, distributedCents + allowedCents];
    }),
  );
}

/**
 * Of the capital outstanding when all events have happened, what is not paid back yet: the last echeance asks for it, beside what
 * events ask for there. An unplanned repayment of more would ask a second time for what is the holders' already.
 */
export function openCapital(schedule: CapitalOfSchedule): number {
  const { events, echeances } = schedule;
  const outstandingCents = events.reduce(
    (sum, { type, amountCents }) => (type === 'capitalRepaymentUnplanned' ? sum - amountCents : sum),
    lentCapital(schedule),
  );
  const forHolders = capitalForHolders(schedule);
  return echeances.reduce((open, { id, capitalRepaymentDueCents }, index) => {
    const ofEventsCents = capitalRepaymentDueCents - (index === echeances.length - 1 ? outstandingCents : 0);
    return open - Math.max((forHolders.get(id) ?? 0) - ofEventsCents, 0);
  }, outstandingCents);
}

/** Everything that was or will be lent to the owner, cents. */
function lentCapital({
  initialCapitalLoanedCents,
  events,
}: Pick<CapitalOfSchedule, 'initialCapitalLoanedCents' | 'events'>): number {
  return events.reduce(
    (sum, { type, amountCents }) => (type === 'capitalLoaned' ? sum + amountCents : sum),
    initialCapitalLoanedCents,
  );
}

/** Escrow left: what was set aside, less what it paid and was not given back (transfers, parts of capital events); cents (G-9). */
export function sequestreRemaining(escrow: { interestSequestreCents: number; transferredCents: number }): number {
  return escrow.interestSequestreCents - escrow.transferredCents;
}

/**
 * Which part of each echeance's interest the escrow left could still pay, in their order; information only
 * (A-payment-schedule-10).
 * `coveredCents`: interest already paid, or covered by an escrow transfer that waits for its assignment.
 */
export function planSequestre(
  remainingCents: number,
  echeances: readonly { interestCents: number; coveredCents: number }[],
): number[] {
  let left = Math.max(remainingCents, 0);
  return echeances.map(({ interestCents, coveredCents }) => {
    const planned = Math.min(left, Math.max(interestCents - coveredCents, 0));
    left -= planned;
    return planned;
  });
}
