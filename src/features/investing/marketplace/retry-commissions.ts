// Commissions that the provider refused for good are asked for again, once it is certain that none of the earlier ones moved money.

import { inTransaction } from '../../../core/db/transaction.ts';
import type { AppDeps } from '../../../deps.ts';
import { isCertainlyUnpaid } from '../../../money/payments/index.ts';
import { changeCommission, listRefusedCommissions } from './commission-queries.ts';
import { orderCommission } from './order-commission.ts';

type Deps = Pick<AppDeps, 'db' | 'clock' | 'config' | 'jobs' | 'mover' | 'log'>;

const MAX_AT_ONCE = 500;

/**
 * 1. every earlier payment of the commission is looked up at the provider by its reference: one that moved money, may have, or is
 * not told of ends the try; 2. refused to waiting with a new payment, in one transaction each. One that meets an error keeps no
 * other from its turn.
 */
export async function retryCommissions(
  deps: Deps,
  { dryRun }: { dryRun: boolean },
): Promise<{ refused: number; started: number; uncertain: number; failed: number; dryRun: boolean }> {
  const refused = await listRefusedCommissions(deps.db, MAX_AT_ONCE);
  const report = { refused: refused.length, started: 0, uncertain: 0, failed: 0, dryRun };
  if (dryRun) return report;
  for (const dealId of refused) report[await retryAlone(deps, dealId)] += 1;
  return report;
}

async function retryAlone(deps: Deps, dealId: string): Promise<'started' | 'uncertain' | 'failed'> {
  try {
    if (!(await isCertainlyUnpaid(deps, { purpose: 'market-deal-commission', subjectId: dealId }))) {
      deps.log.warn({ dealId }, 'refused commission not tried again: an earlier payment may have moved money');
      return 'uncertain';
    }
    const at = deps.clock.now();
    await inTransaction(deps.db, async (tx) => {
      const deal = await changeCommission(tx, dealId, { from: 'refused', to: 'waiting' });
      await orderCommission(tx, deps, deal, at);
    });
    return 'started';
  } catch (error) {
    deps.log.error({ err: error, dealId }, 'refused commission not tried again');
    return 'failed';
  }
}
