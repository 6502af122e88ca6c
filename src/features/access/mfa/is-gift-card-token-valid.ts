// The purchase of a gift card refuses a bad token early, before the provider is asked.

import type { Database } from '../../../core/db/pool.ts';
import { findGiftCardToken } from './queries.ts';
import { digestOfToken } from './rules.ts';

/** True for an unused, unexpired token of this customer. */
export async function isGiftCardTokenValid(
  db: Database,
  { token, customerId, at }: { token: string; customerId: string; at: Temporal.Instant },
): Promise<boolean> {
  return findGiftCardToken(db, { sha256: digestOfToken(token), customerId, at });
}
