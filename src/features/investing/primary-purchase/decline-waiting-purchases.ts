// Declines the waiting purchases of a property when its funding closes (funding.md#closing).

import type { PropertyId } from '../../../core/db/tables.ts';
import type { Tx } from '../../../core/db/transaction.ts';
import type { AppDeps } from '../../../deps.ts';
import { lockWallets } from '../../../money/ledger/index.ts';
import { changeStatus, lockWaitingPurchases } from './queries.ts';
import { stopPayment } from './stop-payment.ts';

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
  for (const purchase of waiting) await stopPayment(tx, deps, { ...purchase, status: 'declined' }, at);
  return waiting.length;
}
