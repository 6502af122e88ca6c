// Opens the refund of a purchase: after a cancellation, or when the payment of a canceled or declined purchase succeeded.

import type { Tx } from '../../../core/db/transaction.ts';
import type { AppDeps } from '../../../deps.ts';
import { openPayment } from '../../../money/payments/index.ts';
import { type FullPurchase, setRefund } from './queries.ts';

/**
 * Writes the WAITING refund, its payment and its job. The money stays in the project's COLLECT until the payment succeeds: the
 * closing of a funding takes only the money of confirmed purchases.
 */
export async function startRefund(
  tx: Tx,
  deps: Pick<AppDeps, 'jobs'>,
  purchase: FullPurchase,
  at: Temporal.Instant,
): Promise<void> {
  const { id, customerId, amountCents, propertyId, spvAccountId } = purchase;
  if (spvAccountId === null) throw new Error(`the SPV of property ${propertyId} has no wallet at the provider`);
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
    sides: { refund: { type: 'PRIMARY_PURCHASE_REFUND', owner: { customerId }, amountCents } },
  });
  await setRefund(tx, id, transactionIds.refund, at);
}
