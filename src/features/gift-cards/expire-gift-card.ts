// A card that nobody redeemed in time goes back to its buyer.

import { inTransaction } from '../../core/db/transaction.ts';
import type { AppDeps } from '../../deps.ts';
import { openPayment } from '../../money/wallet/index.ts';
import { changeCard, findCard } from './queries.ts';

/** Starts the refund of an active card: WAITING transaction, payment order, job. False when it was redeemed meanwhile. */
export async function expireGiftCard(
  deps: Pick<AppDeps, 'db' | 'clock' | 'jobs' | 'config'>,
  giftCardId: string,
): Promise<boolean> {
  const at = deps.clock.now();
  return inTransaction(deps.db, async (tx) => {
    if (!(await changeCard(tx, giftCardId, { from: 'active', to: 'refunding', at }))) return false;
    const card = await findCard(tx, giftCardId);
    if (!card) throw new Error(`gift card ${giftCardId} is gone`);
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
      sides: [{ type: 'GIFT_CARD_REFUND', owner: { customerId: buyerId }, amountCents, held: false }],
    });
    const [transactionId = null] = transactionIds;
    return changeCard(tx, giftCardId, { from: 'refunding', to: 'refunding', at, with: { refund_transaction_id: transactionId } });
  });
}
