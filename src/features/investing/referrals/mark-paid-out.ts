// Marks properties as paid once all their rewards are paid.

import type { PropertyId } from '../../../core/db/tables.ts';
import type { Tx } from '../../../core/db/transaction.ts';
import { lockProperties, markReferralsPaid } from '../../projects/project-life/index.ts';
import { listPaidOut } from './payout-queries.ts';

/**
 * All properties in these financial statuses, or only `propertyId`; each is checked again under its lock. Returns how many were
 * marked.
 */
export async function markPaidOut(
  tx: Tx,
  mark: { statuses: readonly string[]; propertyId?: PropertyId; at: Temporal.Instant },
): Promise<number> {
  const { statuses, propertyId, at } = mark;
  const candidates = propertyId === undefined ? await listPaidOut(tx, { statuses }) : [propertyId];
  if (candidates.length === 0) return 0;
  await lockProperties(tx, candidates);
  const paidOut = await listPaidOut(tx, { statuses, propertyIds: candidates });
  await markReferralsPaid(tx, paidOut, at);
  return paidOut.length;
}
