// Numbers of trade papers, and the VAT included in a commission (A-trade-papers-3). Pure.

import { type Cents, centsOf, roundHalfUp } from '../../../core/cents.ts';
import { parisYear } from '../../../core/dates.ts';

export type TradeKind = 'purchase' | 'deal-bought' | 'deal-sold';

const NUMBER_DIGITS = 6;
const ALL_BPS = 10_000;

/** `AVIS-2026-000042`: the Paris year of the trade, and a serial number that does not restart each year. */
export function paperNumber({ tradedAt, serial }: { tradedAt: Temporal.Instant; serial: number }): string {
  return `AVIS-${parisYear(tradedAt)}-${String(serial).padStart(NUMBER_DIGITS, '0')}`;
}

/** The VAT included in an amount, in cents; the amount without VAT is rounded half up. */
export function vatInside(inclTaxCents: Cents, vatBps: number): Cents {
  return centsOf(inclTaxCents - Number(roundHalfUp(BigInt(inclTaxCents) * BigInt(ALL_BPS), BigInt(ALL_BPS + vatBps))));
}
