// Which blocked rewards an invoice covers, and where the payout of a property stands (referrals.md#an-invoice). Pure.

import { INVOICE_AMOUNT_TOO_HIGH, INVOICE_AMOUNT_TOO_LOW } from './reward-errors.ts';

export const PAYOUT_STATUSES = ['payout-not-allowed', 'payout-to-be-done', 'payout-done'] as const;
export type PayoutStatus = (typeof PAYOUT_STATUSES)[number];

/** A reward above the cap whose blocked part still waits, in cents. */
export type BlockedReward = { id: string; blockedCents: number };

/**
 * The rewards that the invoice unblocks: a prefix of `rewards` (oldest first) that adds up to it exactly; none is skipped.
 * Otherwise the code of the refusal.
 */
export function matchInvoice(
  rewards: readonly BlockedReward[],
  invoiceAmountCents: number,
): { matched: readonly BlockedReward[] } | { refusal: string } {
  let rest = invoiceAmountCents;
  for (const [index, { blockedCents }] of rewards.entries()) {
    if (blockedCents > rest) return { refusal: INVOICE_AMOUNT_TOO_LOW };
    rest -= blockedCents;
    if (rest === 0) return { matched: rewards.slice(0, index + 1) };
  }
  return { refusal: INVOICE_AMOUNT_TOO_HIGH };
}

/** Done once paid, whatever follows; to be done while the financial status allows it. */
export function payoutStatus(
  property: { referralPaidAt: Temporal.Instant | null; financialStatus: string | null },
  disbursableStatuses: readonly string[],
): PayoutStatus {
  if (property.referralPaidAt !== null) return 'payout-done';
  const { financialStatus } = property;
  return financialStatus !== null && disbursableStatuses.includes(financialStatus) ? 'payout-to-be-done' : 'payout-not-allowed';
}
