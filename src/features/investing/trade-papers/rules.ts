// How a paper is numbered, and what of a commission is tax. Pure.

import { roundHalfUp } from '../../../core/cents.ts';
import { parisYear } from '../../../core/dates.ts';

export type TradeKind = 'purchase' | 'deal-bought' | 'deal-sold';

const NUMBER_DIGITS = 6;
const ALL_BPS = 10_000;

/** `AVIS-2026-000042`: the Paris year of the trade, and a count that goes on over the years. */
export function paperNumber({ tradedAt, serial }: { tradedAt: Temporal.Instant; serial: number }): string {
  return `AVIS-${parisYear(tradedAt)}-${String(serial).padStart(NUMBER_DIGITS, '0')}`;
}

/** The VAT inside an amount that includes it, in cents; what is left is rounded half up. */
export function vatInside(inclTaxCents: number, vatBps: number): number {
  return inclTaxCents - Number(roundHalfUp(BigInt(inclTaxCents) * BigInt(ALL_BPS), BigInt(ALL_BPS + vatBps)));
}
