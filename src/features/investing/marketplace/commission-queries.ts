// SQL of the commissions of confirmed deals: their status, and those that the provider refused.

import { sql } from 'kysely';
import type { Cents } from '../../../core/cents.ts';
import type { Database } from '../../../core/db/pool.ts';
import type { CustomerId } from '../../../core/db/tables.ts';
import type { Tx } from '../../../core/db/transaction.ts';
import { nothingUndecided } from '../../../money/payments/index.ts';

/** `none`: the deal is not confirmed, or free of commission. Only confirmed deals have the others. */
export type CommissionStatus = 'none' | 'waiting' | 'refused' | 'moved';

/** A deal with the buyer, from whose wallet the commission is paid; cents. */
export type CommissionedDeal = { id: string; buyerId: CustomerId; commissionCents: Cents };

/** `from` -> `to`, which locks the deal; throws when the commission is in another status. */
export async function changeCommission(
  tx: Tx,
  dealId: string,
  change: { from: CommissionStatus; to: CommissionStatus },
): Promise<CommissionedDeal> {
  const row = await tx
    .updateTable('market_deal')
    .set({ commission_status: change.to })
    .where('id', '=', dealId)
    .where('commission_status', '=', change.from)
    .returning(['id', 'buyer_id as buyerId', 'commission_cents as commissionCents'])
    .executeTakeFirst();
  // A check constraint: a commission in any status but `none` has a buyer.
  if (!row?.buyerId) throw new Error(`the commission of deal ${dealId} is not ${change.from}`);
  return { ...row, buyerId: row.buyerId };
}

/** Deals whose commission was refused and is not retried yet, oldest first; without those that wait for an administrator. */
export async function listRefusedCommissions(db: Database, limit: number): Promise<string[]> {
  const rows = await db
    .selectFrom('market_deal')
    .select('id')
    // A literal, not a parameter: a prepared statement can use the partial index only for a value that it knows.
    .where('commission_status', '=', sql.lit('refused' as const))
    .where(nothingUndecided('market_deal.id'))
    .orderBy('confirmed_at')
    .limit(limit)
    .execute();
  return rows.map((row) => row.id);
}
