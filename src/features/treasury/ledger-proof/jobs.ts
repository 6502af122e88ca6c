// The proof, every night and on demand; the team is alerted when it fails.

import { defineJob } from '../../../core/jobs.ts';
import type { AppDeps } from '../../../deps.ts';
import { proveLedger } from './prove-ledger.ts';

/** Violations and missing money go to the internal alerts. */
export const ledgerProofJob = defineJob<Pick<AppDeps, 'db' | 'clock' | 'config' | 'payments' | 'chat'>, { dryRun?: boolean }>({
  name: 'ledger-proof',
  cron: '15 3 * * *',
  onDemand: true,
  work: async (deps, { dryRun = false }) => {
    const proof = await proveLedger(deps);
    const broken = proof.invariants.filter((invariant) => !invariant.ok).map((invariant) => invariant.name);
    const missing = proof.providerDifferences.filter((difference) => difference.kind === 'missing').length;
    if (!proof.ok && !dryRun)
      await deps.chat.post(
        'internal-alerts',
        `La preuve des livres ne tient pas : ${broken.join(', ') || 'tous les invariants tiennent'} ; ${missing} portefeuilles manquent d’argent chez le prestataire.`,
      );
    return proof;
  },
});
