// Refunds that the provider refused for good are asked for again, once it is certain that none of the earlier ones moved money.

import { inTransaction } from '../../core/db/transaction.ts';
import type { AppDeps } from '../../deps.ts';
import { lockPurchase } from './queries.ts';
import { forgetRefusedRefund, listRefundOrders, listRefusedRefunds } from './refund-queries.ts';
import { startRefund } from './start-refund.ts';

type Deps = Pick<AppDeps, 'db' | 'clock' | 'jobs' | 'mover' | 'log'>;

const MOST_AT_ONCE = 500;

/**
 * 1. every earlier order of the refund is looked up at the provider by its reference: one that moved money, may have, or is not
 * told of ends the try; 2. a new transaction and order take the place of the refused ones, if they are still the last.
 */
export async function retryRefunds(
  deps: Deps,
  { dryRun }: { dryRun: boolean },
): Promise<{ refused: number; started: number; uncertain: number; dryRun: boolean }> {
  const refused = await listRefusedRefunds(deps.db, MOST_AT_ONCE);
  const report = { refused: refused.length, started: 0, uncertain: 0, dryRun };
  if (dryRun) return report;
  for (const refund of refused) {
    if (!(await isCertainlyUnpaid(deps, refund.purchaseId))) {
      deps.log.warn({ purchaseId: refund.purchaseId }, 'refused refund not tried again: an earlier order may have moved money');
      report.uncertain += 1;
    } else if (await startAgain(deps, refund)) report.started += 1;
  }
  return report;
}

async function isCertainlyUnpaid(deps: Pick<Deps, 'db' | 'mover'>, purchaseId: string): Promise<boolean> {
  for (const order of await listRefundOrders(deps.db, purchaseId)) {
    if (order.status === 'canceled') continue;
    if (order.status !== 'failed') return false;
    const found = await deps.mover.find(order);
    // The provider once gave it a number: what exists cannot be absent, whatever is answered now.
    const isAbsent = found.status === 'absent' && order.providerPaymentId === null;
    if (!isAbsent && found.status !== 'failed') return false;
  }
  return true;
}

async function startAgain(
  deps: Pick<Deps, 'db' | 'clock' | 'jobs'>,
  { purchaseId, refundTransactionId }: { purchaseId: string; refundTransactionId: string },
): Promise<boolean> {
  const at = deps.clock.now();
  return inTransaction(deps.db, async (tx) => {
    const purchase = await lockPurchase(tx, purchaseId);
    if (!purchase || !(await forgetRefusedRefund(tx, { purchaseId, refundTransactionId, at }))) return false;
    await startRefund(tx, deps, purchase, at);
    return true;
  });
}
