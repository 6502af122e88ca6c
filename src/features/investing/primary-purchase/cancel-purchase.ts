// DELETE /customers/purchases/:purchaseId: the investor withdraws inside the window, free of charge.

import { inTransaction, type Tx } from '../../../core/db/transaction.ts';
import { AppError } from '../../../core/errors.ts';
import type { AppDeps } from '../../../deps.ts';
import { returnPurchasedBricks } from '../../../money/bricks/index.ts';
import { lockProperty } from '../../projects/project-life/index.ts';
import { NOT_CANCELABLE, PURCHASE_NOT_FOUND, WITHDRAWAL_WINDOW_ELAPSED } from './errors.ts';
import { changeStatus, type FullPurchase, findPropertyOfPurchase, lockPurchase } from './queries.ts';
import { isInsideWindow } from './rules.ts';
import { startRefund } from './start-refund.ts';
import { stopPayment } from './stop-payment.ts';

/**
 * Locks the property, then the purchase, so that neither a purchase, the closing nor the settlement sees half of it.
 * Confirmed: bricks unsold again and a refund under way. Waiting and not sent: the payment never happens. Waiting and
 * perhaps sent: the hold stays until the provider answers, and the settlement releases or refunds.
 */
export async function cancelPurchase(
  deps: Pick<AppDeps, 'db' | 'clock' | 'jobs'>,
  { customerId, purchaseId }: { customerId: string; purchaseId: string },
): Promise<void> {
  const { clock, jobs } = deps;
  await inTransaction(deps.db, async (tx) => {
    const propertyId = await findPropertyOfPurchase(tx, purchaseId, customerId);
    if (propertyId === undefined) throw new AppError(PURCHASE_NOT_FOUND);
    const property = await lockProperty(tx, propertyId);
    const purchase = await lockPurchase(tx, purchaseId);
    if (!property || !purchase) throw new AppError(PURCHASE_NOT_FOUND);
    // After the locks: the wait for them may have outlived the window.
    const at = clock.now();
    const { status, windowEnd } = purchase;
    if (status === 'canceled' || status === 'declined') throw new AppError(NOT_CANCELABLE);
    if (property.funding_ended_at !== null || !isInsideWindow(windowEnd, at)) throw new AppError(WITHDRAWAL_WINDOW_ELAPSED);
    await changeStatus(tx, purchaseId, { from: status, to: 'canceled', at });
    const canceled: FullPurchase = { ...purchase, status: 'canceled' };
    if (status === 'confirmed') await takeBack(tx, { jobs }, canceled, at);
    else await stopPayment(tx, { jobs }, canceled, at);
  });
}

async function takeBack(tx: Tx, deps: Pick<AppDeps, 'jobs'>, purchase: FullPurchase, at: Temporal.Instant): Promise<void> {
  const returned = await returnPurchasedBricks(tx, purchase.id);
  if (returned !== purchase.brickCount)
    throw new Error(`purchase ${purchase.id} returned ${returned} bricks of ${purchase.brickCount}`);
  await startRefund(tx, deps, purchase, at);
}
