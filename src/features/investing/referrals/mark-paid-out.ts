// A property whose rewards have all arrived is marked as paid.

import type { Tx } from '../../../core/db/transaction.ts';
import { lockProperties, markReferralsPaid } from '../../projects/project-life/index.ts';
import { listPaidOut } from './payout-queries.ts';

/** Marks, once, every property in these statuses that is paid out, or one; locked and then judged. Returns how many were marked. */
export async function markPaidOut(
  tx: Tx,
  mark: { statuses: readonly string[]; propertyId?: string; at: Temporal.Instant },
): Promise<number> {
  const { statuses, propertyId, at } = mark;
  const wanted = propertyId === undefined ? await listPaidOut(tx, { statuses }) : [propertyId];
  if (wanted.length === 0) return 0;
  await lockProperties(tx, wanted);
  const paidOut = await listPaidOut(tx, { statuses, propertyIds: wanted });
  await markReferralsPaid(tx, paidOut, at);
  return paidOut.length;
}
