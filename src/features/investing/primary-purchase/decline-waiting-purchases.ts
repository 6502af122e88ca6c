// The funding closes: what still waits for the provider is declined (funding.md#closing, closing).

import type { Tx } from '../../../core/db/transaction.ts';
import type { AppDeps } from '../../../deps.ts';
import { lockWallets } from '../../../money/ledger/index.ts';
import { changeStatus, lockWaitingPurchases } from './queries.ts';
import { stopPayment } from './stop-payment.ts';

/**
 * Declines every waiting purchase of the property, whose row the caller has locked, and releases the holds of those whose
 * payment was not sent. The others keep their hold: the provider may have moved the money, and the settlement refunds it
 * (A-primary-purchase-5). Returns how many were declined.
 */
export async function declineWaitingPurchases(
  tx: Tx,
  deps: Pick<AppDeps, 'jobs'>,
  propertyId: string,
  at: Temporal.Instant,
): Promise<number> {
  const waiting = await lockWaitingPurchases(tx, propertyId);
  for (const purchase of waiting) await changeStatus(tx, purchase.id, { from: purchase.status, to: 'declined', at });
  await lockWallets(tx, [...new Set(waiting.map((purchase) => purchase.customerId))]);
  for (const purchase of waiting) await stopPayment(tx, deps, { ...purchase, status: 'declined' }, at);
  return waiting.length;
}
