// Where an SPV may be registered, and which wallet it may have. Pure.

import { AppError, VALIDATION_FAILED } from '../../core/errors.ts';

/** The country values of document 2, in its order and exact spelling. */
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

/** True for a country value of document 2. */
export function isSpvCountry(country: string): country is SpvCountry {
  return SPV_COUNTRIES.some((known) => known === country);
}

/** French VAT has another rate overseas (DOMAIN §1.4). */
const OVERSEAS_VAT_BPS = 850;

/** VAT on the platform's fees to an SPV there, basis points; elsewhere than in France it is the customer's to declare. */
export function vatBpsOf(country: SpvCountry, frenchVatBps: number): number {
  if (country === 'France') return frenchVatBps;
  return country === 'France outre-mer' || country === 'Réunion (île)' ? OVERSEAS_VAT_BPS : 0;
}

/** Accounts of the platform itself at the provider. */
type PlatformAccounts = Readonly<
  Record<'PLATFORM_MAIN_ACCOUNT_ID' | 'PLATFORM_ORIGINATION_ACCOUNT_ID' | 'PLATFORM_TAX_ACCOUNT_ID', string>
>;

/** Money of investors must never be collected on a wallet of the platform (A-spvs-2). Error: `validation-failed`. */
export function assertNotOfPlatform(accounts: PlatformAccounts, accountId: string): void {
  const own = [accounts.PLATFORM_MAIN_ACCOUNT_ID, accounts.PLATFORM_ORIGINATION_ACCOUNT_ID, accounts.PLATFORM_TAX_ACCOUNT_ID];
  if (!own.includes(accountId)) return;
  throw new AppError(VALIDATION_FAILED, {
    faults: [{ path: 'body/providerExternalId', reason: 'is a wallet of the platform' }],
  });
}
