// How an invoice is numbered, added up and filed, and which letters can be printed on it. Pure.

import { basisPointsOf } from '../../core/cents.ts';

/** The platform, as the first part of its invoice numbers; a number series belongs to an issuer and a Paris year. */
export const PLATFORM_ISSUER = 'MORTAR';

/** What is invoiced; rooms that charge something add their word. */
export type InvoiceReason = 'withdrawal-fee';

/** A line as the issuing room knows it: cents before tax and the VAT rate in basis points. */
export type ChargedLine = { label: string; amountExclTaxCents: number; vatBps: number };

/** A line with its tax, as it is kept and printed. */
export type InvoiceLine = ChargedLine & { vatCents: number };

/** Who is billed, as they were on the day of the invoice. `country`: alpha-3 code of a customer, French name of an SPV's. */
export type BilledTo = { name: string; address: string[]; country: string | null };

/** A place in a number series. */
export type InvoicePlace = { issuer: string; year: number; number: number };

/** Adds the tax, rounded half up per line (DOMAIN §1.2). */
export function taxed(line: ChargedLine): InvoiceLine {
  return { ...line, vatCents: basisPointsOf(line.amountExclTaxCents, line.vatBps) };
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

/** Letters of the PDF's standard fonts beyond Latin-1 (Windows-1252). */
const WINDOWS_1252 = new Set('€‚ƒ„…†‡ˆ‰Š‹ŒŽ‘’“”•–—˜™š›œžŸ');
/** Letters that no accent explains. */
const PLAIN_LETTERS = new Map(
  Object.entries({ ł: 'l', Ł: 'L', đ: 'd', Đ: 'D', ı: 'i', ħ: 'h', Ħ: 'H', ŧ: 't', Ŧ: 'T', ĳ: 'ij' }),
);

/**
 * Text in letters that the standard fonts have: accents they lack are dropped, letters of other scripts become `?`
 * (A-invoices-3). Narrow no-break spaces of French amounts become ordinary no-break spaces.
 */
export function printable(text: string): string {
  return [...text.normalize('NFC').replaceAll('\u202f', '\u00a0')].map(printableLetter).join('');
}

function printableLetter(letter: string): string {
  if (isPrintable(letter)) return letter;
  const plain = PLAIN_LETTERS.get(letter) ?? letter.normalize('NFD').replace(/\p{Diacritic}/gu, '');
  return [...plain].every(isPrintable) ? plain : '?';
}

function isPrintable(letter: string): boolean {
  return /^[\x20-\x7e\xa0-\xff]$/.test(letter) || WINDOWS_1252.has(letter);
}
