// Numbers, lines and totals of invoices (A-invoices-1), and the numbers of trade papers. Pure.

import { basisPointsOf, type Cents, centsOf, roundHalfUp, sumOf } from '../../../core/cents.ts';
import { parisYear } from '../../../core/dates.ts';

/** First part of the platform's invoice numbers; each issuer has one number series per Paris year. */
export const PLATFORM_ISSUER = 'MORTAR';

/** What is invoiced; a room that charges something else adds its reason here. */
export const INVOICE_REASONS = ['withdrawal-fee', 'management-fees', 'funding-fees', 'fiducie-fees'] as const;
export type InvoiceReason = (typeof INVOICE_REASONS)[number];

/**
 * A line from the issuing room: cents before tax and the VAT rate in basis points; `vatCents` only where the tax was charged
 * already, and must be shown as charged.
 */
export type ChargedLine = { label: string; amountExclTaxCents: Cents; vatBps: number; vatCents?: Cents };

/** A line with its tax, as it is stored and printed. */
export type InvoiceLine = ChargedLine & { vatCents: Cents };

/**
 * The billed party on the day of the invoice. `country`: alpha-3 code for a customer, French name for an SPV;
 * `registrationNumber`: SIREN of a business.
 */
export type BilledTo = { name: string; address: string[]; country: string | null; registrationNumber?: string };

/** The number of a document in the series of its issuer and Paris year. */
export type SeriesNumber = { issuer: string; year: number; number: number };

/** First and last name of an investor; the account's name while no profile is saved. */
export function printedName(person: { firstName: string | null; lastName: string | null; name: string }): string {
  return [person.firstName, person.lastName].filter(Boolean).join(' ') || person.name;
}

/** Adds the tax where it was not charged yet, rounded half up per line (fees.md#invoices). */
export function taxed(line: ChargedLine): InvoiceLine {
  return { ...line, vatCents: line.vatCents ?? basisPointsOf(line.amountExclTaxCents, line.vatBps) };
}

/** Sums in cents. */
export function totalsOf(lines: readonly InvoiceLine[]): { exclTaxCents: Cents; vatCents: Cents; inclTaxCents: Cents } {
  const exclTaxCents = sumOf(lines.map((line) => line.amountExclTaxCents));
  const vatCents = sumOf(lines.map((line) => line.vatCents));
  return { exclTaxCents, vatCents, inclTaxCents: centsOf(exclTaxCents + vatCents) };
}

const NUMBER_DIGITS = 6;

/** `MORTAR-2026-000042`. */
export function invoiceNumber({ issuer, year, number }: SeriesNumber): string {
  return `${issuer}-${year}-${String(number).padStart(NUMBER_DIGITS, '0')}`;
}

/** Storage key of its file, made of the number, so that a repeated rendering overwrites the same file. */
export function storageKeyOf(invoice: SeriesNumber): string {
  return `private/invoices/${invoice.year}/${invoiceNumber(invoice)}.pdf`;
}

/** The two lines at the foot of every printed page: name and address of the company, its registration and VAT number. */
export function imprintOf(company: {
  name: string;
  address: readonly string[];
  registration: string;
  vatNumber: string;
}): string[] {
  return [[company.name, ...company.address].join(' · '), `${company.registration} · N° TVA ${company.vatNumber}`];
}

export type TradeKind = 'purchase' | 'deal-bought' | 'deal-sold';
const ALL_BPS = 10_000;

/** `AVIS-2026-000042`: the Paris year of the trade, and a serial number that does not restart each year. */
export function paperNumber({ tradedAt, serial }: { tradedAt: Temporal.Instant; serial: number }): string {
  return `AVIS-${parisYear(tradedAt)}-${String(serial).padStart(NUMBER_DIGITS, '0')}`;
}

/** The VAT included in an amount, in cents; the amount without VAT is rounded half up. */
export function vatInside(inclTaxCents: Cents, vatBps: number): Cents {
  return centsOf(inclTaxCents - Number(roundHalfUp(BigInt(inclTaxCents) * BigInt(ALL_BPS), BigInt(ALL_BPS + vatBps))));
}
