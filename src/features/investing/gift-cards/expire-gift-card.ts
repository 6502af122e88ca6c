// Refunds an expired card to its buyer (A-gift-cards-6).

import { inTransaction } from '../../../core/db/transaction.ts';
import type { AppDeps } from '../../../deps.ts';
import { openPayment } from '../../../money/payments/index.ts';
import { changeCard, lockActiveCard } from './queries.ts';

/** Opens the refund of an active card: WAITING transaction, payment, job. False when it is no longer active. */
export async function expireGiftCard(
  deps: Pick<AppDeps, 'db' | 'clock' | 'jobs' | 'config'>,
  giftCardId: string,
): Promise<boolean> {
  const at = deps.clock.now();
  return inTransaction(deps.db, async (tx) => {
    const card = await lockActiveCard(tx, giftCardId);
    if (!card) return false;
    const { buyerId, amountCents } = card;
    const { transactionIds } = await openPayment(tx, deps, {
      order: {
        kind: 'transfer',
        purpose: 'gift-card-refund',
        subjectId: giftCardId,
        fromAccountId: deps.config.PLATFORM_MAIN_ACCOUNT_ID,
        toAccountId: buyerId,
        amountCents,
        comment: `Refund of gift card ${giftCardId}`,
        at,
      },
      sides: { refund: { type: 'GIFT_CARD_REFUND', owner: { customerId: buyerId }, amountCents } },
    });
    const refund = { refund_transaction_id: transactionIds.refund };
    await changeCard(tx, giftCardId, { from: 'active', to: 'refunding', at, with: refund });
    return true;
  });
}
