// The tax withheld from paid coupons follows to the platform's tax account at the provider, one transfer per SPV's wallet.

import { inTransaction } from '../../../core/db/transaction.ts';
import { newId } from '../../../core/ids.ts';
import type { AppDeps } from '../../../deps.ts';
import { openPayment } from '../../../money/payments/index.ts';
import { listSpvsWithTaxes, lockTaxesToMove, writeTaxOrder } from './tax-queries.ts';

/**
 * Orders a transfer of what no transfer has taken yet (A-payouts-4); each line's tax leaves once. Returns how many were ordered.
 * One transfer may carry the tax of several projects: the ledger took it from each project's own purse before.
 */
export async function moveTaxes(deps: Pick<AppDeps, 'db' | 'clock' | 'jobs' | 'config'>): Promise<number> {
  let ordered = 0;
  for (const { spvId, accountId } of await listSpvsWithTaxes(deps.db)) {
    ordered += await inTransaction(deps.db, async (tx) => {
      const { ids, taxCents } = await lockTaxesToMove(tx, spvId);
      if (taxCents === 0) return 0;
      const { orderId } = await openPayment(tx, deps, {
        order: {
          kind: 'transfer',
          purpose: 'withheld-tax',
          subjectId: newId(),
          fromAccountId: accountId,
          toAccountId: deps.config.PLATFORM_TAX_ACCOUNT_ID,
          amountCents: taxCents,
          comment: `Withheld tax ${spvId}`,
          at: deps.clock.now(),
        },
        sides: {},
      });
      await writeTaxOrder(tx, ids, orderId);
      return 1;
    });
  }
  return ordered;
}
