// DELETE /customers/purchases/:purchaseId: the investor cancels a purchase within its withdrawal window, free
// of charge (A-primary-purchase-7).

import type { CustomerId } from '../../../core/db/tables.ts';
import { inTransaction, type Tx } from '../../../core/db/transaction.ts';
import { AppError } from '../../../core/errors.ts';
import { assertAllowed } from '../../../core/states.ts';
import type { AppDeps } from '../../../deps.ts';
import { returnPurchasedBricks } from '../../../money/bricks/index.ts';
import { lockProperty } from '../../projects/project-life/index.ts';
import { PURCHASE_NOT_FOUND, WITHDRAWAL_WINDOW_ELAPSED } from './errors.ts';
import { changeStatus, type FullPurchase, findPropertyOfPurchase, lockPurchase } from './queries.ts';
import { isInsideWindow } from './rules.ts';
import { startRefund } from './start-refund.ts';
import { PURCHASE_VERBS } from './states.ts';
import { stopPayment } from './stop-payment.ts';

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
    else await stopPayment(tx, { jobs }, canceled, at);
  });
}

/** Makes the bricks unsold again. */
async function returnBricks(tx: Tx, purchase: FullPurchase): Promise<void> {
  const returned = await returnPurchasedBricks(tx, purchase.id);
  if (returned !== purchase.brickCount)
    throw new Error(`purchase ${purchase.id} returned ${returned} bricks of ${purchase.brickCount}`);
}
