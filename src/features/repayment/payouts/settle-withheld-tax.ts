// Settles a transfer of withheld tax to the platform's tax account.

import { formatEuros } from '../../../core/cents.ts';
import type { Tx } from '../../../core/db/transaction.ts';
import type { AppDeps } from '../../../deps.ts';
import { type EndedPayment, NOTHING_TO_POST, settle } from '../../../money/payments/index.ts';
import { enqueueChatMessage } from '../../../providers/chat/index.ts';
import { forgetTaxOrder } from './tax-queries.ts';

/** Settlement of `withheld-tax`. Nothing is posted: the ledger moved the tax with each coupon. The next run retries a refused transfer. */
export async function settleWithheldTax(tx: Tx, deps: Pick<AppDeps, 'jobs'>, payment: EndedPayment): Promise<void> {
  await settle(tx, payment, {
    succeeded: async () => NOTHING_TO_POST,
    failed: async (_at, { reason }) => {
      await forgetTaxOrder(tx, payment.id);
      await enqueueChatMessage(tx, deps, {
        channel: 'internal-alerts',
        text: `Le transfert de ${formatEuros(payment.amountCents)} d’impôt prélevé a été refusé : ${reason}. Il sera retenté.`,
      });
      return NOTHING_TO_POST;
    },
  });
}
