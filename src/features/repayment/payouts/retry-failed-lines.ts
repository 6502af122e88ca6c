// Payouts that the provider refused are ordered again by the run of the next day.

import { inTransaction } from '../../../core/db/transaction.ts';
import type { AppDeps } from '../../../deps.ts';
import { isCertainlyUnpaid, openPayouts } from '../../../money/payments/index.ts';
import { recordCouponTaxes } from '../../investing/taxation/index.ts';
import { listFailedLines, listRunsWithFailures, reopenFailedLines, unorderedLines, waitingTaxes } from './line-queries.ts';
import { findRun } from './queries.ts';
import { type PayoutKind, paymentsOfKind, payoutRunOf, type RunKind } from './rules.ts';
import type { PayoutDeps } from './run-payouts.ts';

type Deps = PayoutDeps & Pick<AppDeps, 'mover'>;

/**
 * A new payout to the same holder for every failed line of the kind, with the tax rate of its run (A-payouts-3), once the provider has
 * shown that no earlier payment of the line moved money. Returns how many.
 */
export async function retryFailedLines(deps: Deps, kind: PayoutKind): Promise<number> {
  let retried = 0;
  for (const failed of await listRunsWithFailures(deps.db, kind)) {
    const { runId } = failed;
    const lineIds = await listUnpaid(deps, failed);
    if (lineIds.length === 0) continue;
    retried += await inTransaction(deps.db, async (tx) => {
      const { accountId, ...run } = await findRun(tx, runId);
      if (accountId === null) return 0;
      const reopened = await reopenFailedLines(tx, runId, lineIds);
      await openPayouts(tx, deps, payoutRunOf({ ...run, accountId, at: deps.clock.now() }), unorderedLines(runId));
      if (run.kind === 'coupon') await recordCouponTaxes(tx, waitingTaxes(runId));
      return reopened;
    });
  }
  return retried;
}

async function listUnpaid(deps: Deps, { runId, kind }: { runId: string; kind: RunKind }): Promise<string[]> {
  const { purpose } = paymentsOfKind(kind);
  const unpaid: string[] = [];
  for (const subjectId of await listFailedLines(deps.db, runId)) {
    if (await isCertainlyUnpaid(deps, { purpose, subjectId })) unpaid.push(subjectId);
    else deps.log.warn({ lineId: subjectId }, 'refused payout not ordered again: an earlier payment may have moved money');
  }
  return unpaid;
}
