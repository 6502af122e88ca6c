// The last proofs as metrics: when, how long, and what they found.

import { defineSampler, type Sample } from '../../../core/telemetry/sampled-gauges.ts';
import type { AppDeps } from '../../../deps.ts';
import { listProofRuns, type ProofRun } from './queries.ts';

const labels = ['scope'];

export const ledgerProofSampler = defineSampler({
  name: 'proof',
  gauges: {
    mortar_ledger_proof_last_run_timestamp_seconds: {
      help: 'When the last proof ended, by scope: changes (every night) or everything (every week).',
      labels,
    },
    mortar_ledger_proof_sound: { help: 'Whether the last proof found nothing, 1 or 0.', labels },
    mortar_ledger_proof_violations: { help: 'Violations of invariants that the last proof found.', labels },
    mortar_ledger_proof_wallets_missing_money: {
      help: 'Wallets with less at the provider than in the books, by the last proof.',
      labels,
    },
    mortar_ledger_proof_duration_seconds: { help: 'How long the last proof took.', labels },
  },
  read: async ({ db }: Pick<AppDeps, 'db'>) => {
    const runs = await listProofRuns(db);
    const each = (value: (run: ProofRun) => number): Sample[] =>
      runs.map((run) => ({ labels: { scope: run.scope }, value: value(run) }));
    return {
      mortar_ledger_proof_last_run_timestamp_seconds: each(({ at }) => at.epochMilliseconds / 1000),
      mortar_ledger_proof_sound: each(({ isSound }) => Number(isSound)),
      mortar_ledger_proof_violations: each(({ violations }) => violations),
      mortar_ledger_proof_wallets_missing_money: each(({ walletsMissingMoney }) => walletsMissingMoney),
      mortar_ledger_proof_duration_seconds: each(({ durationMs }) => durationMs / 1000),
    };
  },
});
