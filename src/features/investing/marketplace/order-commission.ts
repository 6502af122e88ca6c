// Opens the payment of a confirmed deal's commission from the buyer's wallet to the platform.

import type { Cents } from '../../../core/cents.ts';
import type { CustomerId } from '../../../core/db/tables.ts';
import type { Tx } from '../../../core/db/transaction.ts';
import type { AppDeps } from '../../../deps.ts';
import { openPayment } from '../../../money/payments/index.ts';

/**
 * It has no wallet transaction, as those of the deal include it in their amounts. Its money was held with the price of the deal,
 * and stays in the buyer's HELD until the payment succeeds. The caller has set the commission's status to `waiting`.
 */
export async function orderCommission(
  tx: Tx,
  deps: Pick<AppDeps, 'jobs' | 'config'>,
  deal: { id: string; buyerId: CustomerId; commissionCents: Cents },
  at: Temporal.Instant,
): Promise<void> {
  await openPayment(tx, deps, {
    order: {
      kind: 'transfer',
      purpose: 'market-deal-commission',
      subjectId: deal.id,
      fromAccountId: deal.buyerId,
      toAccountId: deps.config.PLATFORM_MAIN_ACCOUNT_ID,
      amountCents: deal.commissionCents,
      comment: `Commission of deal ${deal.id}`,
      at,
    },
    sides: {},
  });
}
