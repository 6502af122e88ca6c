// The list of what rooms read from the database for the metrics.

import type { Sampler } from './core/telemetry/metrics.ts';
import type { AppDeps } from './deps.ts';
import { jobQueueSampler } from './features/operations/background-jobs/index.ts';
import { ledgerProofSampler } from './features/operations/ledger-proof/index.ts';
import { workerSampler } from './features/operations/operator/index.ts';
import { providerEventSampler } from './features/operations/provider-webhooks/index.ts';
import { reconciliationSampler } from './features/operations/reconciliation/index.ts';
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
