// Background job of primary purchases: the retry of refused refunds.

import { inTransaction } from '../../../core/db/transaction.ts';
import { defineJob } from '../../../core/jobs/jobs.ts';
import type { AppDeps } from '../../../deps.ts';
import { isCertainlyUnpaid } from '../../../money/payments/index.ts';
import { replaceRefund } from './refund.ts';
import { listRefusedRefunds } from './refund-queries.ts';

type Deps = Pick<AppDeps, 'db' | 'clock' | 'jobs' | 'mover' | 'log'>;

const MAX_PER_RUN = 500;

/** Daily: people have to remove the cause of a refusal, such as a blocked wallet. */
export const primaryPurchaseRefundsJob = defineJob<Deps, { dryRun?: boolean }>({
  name: 'primary-purchase-refunds',
  cron: '40 5 * * *',
  onDemand: true,
  concurrency: 1,
  work: (deps, { dryRun = false }) => retryRefunds(deps, { dryRun }),
});

/**
 * 1. looks every earlier payment of a refund up at the provider by its reference, and skips the refund as uncertain when one of
 * them may have moved money; 2. replaces the refused refund by a new transaction and payment, if it is still the latest.
 */
async function retryRefunds(
  deps: Deps,
  { dryRun }: { dryRun: boolean },
): Promise<{ refused: number; started: number; uncertain: number; dryRun: boolean }> {
  const refused = await listRefusedRefunds(deps.db, MAX_PER_RUN);
  const report = { refused: refused.length, started: 0, uncertain: 0, dryRun };
  if (dryRun) return report;
  for (const refund of refused) {
    const { purchaseId: subjectId } = refund;
    if (!(await isCertainlyUnpaid(deps, { purpose: 'primary-purchase-refund', subjectId }))) {
      deps.log.warn({ purchaseId: subjectId }, 'refused refund not tried again: an earlier payment may have moved money');
      report.uncertain += 1;
    } else if (await inTransaction(deps.db, (tx) => replaceRefund(tx, deps, refund))) report.started += 1;
  }
  return report;
}
