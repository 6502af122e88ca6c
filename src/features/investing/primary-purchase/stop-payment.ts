// Cancels the payment of a canceled or declined purchase, if it was not sent yet.

import type { Tx } from '../../../core/db/transaction.ts';
import type { AppDeps } from '../../../deps.ts';
import { cancelPayment } from '../../../money/payments/index.ts';
import { mailMoneyBack } from './mail-money-back.ts';
import type { FullPurchase } from './queries.ts';

/**
 * Also releases the held money and mails the investor. Does nothing when the payment may have been sent: the settlement releases
 * or refunds the money once the provider has answered. Returns whether the payment was canceled.
 */
export async function stopPayment(
  tx: Tx,
  deps: Pick<AppDeps, 'jobs'>,
  purchase: FullPurchase,
  at: Temporal.Instant,
): Promise<boolean> {
  const { id, paymentOrderId } = purchase;
  if (paymentOrderId === null) throw new Error(`purchase ${id} has no payment to cancel`);
  if (!(await cancelPayment(tx, paymentOrderId, at))) return false;
  await mailMoneyBack(tx, deps, purchase);
  return true;
}
