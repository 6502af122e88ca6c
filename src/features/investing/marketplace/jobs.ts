// Background job of the marketplace: the retry of refused commissions.

import { inTransaction } from '../../../core/db/transaction.ts';
import { defineJob } from '../../../core/jobs/jobs.ts';
import type { AppDeps } from '../../../deps.ts';
import { isCertainlyUnpaid } from '../../../money/payments/index.ts';
import { orderCommissionAgain } from './commission.ts';
import { listRefusedCommissions } from './settle-queries.ts';

type Deps = Pick<AppDeps, 'db' | 'clock' | 'config' | 'jobs' | 'mover' | 'log'>;

const MAX_PER_RUN = 500;

/** Daily: people have to remove the cause of a refusal, such as a blocked wallet. */
export const marketDealCommissionsJob = defineJob<Deps, { dryRun?: boolean }>({
  name: 'market-deal-commissions',
  cron: '45 5 * * *',
  onDemand: true,
  concurrency: 1,
  work: (deps, { dryRun = false }) => retryCommissions(deps, { dryRun }),
});

/**
 * 1. looks every earlier payment of a commission up at the provider by its reference, and skips the commission as uncertain when
 * one of them may have moved money; 2. opens a new payment, with refused -> waiting, in one transaction each. An error in one
 * commission does not stop the others.
 */
async function retryCommissions(
  deps: Deps,
  { dryRun }: { dryRun: boolean },
): Promise<{ refused: number; started: number; uncertain: number; failed: number; dryRun: boolean }> {
  const refused = await listRefusedCommissions(deps.db, MAX_PER_RUN);
  const report = { refused: refused.length, started: 0, uncertain: 0, failed: 0, dryRun };
  if (dryRun) return report;
  for (const dealId of refused) report[await retry(deps, dealId)] += 1;
  return report;
}

async function retry(deps: Deps, dealId: string): Promise<'started' | 'uncertain' | 'failed'> {
  try {
    if (!(await isCertainlyUnpaid(deps, { purpose: 'market-deal-commission', subjectId: dealId }))) {
      deps.log.warn({ dealId }, 'refused commission not tried again: an earlier payment may have moved money');
      return 'uncertain';
    }
    await inTransaction(deps.db, (tx) => orderCommissionAgain(tx, deps, dealId));
    return 'started';
  } catch (error) {
    deps.log.error({ err: error, dealId }, 'refused commission not tried again');
    return 'failed';
  }
}
