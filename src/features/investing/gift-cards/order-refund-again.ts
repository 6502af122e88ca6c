// An administrator orders the refused refund of a gift card again (A-payments-5).

import type { Tx } from '../../../core/db/transaction.ts';
import type { AppDeps } from '../../../deps.ts';
import { openRefund } from './open-refund.ts';
import { lockCard } from './queries.ts';

/** The caller has locked the refused payment, and knows that none of the refund moved money. */
export async function orderGiftCardRefundAgain(
  tx: Tx,
  deps: Pick<AppDeps, 'clock' | 'config' | 'jobs'>,
  giftCardId: string,
): Promise<void> {
  const card = await lockCard(tx, giftCardId, 'refund_failed');
  if (!card) throw new Error(`gift card ${giftCardId} has no refused refund`);
  await openRefund(tx, deps, card);
}
