// The sums of the final settlement. Pure.

/** A schedule as far as the settlement looks at it, cents. */
export type SettledSchedule = {
  totalFundedAmountCents: number;
  initialCapitalLoanedCents: number;
  events: readonly { type: string; amountCents: number }[];
  echeances: readonly { penaltyForBricksCents: number }[];
};

/** Penalties of the platform, summed over the echeances (DOMAIN §1.10). */
export function claimedPenalties({ echeances }: Pick<SettledSchedule, 'echeances'>): number {
  return echeances.reduce((sum, { penaltyForBricksCents }) => sum + penaltyForBricksCents, 0);
}

/** Funded by the holders and never lent to the owner: it is theirs (DOMAIN §1.6, usual setup). */
export function unlentCapital(schedule: SettledSchedule): number {
  const later = schedule.events.reduce((sum, { type, amountCents }) => (type === 'capitalLoaned' ? sum + amountCents : sum), 0);
  return schedule.totalFundedAmountCents - schedule.initialCapitalLoanedCents - later;
}

/** What of the SPV's surplus came from this project: paid beyond what was due, and payments that were archived; cents. */
export function ownSurplus(
  echeances: readonly { surplusCents: number; capitalRepaymentOverpaidCents: number }[],
  archivedCents: number,
): number {
  return echeances.reduce(
    (sum, { surplusCents, capitalRepaymentOverpaidCents }) => sum + surplusCents + capitalRepaymentOverpaidCents,
    archivedCents,
  );
}

/** What surplus and escrow make of the claims that are not paid yet. */
export function balanceWithOwner(openClaimsCents: number, heldCents: number): { owesCents: number; getsBackCents: number } {
  return { owesCents: Math.max(openClaimsCents - heldCents, 0), getsBackCents: Math.max(heldCents - openClaimsCents, 0) };
}
