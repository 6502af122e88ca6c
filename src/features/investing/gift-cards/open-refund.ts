// Opens the refund of a card whose value is still the buyer's: WAITING transaction, payment, job.

import type { Tx } from '../../../core/db/transaction.ts';
import type { AppDeps } from '../../../deps.ts';
import { openPayment, type PaymentAudit } from '../../../money/payments/index.ts';
import { changeCard, type GiftCard } from './queries.ts';

/** The caller has locked the card. `audit` is the row of the administrator who asked for it. */
export async function openRefund(
  tx: Tx,
  deps: Pick<AppDeps, 'clock' | 'jobs' | 'config'>,
  { id, status, buyerId, amountCents }: GiftCard,
  audit?: PaymentAudit,
): Promise<void> {
  const at = deps.clock.now();
  const { transactionIds } = await openPayment(tx, deps, {
    order: {
      kind: 'transfer',
      purpose: 'gift-card-refund',
      subjectId: id,
      fromAccountId: deps.config.PLATFORM_MAIN_ACCOUNT_ID,
      toAccountId: buyerId,
      amountCents,
      comment: `Refund of gift card ${id}`,
      at,
      ...(audit && { audit }),
    },
    sides: { refund: { type: 'GIFT_CARD_REFUND', owner: { customerId: buyerId }, amountCents } },
  });
  const refund = { refund_transaction_id: transactionIds.refund };
  await changeCard(tx, id, { from: status, to: 'refunding', at, with: refund });
}
