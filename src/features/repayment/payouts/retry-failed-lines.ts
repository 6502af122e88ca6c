// Payouts that the provider refused are ordered again by the run of the next day.

import { inTransaction } from '../../../core/db/transaction.ts';
import { openPayouts } from '../../../money/payments/index.ts';
import { recordCouponTaxes } from '../../investing/taxation/index.ts';
import { listRunsWithFailures, reopenFailedLines, unorderedLines, waitingTaxes } from './line-queries.ts';
import { findRun } from './queries.ts';
import { type PayoutKind, payoutRunOf } from './rules.ts';
import type { PayoutDeps } from './run-payouts.ts';

/** A new payout to the same holder for every failed line of the kind, with the tax rate of its run (A-payouts-3). Returns how many. */
export async function retryFailedLines(deps: PayoutDeps, kind: PayoutKind): Promise<number> {
  let retried = 0;
  for (const { runId } of await listRunsWithFailures(deps.db, kind)) {
    retried += await inTransaction(deps.db, async (tx) => {
      const { accountId, ...run } = await findRun(tx, runId);
      if (accountId === null) return 0;
      const reopened = await reopenFailedLines(tx, runId);
      await openPayouts(tx, deps, payoutRunOf({ ...run, accountId, at: deps.clock.now() }), unorderedLines(runId));
      if (run.kind === 'coupon') await recordCouponTaxes(tx, waitingTaxes(runId));
      return reopened;
    });
  }
  return retried;
}
