// Where an SPV may be registered, its VAT, and which wallet it may have (A-spvs-8). Pure.

import type { CustomerId, SpvId } from '../../../core/db/tables.ts';
import { AppError, VALIDATION_FAILED } from '../../../core/errors.ts';
import { UUID } from '../../../core/uuid.ts';

/** The country values of catalogue.md#countries, in its order and exact spelling. */
export const SPV_COUNTRIES = [
  'France',
  'Portugal',
  'Angleterre',
  'France outre-mer',
  'Andorre',
  'Espagne',
  'Italie',
  'Belgique',
  'Suisse',
  'Luxembourg',
  'Réunion (île)',
  'île Maurice',
  'Allemagne',
  'Pays-Bas',
  'Maroc',
  'Grèce',
  'Émirats arabes unis',
] as const;
export type SpvCountry = (typeof SPV_COUNTRIES)[number];

/** True for a country value of catalogue.md#countries. */
export function isSpvCountry(country: string): country is SpvCountry {
  return SPV_COUNTRIES.some((known) => known === country);
}

/** The rate of VAT in the French overseas departments (fees.md#vat-by-country). */
const OVERSEAS_VAT_BPS = 850;

/** VAT on the platform's fees to an SPV in this country, basis points; 0 outside France, where the SPV declares it itself. */
export function vatBpsOf(country: SpvCountry, frenchVatBps: number): number {
  if (country === 'France') return frenchVatBps;
  return country === 'France outre-mer' || country === 'Réunion (île)' ? OVERSEAS_VAT_BPS : 0;
}

/** VAT on the platform's fees to this SPV: its own rate, else that of its country (fees.md#vat-by-country). */
export function vatBpsOfSpv(spv: { country: SpvCountry; vatOverrideBps: number | null }, frenchVatBps: number): number {
  if (spv.vatOverrideBps !== null) return spv.vatOverrideBps;
  return vatBpsOf(spv.country, frenchVatBps);
}

const EUROPEAN_UNION: readonly SpvCountry[] = [
  'Portugal',
  'Espagne',
  'Italie',
  'Belgique',
  'Luxembourg',
  'Allemagne',
  'Pays-Bas',
  'Grèce',
];

/** The note that an invoice to an SPV in this country must have when it bears no VAT. */
export function vatExemptionNote(country: string): string {
  if (EUROPEAN_UNION.some((known) => known === country))
    return 'Autoliquidation : TVA due par le preneur (article 283-2 du CGI, article 196 de la directive 2006/112/CE).';
  if (country.startsWith('France') || country.startsWith('Réunion')) return 'TVA non applicable (article 294 du CGI).';
  return 'TVA non applicable : prestation située hors de France (article 259-1 du CGI).';
}

/** True for a UUID, as the ids of SPVs are; the look-up finds whether there is such an SPV. */
export function isSpvId(text: string): text is SpvId {
  return UUID.test(text);
}

/** The investor whose wallet an account of this id would be, in upper or lower case; undefined for one that is no UUID. */
export function investorOfAccount(accountId: string): CustomerId | undefined {
  // Border: investors' account ids are their ids; the look-up finds whether there is such a customer.
  return UUID.test(accountId) ? (accountId.toLowerCase() as CustomerId) : undefined;
}

/** Accounts of the platform itself at the provider. */
type PlatformAccounts = Readonly<
  Record<'PLATFORM_MAIN_ACCOUNT_ID' | 'PLATFORM_ORIGINATION_ACCOUNT_ID' | 'PLATFORM_TAX_ACCOUNT_ID', string>
>;

/** A wallet of the platform must not collect money of investors. Error: `validation-failed`. */
export function assertNotOfPlatform(accounts: PlatformAccounts, accountId: string): void {
  const own = [accounts.PLATFORM_MAIN_ACCOUNT_ID, accounts.PLATFORM_ORIGINATION_ACCOUNT_ID, accounts.PLATFORM_TAX_ACCOUNT_ID];
  if (!own.includes(accountId)) return;
  throw new AppError(VALIDATION_FAILED, {
    faults: [{ path: 'body/providerExternalId', reason: 'is a wallet of the platform' }],
  });
}
