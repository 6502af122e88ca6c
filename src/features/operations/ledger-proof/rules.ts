// Which differences between books and provider are lasting (A-core-3). Pure.

import type { Cents } from '../../../core/cents.ts';
import type { Violation } from './scope-queries.ts';

/** An invariant, and what breaks it. */
export type Checked = { name: string; ok: boolean; violations: Violation[] };

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

/**
 * Differences of the second reading that had the same kind at the first: books and provider are not read at the same instant, so a
 * movement in between looks like a difference once, but not twice.
 */
export function lastingDifferences(
  first: readonly ProviderDifference[],
  second: readonly ProviderDifference[],
): ProviderDifference[] {
  const known = new Map(first.map(({ accountId, kind }) => [accountId, kind]));
  return second.filter(({ accountId, kind }) => known.get(accountId) === kind);
}

/** An invariant with what was found. */
export function checked(name: string, violations: Violation[]): Checked {
  return { name, ok: violations.length === 0, violations };
}

/** Whether every invariant holds and no wallet lacks money: more than the books say is no fault (ledger.md#books-and-provider). */
export function isSound(invariants: readonly { ok: boolean }[], differences: readonly ProviderDifference[]): boolean {
  return invariants.every(({ ok }) => ok) && differences.every(({ kind }) => kind === 'surplus');
}
