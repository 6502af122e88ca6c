// Validation of bank details, the provider's statuses and what they mean for us, and masked IBANs. Pure.

import { isValidBIC, isValidIBAN } from 'ibantools';
import type { Cell } from '../../../core/data-cipher.ts';
import type { FieldFault } from '../../../core/errors.ts';
import { normaliseBankCode } from '../wallet/index.ts';

export const BANK_ACCOUNT_STATUSES = ['waiting', 'activated', 'refused', 'deactivated'] as const;
/** As its owner sees it; only an `activated` account can receive a withdrawal. */
export type BankAccountStatus = (typeof BANK_ACCOUNT_STATUSES)[number];

/** As it is stored. A removed account is kept, as earlier withdrawals refer to it, but never shown. */
export type StoredStatus = BankAccountStatus | 'removing' | 'removed';

/** True once its owner has removed it, whether or not it is still registered at the provider. */
export function isRemoved(status: StoredStatus): status is 'removing' | 'removed' {
  return status === 'removing' || status === 'removed';
}

/** Bank details as they are stored and sent: without spaces, in capitals. */
export type BankDetails = { iban: string; bic: string | null; holder: string };

/** The normalised details, or the invalid fields. QR-IBANs are refused: they take no ordinary transfer. */
export function readBankDetails(typed: { iban: string; bic?: string; holder: string }): BankDetails | { faults: FieldFault[] } {
  const iban = normaliseBankCode(typed.iban);
  const bic = typed.bic === undefined ? null : normaliseBankCode(typed.bic);
  const faults: FieldFault[] = [];
  if (!isValidIBAN(iban, { allowQRIBAN: false })) faults.push({ path: 'body/iban', reason: 'is not a valid IBAN' });
  if (bic !== null && !isValidBIC(bic)) faults.push({ path: 'body/bic', reason: 'is not a valid BIC' });
  return faults.length > 0 ? { faults } : { iban, bic, holder: typed.holder.trim() };
}

/** Where the IBAN of an account is encrypted for. */
export function ibanCell(bankAccountId: string): Cell {
  return { column: 'bank_account.iban', row: bankAccountId };
}

/** `FR76 **** 1234`. */
export function maskIban(iban: string): string {
  return `${iban.slice(0, 4)} **** ${iban.slice(-4)}`;
}

/** When an account is old enough to be paid to; null where no age is asked (A-withdrawals-9). */
export function oldEnoughFrom(createdAt: Temporal.Instant, delayHours: number): Temporal.Instant | null {
  return delayHours > 0 ? createdAt.add({ hours: delayHours }) : null;
}

/** From when on withdrawals to an account are not refused for its age, or for a credential that was replaced; null: never were. */
export function payableFromOf(
  account: { createdAt: Temporal.Instant; payableFrom: Temporal.Instant | null },
  newIbanDelayHours: number,
): Temporal.Instant | null {
  const ends = [account.payableFrom, oldEnoughFrom(account.createdAt, newIbanDelayHours)].filter((end) => end !== null);
  return ends.toSorted(Temporal.Instant.compare).at(-1) ?? null;
}

/** A bank account as the provider lists it. */
export type ListedBankAccount = { bankAccountId: number; iban: string; status: string; virtual: boolean };

/** Our status for the provider's; any other status of the provider counts as `waiting`. */
export function statusOf(providerStatus: string): BankAccountStatus {
  return providerStatus === 'activated' || providerStatus === 'refused' || providerStatus === 'deactivated'
    ? providerStatus
    : 'waiting';
}

/** True for an account that will never be usable again; its IBAN may then be registered again. */
export function isTerminal(status: StoredStatus): boolean {
  return status === 'refused' || status === 'deactivated' || status === 'removed';
}

/** True for a virtual IBAN that the provider created for the wallet: a withdrawal to it would return to the wallet. */
export function isVirtualIban(listed: readonly ListedBankAccount[], iban: string): boolean {
  return listed.some((account) => account.virtual && normaliseBankCode(account.iban) === iban);
}

/** The newest usable registration of this IBAN at the provider; undefined when there is none. */
export function findRegistration<T extends ListedBankAccount>(listed: readonly T[], iban: string): T | undefined {
  return findRegistrations(listed, iban).toSorted((a, b) => b.bankAccountId - a.bankAccountId)[0];
}

/** All registrations of this IBAN that have not ended; virtual IBANs, which only receive, are no registrations. */
export function findRegistrations<T extends ListedBankAccount>(listed: readonly T[], iban: string): T[] {
  return listed.filter(
    (account) => !account.virtual && normaliseBankCode(account.iban) === iban && !isTerminal(statusOf(account.status)),
  );
}

/** A stored account that the provider lists otherwise; with `registeredAs`, the registration whose answer was lost. */
export type BankAccountChange = {
  id: string;
  iban: string;
  from: BankAccountStatus;
  to: BankAccountStatus;
  registeredAs?: number;
};

/** What the provider's list changes in ours; an account that it does not list stays as it is. */
export function changesOf(
  known: readonly { id: string; iban: string; status: BankAccountStatus; providerIbanId: number | null }[],
  listed: readonly ListedBankAccount[],
): BankAccountChange[] {
  return known.flatMap(({ id, iban, status: from, providerIbanId }) => {
    if (providerIbanId === null) {
      const found = from === 'waiting' ? findRegistration(listed, iban) : undefined;
      return found ? [{ id, iban, from, to: statusOf(found.status), registeredAs: found.bankAccountId }] : [];
    }
    const found = listed.find(({ bankAccountId }) => bankAccountId === providerIbanId);
    const to = found ? statusOf(found.status) : from;
    return to === from ? [] : [{ id, iban, from, to }];
  });
}
