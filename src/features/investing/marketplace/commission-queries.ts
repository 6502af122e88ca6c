// SQL of the commissions of confirmed deals: how far each is, and which the provider refused.

import { sql } from 'kysely';
import type { Database } from '../../../core/db/pool.ts';
import type { Tx } from '../../../core/db/transaction.ts';

/** `none`: nothing is owed yet, or ever. The others are of confirmed deals. */
export type CommissionStatus = 'none' | 'waiting' | 'refused' | 'moved';

/** A deal whose commission is paid by its buyer; cents. */
export type CommissionedDeal = { id: string; buyerId: string; commissionCents: number };

/** One state of a deal's commission to the next, which locks the deal; throws when it is in another one. */
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
  // The database holds that a commission in any state but `none` has a buyer.
  if (!row?.buyerId) throw new Error(`the commission of deal ${dealId} is not ${change.from}`);
  return { ...row, buyerId: row.buyerId };
}

/** Deals whose commission was refused for good and is not asked for again yet, the oldest first. */
export async function listRefusedCommissions(db: Database, limit: number): Promise<string[]> {
  const rows = await db
    .selectFrom('market_deal')
    .select('id')
    // Words of a partial index are written out: of a parameter a prepared statement cannot know that the index fits.
    .where('commission_status', '=', sql.lit('refused' as const))
    .orderBy('confirmed_at')
    .limit(limit)
    .execute();
  return rows.map((row) => row.id);
}

/** Whether one commission of the deal was refused, the one being settled; false once there were more. */
export async function isFirstRefusal(tx: Tx, dealId: string): Promise<boolean> {
  const row = await tx
    .selectFrom('payment_order')
    .where('subject_id', '=', dealId)
    .where('purpose', '=', 'market-deal-commission')
    .where('status', '=', 'failed')
    .select((select) => select.fn.countAll<number>().as('count'))
    .executeTakeFirstOrThrow();
  return row.count === 1;
}
