// Which fees are past, out of which money a fee is paid, and where that money goes after a refusal (fees.md#past-fees,
// fees.md#transferring-a-fee). Pure.

import { periodOf } from '../../../core/dates.ts';
import type { LedgerLine } from '../../../money/ledger/index.ts';
import { EXTERNAL, purseOf } from '../../../money/ledger/index.ts';
import { deriveEcheance, type MensualiteFacts, pursesOfMensualite } from '../payment-schedule/index.ts';

/** Last month whose fees count as past: M-2 until the payout day of the month, M-1 after it (G-11). */
export function lastPastPeriod(today: Temporal.PlainDate, couponPayoutDay: number): string {
  return periodOf(today.subtract({ months: today.day <= couponPayoutDay ? 2 : 1 }));
}

/** How a fee is paid, cents: `taken` from what this echeance brought for fees, `advanced` by the SPV's own money. */
export function payFee(feeCents: number, feesReceivedCents: number): { takenCents: number; advancedCents: number } {
  const takenCents = Math.min(feeCents, Math.max(feesReceivedCents, 0));
  return { takenCents, advancedCents: feeCents - takenCents };
}

/**
 * After the refusal, when the hold was given back to FEES (`heldFeesCents` of it) and MAIN: what came in meanwhile repaid the advance
 * in MAIN, or left the investors with less while the fee counted as taken. It goes where it belongs now that the fee is open; of a fee
 * whose debit was charged back meanwhile, what was given back leaves to EXT, which took it then (`claimCents`).
 */
export function linesAfterRefusal(pending: MensualiteFacts & { propertyId: string }, heldFeesCents: number): LedgerLine[] {
  const { propertyId } = pending;
  const open: MensualiteFacts = { ...pending, managementFeesStatus: 'notExecuted', managementFeesTakenCents: 0 };
  const [was, is] = [pursesOfMensualite(pending), pursesOfMensualite(open)];
  const filledCents = deriveEcheance(pending).claimCents - deriveEcheance(open).claimCents;
  const advancedCents = was.HELD - heldFeesCents;
  const change = {
    COUPON: is.COUPON - was.COUPON,
    FEES: is.FEES - heldFeesCents,
    MAIN: is.MAIN - was.MAIN - advancedCents,
    SURPLUS: is.SURPLUS - was.SURPLUS,
  };
  const purses = ['COUPON', 'FEES', 'MAIN', 'SURPLUS'] as const;
  const lines = purses.map((purse) => ({ account: purseOf(propertyId, purse), amountCents: change[purse] }));
  return [...lines, { account: EXTERNAL, amountCents: filledCents }].filter(({ amountCents }) => amountCents !== 0);
}
