// An administrator orders a refund again that no job orders any more (A-payments-5).

import type { Tx } from '../../../core/db/transaction.ts';
import type { AppDeps } from '../../../deps.ts';
import { findRefusedRefund } from './refund-queries.ts';
import { replaceRefund } from './replace-refund.ts';

/** The caller has locked the refused payment, and knows that none of the purchase moved money. */
export async function orderRefundAgain(tx: Tx, deps: Pick<AppDeps, 'clock' | 'jobs'>, purchaseId: string): Promise<void> {
  const refundTransactionId = await findRefusedRefund(tx, purchaseId);
  if (refundTransactionId === null || !(await replaceRefund(tx, deps, { purchaseId, refundTransactionId })))
    throw new Error(`purchase ${purchaseId} has no refused refund`);
}
