// Capital x rate x days without BigInt: the product is split so that every part of it is a safe integer
// (ground-rules.md#money, schedule.md#interest-and-fees).

import type { Cents } from '../../../core/cents.ts';

const DAYS_PER_YEAR = 360;
/** A rate is a percentage with four decimals, so a rate of 1 is a millionth. */
const RATE_SCALE = 1_000_000;
const DEN = DAYS_PER_YEAR * RATE_SCALE;

/** Largest rate (1 000 %): with a capital of MAX_CENTS every part below stays under 2^53 over 60 days. */
export const MAX_RATE = 10_000_000;

/** A running sum: whole cents, and a remainder in cents / DEN. */
export type Accrual = { cents: number; numerator: number };

/**
 * Adds `capitalCents x weight / DEN` exactly; `weight` = rate x days. With capital = high x 10^6 + low, the high part is
 * divided by 360 first: its whole cents leave the fraction at once, so nothing grows beyond 6e14 per call.
 */
export function accrue(sum: Accrual, capitalCents: Cents, weight: number): void {
  const high = Math.floor(capitalCents / RATE_SCALE);
  const low = capitalCents - high * RATE_SCALE;
  const product = high * weight;
  const cents = Math.floor(product / DAYS_PER_YEAR);
  sum.cents += cents;
  sum.numerator += (product - cents * DAYS_PER_YEAR) * RATE_SCALE + low * weight;
}

/**
 * Rounds the sum half up to whole cents, left in `sum.cents`, with what earlier roundings left over added before.
 * Returns the carry to the next: every prefix of rounded amounts stays within half a cent of the exact one.
 */
export function settleAccrual(sum: Accrual, carry: number): number {
  const numerator = sum.numerator + carry;
  const cents = Math.floor((2 * numerator + DEN) / (2 * DEN));
  sum.cents += cents;
  sum.numerator = 0;
  return numerator - cents * DEN;
}
