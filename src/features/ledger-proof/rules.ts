// Which differences between books and provider are real. Pure.

import type { ProviderDifference } from './compare-with-provider.ts';

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
