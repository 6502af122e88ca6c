// A refused commission is ordered again: by the job, or by an administrator when no job orders it any more (A-payments-5).

import type { Tx } from '../../../core/db/transaction.ts';
import type { AppDeps } from '../../../deps.ts';
import { changeCommission } from './commission-queries.ts';
import { orderCommission } from './order-commission.ts';

/** The caller knows that no payment of the commission moved money. Throws when it is not refused. */
export async function orderCommissionAgain(
  tx: Tx,
  deps: Pick<AppDeps, 'clock' | 'config' | 'jobs'>,
  dealId: string,
): Promise<void> {
  const deal = await changeCommission(tx, dealId, { from: 'refused', to: 'waiting' });
  await orderCommission(tx, deps, deal, deps.clock.now());
}
