// What follows the provider's answer to a transfer of withheld tax.

import { formatEuros } from '../../core/cents.ts';
import type { Tx } from '../../core/db/transaction.ts';
import type { AppDeps } from '../../deps.ts';
import type { PaymentOrder, PaymentOutcome } from '../../money/wallet/index.ts';
import { enqueueChatMessage } from '../../providers/chat/index.ts';
import { forgetTaxOrder } from './tax-queries.ts';

/** Settlement of `withheld-tax`: the ledger moved the tax with each coupon already; a refused transfer is ordered again by the next run. */
export async function settleWithheldTax(
  tx: Tx,
  deps: Pick<AppDeps, 'jobs'>,
  order: PaymentOrder,
  outcome: PaymentOutcome,
): Promise<void> {
  if (outcome.status === 'succeeded') return;
  await forgetTaxOrder(tx, order.id);
  await enqueueChatMessage(tx, deps, {
    channel: 'internal-alerts',
    text: `Le transfert de ${formatEuros(order.amountCents)} d’impôt prélevé a été refusé : ${outcome.reason}. Il sera retenté.`,
  });
}
