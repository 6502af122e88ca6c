// The commission of a confirmed deal leaves the buyer's wallet at the provider in a payment of its own.

import type { Tx } from '../../../core/db/transaction.ts';
import type { AppDeps } from '../../../deps.ts';
import { openPayment } from '../../../money/payments/index.ts';

/**
 * Writes the payment and its job. No transaction shows it, as the deal's own have it inside their price; its money was held with
 * them and stays in the buyer's HELD until the provider has moved it. The caller has marked the commission as waiting.
 */
export async function orderCommission(
  tx: Tx,
  deps: Pick<AppDeps, 'jobs' | 'config'>,
  deal: { id: string; buyerId: string; commissionCents: number },
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
