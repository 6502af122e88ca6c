// Compares the balances at the provider with our books: money in the ledger must be at the provider.

import type { Cents } from '../../../core/cents.ts';
import { AppError, INTERNAL_ERROR } from '../../../core/errors.ts';
import type { AppDeps } from '../../../deps.ts';
import { listKnownWallets } from './queries.ts';

/**
 * A wallet whose two balances differ, in cents. `missing`: the provider has less than our books minus what is in flight; `surplus`: it
 * has more, money that arrived and is not booked yet (not a fault, ledger.md#books-and-provider).
 */
export type ProviderDifference = {
  accountId: string;
  ledgerCents: Cents;
  providerCents: Cents;
  inFlightCents: Cents;
  kind: 'missing' | 'surplus';
};

const BEFORE_ALL_MOVEMENTS = Temporal.Instant.from('2000-01-01T00:00Z');

/**
 * Compares every wallet we know, also those without any booking; `wallets` counts them. A wallet that the provider does not list has 0
 * there. Error: `internal-error` when the provider cannot be read.
 */
export async function compareWithProvider(
  deps: Pick<AppDeps, 'db' | 'payments' | 'config'>,
): Promise<{ wallets: number; differences: ProviderDifference[] }> {
  const balances = await deps.payments.getBalances(BEFORE_ALL_MOVEMENTS);
  if (!balances.ok) throw new AppError(INTERNAL_ERROR, { cause: balances });
  const atProvider = new Map(balances.value.map((balance) => [balance.accountId, balance.balanceCents]));
  const ours = await listKnownWallets(deps.db, deps.config);
  const differences = ours.flatMap(({ accountId, ledgerCents, inFlightCents }) => {
    const providerCents = atProvider.get(accountId) ?? 0;
    if (providerCents === ledgerCents) return [];
    const missing = providerCents < ledgerCents - inFlightCents;
    const surplus = providerCents > ledgerCents;
    return missing || surplus
      ? [{ accountId, ledgerCents, providerCents, inFlightCents, kind: missing ? ('missing' as const) : ('surplus' as const) }]
      : [];
  });
  return { wallets: ours.length, differences };
}
