// Money of a purchase goes back from the SPV: after a cancellation, or when it moved for a purchase that is no longer wanted.

import type { Tx } from '../../core/db/transaction.ts';
import type { AppDeps } from '../../deps.ts';
import { openPayment } from '../../money/wallet/index.ts';
import { type FullPurchase, setRefund } from './queries.ts';

/**
 * Writes the WAITING refund, its payment order and its job. The money stays in the SPV's COLLECT until the provider has moved
 * it: the closing of a funding takes only what confirmed purchases brought.
 */
export async function startRefund(
  tx: Tx,
  deps: Pick<AppDeps, 'jobs'>,
  purchase: FullPurchase,
  at: Temporal.Instant,
): Promise<void> {
  const { id, customerId, amountCents, propertyId, spvAccountId } = purchase;
  const { transactionIds } = await openPayment(tx, deps, {
    propertyId,
    order: {
      kind: 'transfer',
      purpose: 'primary-purchase-refund',
      subjectId: id,
      fromAccountId: spvAccountId,
      toAccountId: customerId,
      amountCents,
      comment: `Refund of purchase ${id}`,
      at,
    },
    sides: [{ type: 'PRIMARY_PURCHASE_REFUND', owner: { customerId }, amountCents, held: false }],
  });
  const [refundTransactionId = ''] = transactionIds;
  if (!(await setRefund(tx, id, refundTransactionId, at))) throw new Error(`purchase ${id} has a refund already`);
}
