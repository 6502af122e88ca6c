// The one-shot token of confirm-code is used up by the purchase of a gift card, in the purchase's own transaction.

import type { Tx } from '../../../core/db/transaction.ts';
import { markGiftCardTokenUsed } from './queries.ts';
import { digestOfToken } from './rules.ts';

/** Uses the token up. False when it is unknown, another customer's, used or expired; of two uses at once one gets true. */
export async function consumeGiftCardToken(
  tx: Tx,
  { token, customerId, at }: { token: string; customerId: string; at: Temporal.Instant },
): Promise<boolean> {
  return markGiftCardTokenUsed(tx, { sha256: digestOfToken(token), customerId, at });
}
