// What a bank account must look like, what the provider's word on it means for us, and how it is shown. Pure.

import { isValidBIC, isValidIBAN } from 'ibantools';
import type { FieldFault } from '../../../core/errors.ts';

export const BANK_ACCOUNT_STATUSES = ['waiting', 'activated', 'refused', 'deactivated'] as const;
/** As its owner sees it; only `activated` can be paid to. */
export type BankAccountStatus = (typeof BANK_ACCOUNT_STATUSES)[number];

/** As it is stored: what its owner took away is shown no more, but withdrawals of the past were paid to it. */
export type StoredStatus = BankAccountStatus | 'removing' | 'removed';

/** True for one that its owner took away, whether the provider has heard of it or not. */
export function isRemoved(status: StoredStatus): status is 'removing' | 'removed' {
  return status === 'removing' || status === 'removed';
}

/** Bank details in the form that is stored and sent: no spaces, capitals. */
export type BankDetails = { iban: string; bic: string | null; holder: string };

/** The details, or what is wrong with them. A QR-IBAN takes no ordinary transfer. */
export function readBankDetails(typed: { iban: string; bic?: string; holder: string }): BankDetails | { faults: FieldFault[] } {
  const compact = (text: string) => text.replace(/\s/g, '').toUpperCase();
  const iban = compact(typed.iban);
  const bic = typed.bic === undefined ? null : compact(typed.bic);
  const faults: FieldFault[] = [];
  if (!isValidIBAN(iban, { allowQRIBAN: false })) faults.push({ path: 'body/iban', reason: 'is not a valid IBAN' });
  if (bic !== null && !isValidBIC(bic)) faults.push({ path: 'body/bic', reason: 'is not a valid BIC' });
  return faults.length > 0 ? { faults } : { iban, bic, holder: typed.holder.trim() };
}

/** `FR76 **** 1234`: enough to recognise one's own account (A-bank-accounts-3). */
export function maskIban(iban: string): string {
  return `${iban.slice(0, 4)} **** ${iban.slice(-4)}`;
}

/** A bank account as the provider lists it. */
export type ListedBankAccount = { bankAccountId: number; iban: string; status: string; virtual: boolean };

/** Our word for the provider's; what it has not decided, or uses for itself, is not usable yet. */
export function statusOf(providerStatus: string): BankAccountStatus {
  return providerStatus === 'activated' || providerStatus === 'refused' || providerStatus === 'deactivated'
    ? providerStatus
    : 'waiting';
}

/** True for an account that will never be usable again; the same IBAN may then be registered anew. */
export function isOver(status: StoredStatus): boolean {
  return status === 'refused' || status === 'deactivated' || status === 'removed';
}

const isSame = (listed: string, iban: string) => listed.replace(/\s/g, '').toUpperCase() === iban;

/** True for an IBAN that the provider made for the wallet: money that is paid out to it would come back in. */
export function hasVirtual(listed: readonly ListedBankAccount[], iban: string): boolean {
  return listed.some((account) => account.virtual && isSame(account.iban, iban));
}

/** The living registration of this IBAN at the provider, the newest when there are several; undefined when there is none. */
export function findRegistration<T extends ListedBankAccount>(listed: readonly T[], iban: string): T | undefined {
  return findRegistrations(listed, iban).toSorted((a, b) => b.bankAccountId - a.bankAccountId)[0];
}

/** All of them. A virtual IBAN only receives, and is none. */
export function findRegistrations<T extends ListedBankAccount>(listed: readonly T[], iban: string): T[] {
  return listed.filter((account) => !account.virtual && isSame(account.iban, iban) && !isOver(statusOf(account.status)));
}
