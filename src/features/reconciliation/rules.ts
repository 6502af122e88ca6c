// What a run reports, and which differences are worth telling. Pure.

import type { ProviderDifference } from '../ledger-proof/index.ts';

/**
 * `ok`: everything was read and no wallet lacks money. `differences` hold what differed at both readings; `booked` counts
 * money-ins that nobody had booked; `unread` names accounts that failed alone; `failure`: a reading of the whole provider failed.
 */
export type ReconciliationReport = {
  ok: boolean;
  wallets: number;
  booked: number;
  differences: readonly ProviderDifference[];
  unread: readonly string[];
  failure?: string;
  dryRun: boolean;
};

/**
 * Those of the second reading that differed in the same sense at the first: books and provider are not read at the same
 * instant, so a movement between the two looks like a difference once, but not twice.
 */
export function lastingDifferences(
  first: readonly ProviderDifference[],
  second: readonly ProviderDifference[],
): ProviderDifference[] {
  const known = new Map(first.map(({ accountId, kind }) => [accountId, kind]));
  return second.filter(({ accountId, kind }) => known.get(accountId) === kind);
}
