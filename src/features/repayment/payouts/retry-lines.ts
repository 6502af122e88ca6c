// Payouts that the provider refused are ordered again by the next run, to the same holders.

import { inTransaction } from '../../../core/db/transaction.ts';
import type { AppDeps } from '../../../deps.ts';
import { listRunsWithFailures, reopenFailedLines } from './line-queries.ts';
import { openLines } from './open-lines.ts';
import { findRun } from './queries.ts';
import type { PayoutKind } from './rules.ts';

/** Opens a new payout for every failed line of the kind, at the rate of its run (A-payouts-3). Returns how many. */
export async function retryLines(deps: Pick<AppDeps, 'db' | 'clock' | 'jobs' | 'config'>, kind: PayoutKind): Promise<number> {
  let retried = 0;
  for (const { runId } of await listRunsWithFailures(deps.db, kind)) {
    retried += await inTransaction(deps.db, async (tx) => {
      const { accountId, ...run } = await findRun(tx, runId);
      if (accountId === null) return 0;
      const reopened = await reopenFailedLines(tx, runId);
      await openLines(tx, deps, { ...run, id: runId, accountId, at: deps.clock.now() });
      return reopened;
    });
  }
  return retried;
}
