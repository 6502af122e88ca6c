// What is due and paid on an echeance, derived from its stored amounts and the sums of its payments, never stored
// (repayments.md#what-is-due-and-paid, repayments.md#escrow).

import { allCentsOf, type Cents, centsOf, sumOf } from '../../../core/cents.ts';
import type { EcheanceId } from '../../../core/db/tables.ts';
import { type CapitalEvent, type CapitalTerms, dueNumber } from './terms-rules.ts';

/** Input of the derivation; cents. `paid...` are sums of assigned payments. */
export type EcheanceFacts = {
  interestCents: Cents;
  managementFeesExclTaxCents: Cents;
  managementFeesVatCents: Cents;
  penaltyForInvestorsCents: Cents;
  /** The part of an executed fee that was paid with money assigned to this echeance, also by repaying the advance. */
  managementFeesTakenCents: Cents;
  /** The fee was paid outside the platform: it is not owed any more, and money that comes in for it is surplus. */
  managementFeesPaidOutside: boolean;
  /** Coupons paid to the holders, or ordered: never clawed back. */
  couponDistributedCents: Cents;
  /** Money of debits that were charged back which MAIN and SURPLUS had already spent: not clawed back. */
  keptMainCents: Cents;
  keptSurplusCents: Cents;
  capitalRepaymentDueCents: Cents;
  paidMensualiteCents: Cents;
  paidCapitalCents: Cents;
  /** The project was given up: what is lacking is written off, and what still comes in recovers it. */
  isGivenUp?: boolean;
};

type PaymentStatus = 'paid' | 'partiallyPaid' | 'unpaid';
type CapitalRepaymentStatus = PaymentStatus | 'notDue';

/** The derived amounts, cents. What was paid, with the claim, is `investorsReceived + feesReceived + surplus`. */
export type DerivedEcheance = {
  managementFeesInclTaxCents: Cents;
  amountDueCents: Cents;
  remainingToBePaidCents: Cents;
  overpaidCents: Cents;
  status: PaymentStatus;
  investorsReceivedCents: Cents;
  feesReceivedCents: Cents;
  surplusCents: Cents;
  /** Claim against the owner: left the purses before its debit was charged back. The next payments fill it first. */
  claimCents: Cents;
  capitalRepaymentRemainingCents: Cents;
  capitalRepaymentOverpaidCents: Cents;
  /** Due, not paid, and not asked for any more. */
  writtenOffCents: Cents;
  capitalWrittenOffCents: Cents;
  capitalRepaymentStatus: CapitalRepaymentStatus;
};

/**
 * Order inside a mensualite: interest, investors' penalties, fees, surplus. Distributed coupons and taken fees are never clawed back:
 * after a charge-back they stay as `claimCents`, and the next payments fill that claim first, since the SPV's wallet lacks
 * the money.
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
  const lackingCents = Math.max(amountDueCents - paid, 0);
  const lackingCapitalCents = Math.max(capitalDue - paidCapitalCents, 0);
  const isGivenUp = facts.isGivenUp ?? false;
  const amounts = allCentsOf({
    managementFeesInclTaxCents,
    amountDueCents,
    remainingToBePaidCents: isGivenUp ? 0 : lackingCents,
    overpaidCents: Math.max(paid - amountDueCents, 0),
    investorsReceivedCents,
    feesReceivedCents,
    surplusCents,
    claimCents: investorsReceivedCents + feesReceivedCents + surplusCents - paid,
    capitalRepaymentRemainingCents: isGivenUp ? 0 : lackingCapitalCents,
    capitalRepaymentOverpaidCents: Math.max(paidCapitalCents - capitalDue, 0),
    writtenOffCents: isGivenUp ? lackingCents : 0,
    capitalWrittenOffCents: isGivenUp ? lackingCapitalCents : 0,
  });
  return {
    ...amounts,
    status: paymentStatus(paid, amounts.amountDueCents),
    capitalRepaymentStatus: capitalDue === 0 ? 'notDue' : paymentStatus(paidCapitalCents, capitalDue),
  };
}

function paymentStatus(paidCents: Cents, dueCents: Cents): PaymentStatus {
  if (paidCents <= 0) return 'unpaid';
  return paidCents >= dueCents ? 'paid' : 'partiallyPaid';
}

/** An echeance with the state of its fee. */
export type MensualiteFacts = EcheanceFacts & { managementFeesStatus: 'notExecuted' | 'pending' | 'executed' };

/**
 * The part of the fee that a later penalty does not take back, cents. Once the fee is pending or executed, all money that came in for it
 * is used: taken from FEES, or repaid to MAIN for its advance, which the project may have spent.
 */
export function feesTakenForGood(facts: MensualiteFacts): Cents {
  const { managementFeesStatus, managementFeesPaidOutside, managementFeesTakenCents, keptMainCents } = facts;
  if (managementFeesStatus === 'notExecuted' || managementFeesPaidOutside) return managementFeesTakenCents;
  return centsOf(deriveEcheance(facts).feesReceivedCents - keptMainCents);
}

/** The purses that hold the money of an echeance's mensualite; cents, before any coupon was paid out of COUPON. */
type MensualitePurses = { COUPON: Cents; FEES: Cents; MAIN: Cents; SURPLUS: Cents; HELD: Cents };

/**
 * The purses as only this echeance fills them. An executed or pending fee (HELD) was paid out of FEES and, for the rest, out of MAIN:
 * money that comes in for it later repays MAIN, which is negative here until then.
 */
export function pursesOfMensualite(facts: MensualiteFacts): MensualitePurses {
  const { investorsReceivedCents, feesReceivedCents, surplusCents, managementFeesInclTaxCents } = deriveEcheance(facts);
  const { managementFeesStatus, managementFeesPaidOutside } = facts;
  const isOpen = managementFeesStatus === 'notExecuted' || managementFeesPaidOutside;
  return {
    COUPON: investorsReceivedCents,
    FEES: isOpen ? feesReceivedCents : 0,
    MAIN: isOpen ? 0 : centsOf(feesReceivedCents - managementFeesInclTaxCents),
    SURPLUS: surplusCents,
    HELD: managementFeesStatus === 'pending' ? managementFeesInclTaxCents : 0,
  };
}

/** Capital of one echeance; cents. */
export type CapitalFacts = {
  id: EcheanceId;
  capitalRepaymentDueCents: Cents;
  paidCapitalCents: Cents;
  capitalDistributedCents: Cents;
};

/** Claim for capital: distributed to the holders, or spent as surplus, before its debit was charged back; cents. */
export function capitalClaim(row: CapitalFacts & { keptCapitalSurplusCents: Cents }): Cents {
  return centsOf(Math.max(row.capitalDistributedCents + row.keptCapitalSurplusCents - row.paidCapitalCents, 0));
}

/** Capital of a schedule; echeances in their order. */
type CapitalOfSchedule = {
  initialCapitalLoanedCents: Cents;
  events: readonly CapitalEvent[];
  echeances: readonly CapitalFacts[];
};

/**
 * The part of the capital paid on each echeance (by id) that belongs to the holders; the rest is surplus (A-payment-schedule-12). Per
 * echeance at most what is due, in total at most what was lent. Distributed capital is never clawed back and counts first, then the
 * echeances in their order.
 */
export function capitalForHolders(schedule: CapitalOfSchedule): ReadonlyMap<EcheanceId, Cents> {
  const { echeances } = schedule;
  let left = lentCapital(schedule) - sumOf(echeances.map(({ capitalDistributedCents }) => capitalDistributedCents));
  return new Map(
    echeances.map(({ id, capitalRepaymentDueCents, paidCapitalCents, capitalDistributedCents: distributedCents }) => {
      const moreCents = Math.min(paidCapitalCents, capitalRepaymentDueCents) - distributedCents;
      const allowedCents = Math.max(Math.min(moreCents, left), 0);
      left -= allowedCents;
      return [id, centsOf(distributedCents + allowedCents)];
    }),
  );
}

/**
 * The capital outstanding after all events that is not paid back yet. It is due on the last echeance, beside repayments of events there.
 * An unplanned repayment of more would be due a second time, since that capital was paid already.
 */
export function openCapital(schedule: CapitalOfSchedule, terms: Omit<CapitalTerms, 'events' | 'initialCapitalCents'>): Cents {
  const { events, echeances } = schedule;
  const repayments = events.filter(({ type }) => type === 'capitalRepaymentUnplanned');
  const forHolders = capitalForHolders(schedule);
  let openCents = lentCapital(schedule) - sumOf(repayments.map(({ amountCents }) => amountCents));
  for (const [index, { id }] of echeances.entries()) {
    const ofEvents = repayments.filter((event) => dueNumber(terms, event) === index + 1);
    const paidCents = forHolders.get(id);
    if (paidCents === undefined) throw new Error(`echeance ${id} is of another schedule`);
    openCents -= Math.max(paidCents - sumOf(ofEvents.map(({ amountCents }) => amountCents)), 0);
  }
  return centsOf(openCents);
}

/** All capital lent to the owner, including future events, cents. */
export function lentCapital({
  initialCapitalLoanedCents,
  events,
}: {
  initialCapitalLoanedCents: Cents;
  events: readonly { type: string; amountCents: Cents }[];
}): Cents {
  const loans = events.filter(({ type }) => type === 'capitalLoaned').map(({ amountCents }) => amountCents);
  return centsOf(initialCapitalLoanedCents + sumOf(loans));
}

/** Escrow left: what was set aside minus what was transferred (transfers and parts of capital events, not archived); cents (G-9). */
export function sequestreRemaining(escrow: { interestSequestreCents: Cents; transferredCents: Cents }): Cents {
  return centsOf(escrow.interestSequestreCents - escrow.transferredCents);
}

/**
 * The part of each echeance's interest that the escrow left could pay, in their order; for information only.
 * `coveredCents`: interest that is paid, or covered by an escrow transfer that waits for its assignment.
 */
export function planSequestre(
  remainingCents: Cents,
  echeances: readonly { interestCents: Cents; coveredCents: Cents }[],
): Cents[] {
  let left = Math.max(remainingCents, 0);
  return echeances.map(({ interestCents, coveredCents }) => {
    const planned = Math.min(left, Math.max(interestCents - coveredCents, 0));
    left -= planned;
    return centsOf(planned);
  });
}
