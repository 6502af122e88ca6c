// How an invoice is numbered, added up and filed. Pure.

import { basisPointsOf } from '../../../core/cents.ts';

/** The platform, as the first part of its invoice numbers; a number series belongs to an issuer and a Paris year. */
export const PLATFORM_ISSUER = 'MORTAR';

/** What is invoiced; rooms that charge something add their word. */
export const INVOICE_REASONS = ['withdrawal-fee', 'management-fees', 'funding-fees', 'fiducie-fees'] as const;
export type InvoiceReason = (typeof INVOICE_REASONS)[number];

/**
 * A line as the issuing room knows it: cents before tax and the VAT rate in basis points; `vatCents` where the tax was charged
 * already, and must be shown as it was.
 */
export type ChargedLine = { label: string; amountExclTaxCents: number; vatBps: number; vatCents?: number };

/** A line with its tax, as it is kept and printed. */
export type InvoiceLine = ChargedLine & { vatCents: number };

/**
 * Who is billed, as they were on the day of the invoice. `country`: alpha-3 code of a customer, French name of an SPV's;
 * `registrationNumber`: SIREN of a business.
 */
export type BilledTo = { name: string; address: string[]; country: string | null; registrationNumber?: string };

/** A place in a number series. */
export type InvoicePlace = { issuer: string; year: number; number: number };

/** Adds the tax where it was not charged yet, rounded half up per line (fees.md#invoices). */
export function taxed(line: ChargedLine): InvoiceLine {
  return { ...line, vatCents: line.vatCents ?? basisPointsOf(line.amountExclTaxCents, line.vatBps) };
}

/** Sums in cents. */
export function totalsOf(lines: readonly InvoiceLine[]): { exclTaxCents: number; vatCents: number; inclTaxCents: number } {
  const exclTaxCents = lines.reduce((sum, line) => sum + line.amountExclTaxCents, 0);
  const vatCents = lines.reduce((sum, line) => sum + line.vatCents, 0);
  return { exclTaxCents, vatCents, inclTaxCents: exclTaxCents + vatCents };
}

const NUMBER_DIGITS = 6;

/** `MORTAR-2026-000042`. */
export function invoiceNumber({ issuer, year, number }: InvoicePlace): string {
  return `${issuer}-${year}-${String(number).padStart(NUMBER_DIGITS, '0')}`;
}

/** Name of its file in the storage: the number again, so a repeated rendering replaces itself. */
export function storageKeyOf(place: InvoicePlace): string {
  return `private/invoices/${place.year}/${invoiceNumber(place)}.pdf`;
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
