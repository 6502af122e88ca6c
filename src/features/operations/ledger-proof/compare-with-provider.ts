// Compares our balances with the provider's, and reads what differed at the last proof.

import type { Cents } from '../../../core/cents.ts';
import { AppError, INTERNAL_ERROR } from '../../../core/errors.ts';
import type { AppDeps } from '../../../deps.ts';
import type { Position } from '../ledger-invariants/index.ts';
import { type KnownWallet, listKnownWallets } from './queries.ts';
import { lastingDifferences, type ProviderDifference } from './rules.ts';

/** `wallets` counts those of our books that were compared. `strangers`: accounts with money at the provider that our books do not know. */
export type Comparison = { wallets: number; differences: ProviderDifference[]; strangers: readonly string[] };

type Deps = Pick<AppDeps, 'db' | 'payments' | 'config'>;

/** Clocks differ, and a proof takes its time. */
const MARGIN = { hours: 1 };
/** Beyond this many wallets, as after a month's coupons, reading all of ours is no dearer than finding some. */
const MAX_CHANGED = 10_000;
/** Beyond this many look-ups the list of all balances is read instead. */
const MAX_ASKED = 100;
const BEFORE_ALL_MOVEMENTS = Temporal.Instant.from('2000-01-01T00:00Z');

/**
 * Compares every wallet we know, also those without any booking. A wallet that the provider does not list has 0
 * there. With `moved`: only those that moved at the provider since that moment (and an hour before it), in our books after that posting,
 * or have a difference that the reconciliation has not closed. Error: `internal-error` when the provider cannot be read.
 */
export async function compareWithProvider(deps: Deps, moved?: { after: Position; since: Temporal.Instant }): Promise<Comparison> {
  const some = moved && (await compareMoved(deps, moved));
  if (some) return some;
  const atProvider = await readBalances(deps, BEFORE_ALL_MOVEMENTS);
  return compareAll(await listKnownWallets(deps.db, deps.config), atProvider);
}

/** Undefined where so much moved that reading everything is no dearer. What moved on our side alone is asked for one by one. */
async function compareMoved(deps: Deps, { after, since }: { after: Position; since: Temporal.Instant }) {
  const atProvider = await readBalances(deps, since.subtract(MARGIN));
  if (atProvider.size > MAX_CHANGED) return undefined;
  const ours = await listKnownWallets(deps.db, deps.config, { after, accountIds: [...atProvider.keys()] });
  const unseen = ours.filter(({ accountId }) => !atProvider.has(accountId));
  if (unseen.length > MAX_ASKED) return undefined;
  for (const { accountId } of unseen) {
    const account = await deps.payments.getAccount(accountId);
    // A wallet that the provider does not know has 0 there, as in the list of all.
    if (account.ok) atProvider.set(accountId, account.value.balanceCents);
    else if (account.kind !== 'not-found') throw new AppError(INTERNAL_ERROR, { cause: account });
  }
  return compareAll(ours, atProvider);
}

async function readBalances({ payments }: Deps, since: Temporal.Instant): Promise<Map<string, Cents>> {
  const balances = await payments.getBalances(since);
  if (!balances.ok) throw new AppError(INTERNAL_ERROR, { cause: balances });
  return new Map(balances.value.map((balance) => [balance.accountId, balance.balanceCents]));
}

function compareAll(ours: readonly KnownWallet[], atProvider: ReadonlyMap<string, Cents>): Comparison {
  const known = new Set(ours.map(({ accountId }) => accountId));
  return {
    wallets: ours.length,
    differences: ours.flatMap((wallet) => compare(wallet, atProvider.get(wallet.accountId) ?? 0)),
    strangers: [...atProvider].flatMap(([accountId, cents]) => (cents !== 0 && !known.has(accountId) ? [accountId] : [])),
  };
}

function compare({ accountId, ledgerCents, inFlightCents }: KnownWallet, providerCents: Cents): ProviderDifference[] {
  if (providerCents === ledgerCents) return [];
  const missing = providerCents < ledgerCents - inFlightCents;
  const surplus = providerCents > ledgerCents;
  return missing || surplus
    ? [{ accountId, ledgerCents, providerCents, inFlightCents, kind: missing ? ('missing' as const) : ('surplus' as const) }]
    : [];
}

/** Books and provider are not read at the same instant, so missing money must be missing at a second reading too. */
export async function readDifferences(
  deps: Parameters<typeof compareWithProvider>[0],
  moved?: Parameters<typeof compareWithProvider>[1],
): Promise<ProviderDifference[]> {
  const { differences } = await compareWithProvider(deps, moved);
  if (differences.every(({ kind }) => kind === 'surplus')) return differences;
  return lastingDifferences(differences, (await compareWithProvider(deps, moved)).differences);
}
