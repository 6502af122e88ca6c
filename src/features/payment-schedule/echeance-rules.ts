// What an echeance owes and has, derived from its stored amounts and the sums of its payments; never stored (DOMAIN §1.3, §1.9).

/** What the derivation looks at; cents. `paid...` are sums of assigned payments. */
export type EcheanceFacts = {
  interestCents: number;
  managementFeesExclTaxCents: number;
  managementFeesVatCents: number;
  penaltyForInvestorsCents: number;
  /** Of an executed fee, what came out of money assigned to this echeance. */
  managementFeesTakenCents: number;
  /** Coupons paid or on their way to the holders: never clawed back. */
  couponDistributedCents: number;
  capitalRepaymentDueCents: number;
  paidMensualiteCents: number;
  paidCapitalCents: number;
};

export type PaymentStatus = 'paid' | 'partiallyPaid' | 'unpaid';
export type CapitalRepaymentStatus = PaymentStatus | 'notDue';

/** The derived amounts, cents. What was paid is `investorsReceived + feesReceived + surplus`. */
export type DerivedEcheance = {
  managementFeesInclTaxCents: number;
  amountDueCents: number;
  remainingToBePaidCents: number;
  overpaidCents: number;
  status: PaymentStatus;
  investorsReceivedCents: number;
  feesReceivedCents: number;
  surplusCents: number;
  capitalRepaymentRemainingCents: number;
  capitalRepaymentOverpaidCents: number;
  capitalRepaymentStatus: CapitalRepaymentStatus;
};

/** Inside a mensualite: interest, then investor penalties, then fees, then surplus; fees already taken are never clawed back. */
export function deriveEcheance(facts: EcheanceFacts): DerivedEcheance {
  const { paidMensualiteCents: paid, paidCapitalCents, capitalRepaymentDueCents: capitalDue } = facts;
  const managementFeesInclTaxCents = facts.managementFeesExclTaxCents + facts.managementFeesVatCents;
  const owedToInvestors = facts.interestCents + facts.penaltyForInvestorsCents;
  const amountDueCents = owedToInvestors + managementFeesInclTaxCents;
  const investorsReceivedCents = Math.max(
    Math.min(paid - facts.managementFeesTakenCents, owedToInvestors),
    facts.couponDistributedCents,
    0,
  );
  const feesReceivedCents = Math.min(paid - investorsReceivedCents, managementFeesInclTaxCents);
  return {
    managementFeesInclTaxCents,
    amountDueCents,
    remainingToBePaidCents: Math.max(amountDueCents - paid, 0),
    overpaidCents: Math.max(paid - amountDueCents, 0),
    status: paymentStatus(paid, amountDueCents),
    investorsReceivedCents,
    feesReceivedCents,
    surplusCents: paid - investorsReceivedCents - feesReceivedCents,
    capitalRepaymentRemainingCents: Math.max(capitalDue - paidCapitalCents, 0),
    capitalRepaymentOverpaidCents: Math.max(paidCapitalCents - capitalDue, 0),
    capitalRepaymentStatus: capitalDue === 0 ? 'notDue' : paymentStatus(paidCapitalCents, capitalDue),
  };
}

function paymentStatus(paidCents: number, dueCents: number): PaymentStatus {
  if (paidCents <= 0) return 'unpaid';
  return paidCents >= dueCents ? 'paid' : 'partiallyPaid';
}

/** Escrow left: what was set aside, less transfers that are not archived, less what it paid of capital events; cents (G-9). */
export function sequestreRemaining(escrow: {
  interestSequestreCents: number;
  transferredCents: number;
  events: readonly { interestSequestreCents: number }[];
}): number {
  const ofEvents = escrow.events.reduce((sum, event) => sum + event.interestSequestreCents, 0);
  return escrow.interestSequestreCents - escrow.transferredCents - ofEvents;
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
