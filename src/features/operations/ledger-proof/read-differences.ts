// Differences between books and provider that a proof believes: seen twice.

import { compareWithProvider, type ProviderDifference } from './compare-with-provider.ts';
import { lastingDifferences } from './rules.ts';

/** Books and provider are not read at the same instant, so missing money must be missing at a second reading too. */
export async function readDifferences(
  deps: Parameters<typeof compareWithProvider>[0],
  moved?: Parameters<typeof compareWithProvider>[1],
): Promise<ProviderDifference[]> {
  const { differences } = await compareWithProvider(deps, moved);
  if (differences.every(({ kind }) => kind === 'surplus')) return differences;
  return lastingDifferences(differences, (await compareWithProvider(deps, moved)).differences);
}
