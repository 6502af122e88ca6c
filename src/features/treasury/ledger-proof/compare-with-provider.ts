// Balances at the provider beside ours: what the ledger promises must be there.

import { AppError, INTERNAL_ERROR } from '../../../core/errors.ts';
import type { AppDeps } from '../../../deps.ts';
import { listKnownWallets } from './queries.ts';

/**
 * A wallet whose two balances differ, in cents. `missing`: the provider has less than our books say, beyond what is on its
 * way; `surplus`: it has more, money that came in and is not booked (not a fault, ledger.md#books-and-provider).
 */
export type ProviderDifference = {
  accountId: string;
  ledgerCents: number;
  providerCents: number;
  inFlightCents: number;
  kind: 'missing' | 'surplus';
};

const SINCE_EVER = Temporal.Instant.from('2000-01-01T00:00Z');

/**
 * Compares every wallet that we know, those that nothing was ever booked on too; `wallets` counts them. Throws `internal-error`
 * when the provider cannot be read.
 */
export async function compareWithProvider(
  deps: Pick<AppDeps, 'db' | 'payments' | 'config'>,
): Promise<{ wallets: number; differences: ProviderDifference[] }> {
  const balances = await deps.payments.getBalances(SINCE_EVER);
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
