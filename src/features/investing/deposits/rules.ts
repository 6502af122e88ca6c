// Which IBAN of the provider's list is the one to wire money to. Pure.

/** An IBAN as the provider tells of it. */
export type ListedIban = { bankAccountId: number; iban: string; bic: string | null; holder: string; status: string };

/** The first virtual one that may still receive, so that of several everybody is shown the same; undefined when there is none. */
export function findDepositIban<T extends ListedIban & { virtual: boolean }>(listed: readonly T[]): T | undefined {
  return listed
    .filter(({ virtual, status }) => virtual && status !== 'refused' && status !== 'deactivated')
    .toSorted((a, b) => a.bankAccountId - b.bankAccountId)[0];
}

/** False while the provider has not opened it: a wire would come back (A-deposits-3). */
export function canReceive({ status }: ListedIban): boolean {
  return status !== 'waiting';
}
