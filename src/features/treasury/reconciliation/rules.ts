// What a run reports. Pure.

import type { ProviderDifference } from '../ledger-proof/index.ts';

/**
 * `ok`: everything was read and no wallet lacks money. `differences` hold what differed at both readings; `booked` counts
 * money-ins that nobody had booked; `unread` names accounts that failed alone; `failure`: a reading of the whole provider failed.
 */
export type ReconciliationReport = {
  ok: boolean;
  wallets: number;
  booked: number;
  differences: readonly ProviderDifference[];
  unread: readonly string[];
  failure?: string;
  dryRun: boolean;
};
