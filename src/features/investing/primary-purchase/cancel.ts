// A purchase ends without bricks: its investor cancels it within the withdrawal window, free of charge, or the funding closes while it
// waits.

import type { CustomerId, PropertyId } from '../../../core/db/tables.ts';
import { inTransaction, type Tx } from '../../../core/db/transaction.ts';
import { AppError } from '../../../core/errors.ts';
import { assertAllowed } from '../../../core/states.ts';
import type { AppDeps } from '../../../deps.ts';
import { returnPurchasedBricks } from '../../../money/bricks/index.ts';
import { lockWallets } from '../../../money/ledger/index.ts';
import { cancelPayment } from '../../../money/payments/index.ts';
import { lockProperty } from '../../projects/project-life/index.ts';
import { PURCHASE_NOT_FOUND, WITHDRAWAL_WINDOW_ELAPSED } from './errors.ts';
import { changeStatus, type FullPurchase, findPropertyOfPurchase, lockPurchase, lockWaitingPurchases } from './queries.ts';
import { mailRefund, startRefund } from './refund.ts';
import { isInsideWindow, PURCHASE_VERBS } from './rules.ts';

/**
 * Locks the property, then the purchase, against concurrent purchases, the closing and the settlement. A confirmed purchase
 * returns its bricks and is refunded. The payment of a waiting one is canceled; if it may have been sent already, the money stays
 * held until the provider answers, and the settlement releases or refunds it (A-primary-purchase-8).
 */
export async function cancelPurchase(
  deps: Pick<AppDeps, 'db' | 'clock' | 'jobs'>,
  { customerId, purchaseId }: { customerId: CustomerId; purchaseId: string },
): Promise<void> {
  const { clock, jobs } = deps;
  await inTransaction(deps.db, async (tx) => {
    const propertyId = await findPropertyOfPurchase(tx, purchaseId, customerId);
    if (propertyId === undefined) throw new AppError(PURCHASE_NOT_FOUND);
    const property = await lockProperty(tx, propertyId);
    const purchase = await lockPurchase(tx, purchaseId);
    if (!property || !purchase) throw new AppError(PURCHASE_NOT_FOUND);
    // Read after the locks: the window may end while waiting for them.
    const at = clock.now();
    const { status, windowEnd } = purchase;
    assertAllowed(PURCHASE_VERBS['cancel-purchase'], status);
    if (property.funding_ended_at !== null || !isInsideWindow(windowEnd, at)) throw new AppError(WITHDRAWAL_WINDOW_ELAPSED);
    const canceled: FullPurchase = { ...purchase, status: 'canceled' };
    // The bricks before the status, as in a settlement: holdings are counted before the funding (ADR 0013).
    if (status === 'confirmed') await returnBricks(tx, purchase);
    await changeStatus(tx, purchaseId, { from: status, to: 'canceled', at });
    if (status === 'confirmed') await startRefund(tx, { jobs }, canceled, at);
    else await cancelUnsentPayment(tx, { jobs }, canceled, at);
  });
}

/** Makes the bricks unsold again. */
async function returnBricks(tx: Tx, purchase: FullPurchase): Promise<void> {
  const returned = await returnPurchasedBricks(tx, purchase.id);
  if (returned !== purchase.brickCount)
    throw new Error(`purchase ${purchase.id} returned ${returned} bricks of ${purchase.brickCount}`);
}

/**
 * The caller has locked the property. Releases the held money of purchases whose payment was not sent. For the others it stays
 * held, as the provider may have moved it: the settlement refunds it then (A-primary-purchase-5). Returns how many were declined.
 */
export async function declineWaitingPurchases(
  tx: Tx,
  deps: Pick<AppDeps, 'jobs'>,
  propertyId: PropertyId,
  at: Temporal.Instant,
): Promise<number> {
  const waiting = await lockWaitingPurchases(tx, propertyId);
  for (const purchase of waiting) await changeStatus(tx, purchase.id, { from: purchase.status, to: 'declined', at });
  await lockWallets(tx, [...new Set(waiting.map((purchase) => purchase.customerId))]);
  for (const purchase of waiting) await cancelUnsentPayment(tx, deps, { ...purchase, status: 'declined' }, at);
  return waiting.length;
}

/**
 * Also releases the held money and mails the investor. Does nothing when the payment may have been sent: the settlement releases
 * or refunds the money once the provider has answered. Returns whether the payment was canceled.
 */
async function cancelUnsentPayment(
  tx: Tx,
  deps: Pick<AppDeps, 'jobs'>,
  purchase: FullPurchase,
  at: Temporal.Instant,
): Promise<boolean> {
  const { id, paymentId } = purchase;
  if (paymentId === null) throw new Error(`purchase ${id} has no payment to cancel`);
  if (!(await cancelPayment(tx, paymentId, at))) return false;
  await mailRefund(tx, deps, purchase);
  return true;
}
