// Which IBAN of the provider's list is the investor's deposit account, and the form in which IBANs are stored. Pure.

/**
 * An IBAN or BIC as it is stored and compared: in capitals, without what people and their banks write around and between its characters:
 * blanks, dashes, dots, marks that nobody sees, and the word before it
 * (A-bank-accounts-9).
 */
export function normaliseBankCode(text: string): string {
  return text
    .normalize('NFKC')
    .replace(/[\s\p{Cf}\p{Pd}\u2212.]/gu, '')
    .toUpperCase()
    .replace(/^(?:IBAN:?|(?:BIC|SWIFT|BIC\/SWIFT):)/, '');
}

/** An IBAN of the provider's list. */
export type ListedIban = { bankAccountId: number; iban: string; bic: string | null; holder: string; status: string };

/** The oldest usable virtual IBAN, so that with several of them every request returns the same; undefined when there is none. */
export function findDepositIban<T extends ListedIban & { virtual: boolean }>(listed: readonly T[]): T | undefined {
  return listed
    .filter(({ virtual, status }) => virtual && status !== 'refused' && status !== 'deactivated')
    .toSorted((a, b) => a.bankAccountId - b.bankAccountId)[0];
}

/** False until the provider has opened it: a wire would be returned (A-deposits-3). */
export function canReceive({ status }: ListedIban): boolean {
  return status !== 'waiting';
}
