// GET /administration/ledger/proof and the job ledger-proof: computed now, from one snapshot of the database.

import type { Cents } from '../../../core/cents.ts';
import { inTransaction } from '../../../core/db/transaction.ts';
import type { AppDeps } from '../../../deps.ts';
import { compareWithProvider, type ProviderDifference } from './compare-with-provider.ts';
import { INVARIANTS } from './invariant-queries.ts';
import { PURSE_INVARIANTS } from './purse-queries.ts';
import { sumOfBalances } from './queries.ts';
import { lastingDifferences } from './rules.ts';
import { findViolations, type Violation } from './violation-queries.ts';

/** `ok`: every invariant holds and no wallet lacks money at the provider. `totalCents`: all accounts together, zero. */
export type LedgerProof = {
  ok: boolean;
  at: string;
  invariants: { name: string; ok: boolean; violations: Violation[] }[];
  providerDifferences: ProviderDifference[];
  totalCents: Cents;
};

/** Checks all invariants and compares with the provider's balances. Changes nothing. */
export async function proveLedger(deps: Pick<AppDeps, 'db' | 'clock' | 'config' | 'payments'>): Promise<LedgerProof> {
  const providerDifferences = await readDifferences(deps);
  return inTransaction(
    deps.db,
    async (tx) => {
      const checked: LedgerProof['invariants'] = [];
      for (const invariant of [...INVARIANTS, ...PURSE_INVARIANTS]) {
        const violations = await findViolations(tx, invariant);
        checked.push({ name: invariant.name, ok: violations.length === 0, violations });
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

/** Books and provider are not read at the same instant, so missing money must be missing at a second reading too. */
async function readDifferences(deps: Parameters<typeof compareWithProvider>[0]): Promise<ProviderDifference[]> {
  const { differences } = await compareWithProvider(deps);
  if (differences.every(({ kind }) => kind === 'surplus')) return differences;
  return lastingDifferences(differences, (await compareWithProvider(deps)).differences);
}
