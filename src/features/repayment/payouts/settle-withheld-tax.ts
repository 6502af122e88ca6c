// What follows the provider's answer to a transfer of withheld tax.

import { formatEuros } from '../../../core/cents.ts';
import type { Tx } from '../../../core/db/transaction.ts';
import type { AppDeps } from '../../../deps.ts';
import { type EndedPayment, NOTHING_TO_POST, settle } from '../../../money/payments/index.ts';
import { enqueueChatMessage } from '../../../providers/chat/index.ts';
import { forgetTaxOrder } from './tax-queries.ts';

/** Settlement of `withheld-tax`: the ledger moved the tax with each coupon already; a refused transfer is ordered again by the next run. */
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
