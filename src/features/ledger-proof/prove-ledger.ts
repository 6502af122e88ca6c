// GET /administration/ledger/proof and the job ledger-proof: computed now, from one snapshot of the database.

import { inTransaction } from '../../core/db/transaction.ts';
import type { AppDeps } from '../../deps.ts';
import { compareWithProvider, type ProviderDifference } from './compare-with-provider.ts';
import { invariants, type Violation } from './invariants.ts';
import { sumOfBalances } from './queries.ts';

/** `ok`: every invariant holds and no wallet lacks money at the provider. `totalCents`: all accounts together, zero. */
export type LedgerProof = {
  ok: boolean;
  at: string;
  invariants: { name: string; ok: boolean; violations: Violation[] }[];
  providerDifferences: ProviderDifference[];
  totalCents: number;
};

/** Checks all invariants and compares with the provider's balances. Changes nothing. */
export async function proveLedger(deps: Pick<AppDeps, 'db' | 'clock' | 'config' | 'payments'>): Promise<LedgerProof> {
  const providerDifferences = await compareWithProvider(deps);
  return inTransaction(
    deps.db,
    async (tx) => {
      const checked: LedgerProof['invariants'] = [];
      for (const { name, violations } of invariants(deps.config.MAX_DAILY_RESALE_DEALS)) {
        const found = (await violations.execute(tx)).rows;
        checked.push({ name, ok: found.length === 0, violations: found });
      }
      const ok =
        checked.every((invariant) => invariant.ok) && providerDifferences.every((difference) => difference.kind === 'surplus');
      return {
        ok,
        at: deps.clock.now().toString(),
        invariants: checked,
        providerDifferences,
        totalCents: await sumOfBalances(tx),
      };
    },
    'repeatable read',
  );
}
