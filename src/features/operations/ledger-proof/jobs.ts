// The proof, every night and on demand; the team is alerted when it fails.

import { inTransaction } from '../../../core/db/transaction.ts';
import { defineJob } from '../../../core/jobs/jobs.ts';
import type { AppDeps } from '../../../deps.ts';
import { readProofState } from './checkpoint-queries.ts';
import { type LedgerProof, proveLedger, proveWholeLedger } from './prove-ledger.ts';
import { writeProofRun } from './queries.ts';

type ProofDeps = Pick<AppDeps, 'db' | 'clock' | 'config' | 'payments' | 'chat' | 'log'>;

/**
 * What changed since the last proof; everything with `all`, and as long as no proof of everything has found nothing. Violations and
 * missing money go to the internal alerts.
 */
export const ledgerProofJob = defineJob<ProofDeps, { dryRun?: boolean; all?: boolean }>({
  name: 'ledger-proof',
  cron: '15 3 * * *',
  onDemand: true,
  work: async (deps, { dryRun = false, all = false }) => {
    const { position } = await inTransaction(deps.db, readProofState);
    const isWhole = all || position === undefined;
    return tell(deps, dryRun, () => (isWhole ? proveWholeLedger(deps, { save: !dryRun }) : proveLedger(deps, { save: !dryRun })));
  },
});

/** Everything, in the night to Sunday. */
export const wholeLedgerProofJob = defineJob<ProofDeps, { dryRun?: boolean }>({
  name: 'whole-ledger-proof',
  cron: '15 1 * * 0',
  onDemand: true,
  concurrency: 1,
  work: async (deps, { dryRun = false }) => tell(deps, dryRun, () => proveWholeLedger(deps, { save: !dryRun })),
});

/** Runs the proof, records the outcome, and notifies the team of findings. */
async function tell(deps: ProofDeps, dryRun: boolean, prove: () => Promise<LedgerProof>): Promise<LedgerProof> {
  const began = performance.now();
  const proof = await prove();
  const durationMs = performance.now() - began;
  const broken = proof.invariants.filter((invariant) => !invariant.ok).map((invariant) => invariant.name);
  const missing = proof.providerDifferences.filter((difference) => difference.kind === 'missing').length;
  if (dryRun) return proof;
  await inTransaction(deps.db, (tx) =>
    writeProofRun(tx, {
      scope: proof.scope,
      at: deps.clock.now(),
      durationMs,
      isSound: proof.ok,
      walletsMissingMoney: missing,
      violations: proof.invariants.reduce((sum, { violations }) => sum + violations.length, 0),
    }),
  );
  if (!proof.ok)
    await deps.chat.post(
      'internal-alerts',
      `La preuve des livres ne tient pas : ${broken.join(', ') || 'tous les invariants tiennent'} ; ${missing} portefeuilles manquent d’argent chez le prestataire.`,
    );
  return proof;
}
