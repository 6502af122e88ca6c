// Which fees are past, and out of which money a fee is paid (fees.md#past-fees, fees.md#transferring-a-fee). Pure.

import { periodOf } from '../../../core/dates.ts';

/** Last month whose fees count as past: M-2 until the payout day of the month, M-1 after it (G-11). */
export function lastPastPeriod(today: Temporal.PlainDate, couponPayoutDay: number): string {
  return periodOf(today.subtract({ months: today.day <= couponPayoutDay ? 2 : 1 }));
}

/** How a fee is paid, cents: `taken` from what this echeance brought for fees, `advanced` by the SPV's own money. */
export function payFee(feeCents: number, feesReceivedCents: number): { takenCents: number; advancedCents: number } {
  const takenCents = Math.min(feeCents, Math.max(feesReceivedCents, 0));
  return { takenCents, advancedCents: feeCents - takenCents };
}
