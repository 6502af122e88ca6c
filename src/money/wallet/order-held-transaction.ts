// The second step of a payment in two: money that was held beside another payment is ordered once that one succeeded.

import type { Tx } from '../../core/db/transaction.ts';
import type { Jobs } from '../../core/jobs.ts';
import { createPaymentOrder } from './create-payment-order.ts';
import type { NewPaymentOrder } from './payment-orders.ts';

/**
 * Gives a transaction that was opened `orderedLater` its payment order, in the transaction that settles the payment it
 * waited for. Returns the order's id. Throws when the transaction is not WAITING, or was ordered before.
 */
export async function orderHeldTransaction(
  tx: Tx,
  deps: { jobs: Jobs },
  held: { transactionId: string; order: NewPaymentOrder },
): Promise<string> {
  const orderId = await createPaymentOrder(tx, deps, held.order);
  const ordered = await tx
    .updateTable('wallet_transaction')
    .set({ payment_order_id: orderId })
    .where('id', '=', held.transactionId)
    .where('status', '=', 'WAITING')
    .where('payment_order_id', 'is', null)
    .returning('id')
    .executeTakeFirst();
  if (!ordered) throw new Error(`transaction ${held.transactionId} waits for no order`);
  return orderId;
}
