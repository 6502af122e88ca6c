// A refused refund is replaced by another transaction and payment.

import type { Tx } from '../../../core/db/transaction.ts';
import type { AppDeps } from '../../../deps.ts';
import { lockPurchase } from './queries.ts';
import { forgetRefusedRefund } from './refund-queries.ts';
import { startRefund } from './start-refund.ts';

/** False when the purchase has another refund by now. */
export async function replaceRefund(
  tx: Tx,
  deps: Pick<AppDeps, 'clock' | 'jobs'>,
  { purchaseId, refundTransactionId }: { purchaseId: string; refundTransactionId: string },
): Promise<boolean> {
  const at = deps.clock.now();
  const purchase = await lockPurchase(tx, purchaseId);
  if (!purchase || !(await forgetRefusedRefund(tx, { purchaseId, refundTransactionId, at }))) return false;
  await startRefund(tx, deps, purchase, at);
  return true;
}
