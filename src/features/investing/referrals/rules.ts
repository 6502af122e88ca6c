// Which blocked rewards an invoice covers, and the payout status of a property (referrals.md#an-invoice).
// Pure.

import type { Cents } from '../../../core/cents.ts';
import { INVOICE_AMOUNT_TOO_HIGH, INVOICE_AMOUNT_TOO_LOW } from './errors.ts';

export const PAYOUT_STATUSES = ['payout-not-allowed', 'payout-to-be-done', 'payout-done'] as const;
export type PayoutStatus = (typeof PAYOUT_STATUSES)[number];

/** The blocked part of a reward, in cents. */
export type BlockedReward = { id: string; blockedCents: Cents };

/** The oldest of `rewards` (sorted by age) that add up exactly to the invoice, none skipped; else the code of the refusal. */
export function matchInvoice(
  rewards: readonly BlockedReward[],
  invoiceAmountCents: Cents,
): { matched: readonly BlockedReward[] } | { refusal: string } {
  let rest = invoiceAmountCents;
  for (const [index, { blockedCents }] of rewards.entries()) {
    if (blockedCents > rest) return { refusal: INVOICE_AMOUNT_TOO_LOW };
    rest -= blockedCents;
    if (rest === 0) return { matched: rewards.slice(0, index + 1) };
  }
  return { refusal: INVOICE_AMOUNT_TOO_HIGH };
}

/** `payout-done` once marked as paid, for good; else it depends on the financial status. */
export function payoutStatus(
  property: { referralPaidAt: Temporal.Instant | null; financialStatus: string | null },
  disbursableStatuses: readonly string[],
): PayoutStatus {
  if (property.referralPaidAt !== null) return 'payout-done';
  const { financialStatus } = property;
  return financialStatus !== null && disbursableStatuses.includes(financialStatus) ? 'payout-to-be-done' : 'payout-not-allowed';
}
