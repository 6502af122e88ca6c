// Refunds an expired card to its buyer (A-gift-cards-6).

import { inTransaction } from '../../../core/db/transaction.ts';
import type { AppDeps } from '../../../deps.ts';
import { openRefund } from './open-refund.ts';
import { lockCard } from './queries.ts';

/** Opens the refund of an active card. False when it is no longer active. */
export async function expireGiftCard(
  deps: Pick<AppDeps, 'db' | 'clock' | 'jobs' | 'config'>,
  giftCardId: string,
): Promise<boolean> {
  return inTransaction(deps.db, async (tx) => {
    const card = await lockCard(tx, giftCardId, 'active');
    if (!card) return false;
    await openRefund(tx, deps, card);
    return true;
  });
}
