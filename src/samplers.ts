// The list of what rooms read from the database for the metrics.

import type { Sampler } from './core/sampling.ts';
import type { AppDeps } from './deps.ts';
import { jobQueueSampler } from './features/access/background-jobs/index.ts';
import { workerSampler } from './features/access/operator/index.ts';
import { ledgerProofSampler } from './features/treasury/ledger-proof/index.ts';
import { providerEventSampler } from './features/treasury/provider-webhooks/index.ts';
import { reconciliationSampler } from './features/treasury/reconciliation/index.ts';
import { openPaymentSampler } from './money/payments/index.ts';

/** All samplers; docs/guides/observability.md says what each figure means. */
export const samplers: readonly Sampler<AppDeps>[] = [
  jobQueueSampler,
  workerSampler,
  openPaymentSampler,
  providerEventSampler,
  ledgerProofSampler,
  reconciliationSampler,
];
