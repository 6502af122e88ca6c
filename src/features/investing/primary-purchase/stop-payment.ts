// A purchase that still waits is not wanted any more: its payment is stopped if it can be.

import type { Tx } from '../../../core/db/transaction.ts';
import type { AppDeps } from '../../../deps.ts';
import { cancelPayment } from '../../../money/payments/index.ts';
import { mailMoneyBack } from './mail-money-back.ts';
import type { FullPurchase } from './queries.ts';

/**
 * Not sent: the payment is canceled and the hold released. Perhaps sent: nothing yet, the money may be with the SPV; the
 * settlement releases or refunds once the provider has answered. Returns whether it could be stopped.
 */
export async function stopPayment(
  tx: Tx,
  deps: Pick<AppDeps, 'jobs'>,
  purchase: FullPurchase,
  at: Temporal.Instant,
): Promise<boolean> {
  const { id, paymentOrderId } = purchase;
  if (paymentOrderId === null) throw new Error(`purchase ${id} waits for no payment`);
  if (!(await cancelPayment(tx, paymentOrderId, at))) return false;
  await mailMoneyBack(tx, deps, purchase);
  return true;
}
