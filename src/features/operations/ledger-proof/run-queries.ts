// SQL of the last runs of the proof, whatever they found: what a sound one seals is in seal-queries.ts.

import type { Database } from '../../../core/db/pool.ts';
import type { Tx } from '../../../core/db/transaction.ts';

/** How a proof went. `walletsMissingMoney`: wallets with less at the provider than in our books. */
export type ProofRun = {
  scope: 'changes' | 'everything';
  at: Temporal.Instant;
  durationMs: number;
  isSound: boolean;
  violations: number;
  walletsMissingMoney: number;
};

/** Replaces the last run of its scope. */
export async function writeProofRun(tx: Tx, run: ProofRun): Promise<void> {
  const values = {
    ran_at: run.at,
    duration_ms: Math.round(run.durationMs),
    is_sound: run.isSound,
    violations: run.violations,
    wallets_missing_money: run.walletsMissingMoney,
  };
  await tx
    .insertInto('proof_run')
    .values({ scope: run.scope, ...values })
    .onConflict((conflict) => conflict.column('scope').doUpdateSet(values))
    .execute();
}

/** The last run of each scope. */
export async function listProofRuns(db: Database): Promise<ProofRun[]> {
  return db
    .selectFrom('proof_run')
    .select([
      'scope',
      'ran_at as at',
      'duration_ms as durationMs',
      'is_sound as isSound',
      'violations',
      'wallets_missing_money as walletsMissingMoney',
    ])
    .execute();
}
