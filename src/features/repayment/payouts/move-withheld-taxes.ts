// The withheld tax of paid coupons is transferred from the SPVs' wallets to the platform's tax account at the provider.

import { inTransaction } from '../../../core/db/transaction.ts';
import { newId } from '../../../core/ids.ts';
import { openPayment } from '../../../money/payments/index.ts';
import type { PayoutDeps } from './run-payouts.ts';
import { listSpvsWithTaxes, lockTaxesToMove, writeTaxOrder } from './tax-queries.ts';

/**
 * Orders one transfer per SPV for all tax that no transfer has taken yet (A-payouts-4). Returns how many were ordered. A transfer may
 * carry the tax of several projects: the ledger took it from each project's own purse when its coupons were paid.
 */
export async function moveWithheldTaxes(deps: PayoutDeps): Promise<number> {
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
