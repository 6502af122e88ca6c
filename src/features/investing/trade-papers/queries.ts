// SQL of trade papers. Every read is limited to the investor's own trades.

import type { Cents } from '../../../core/cents.ts';
import type { Database } from '../../../core/db/pool.ts';
import type { CustomerId } from '../../../core/db/tables.ts';
import type { Tx } from '../../../core/db/transaction.ts';
import { newId } from '../../../core/ids.ts';
import type { BilledTo } from '../invoices/index.ts';
import type { TradeKind } from './rules.ts';

/** A paper as it was issued; cents. `serial` counts all papers. */
export type TradePaper = {
  serial: number;
  kind: TradeKind;
  subjectId: string;
  party: BilledTo;
  propertyName: string;
  brickCount: number;
  priceCents: Cents;
  commissionCents: Cents;
  vatBps: number;
  vatCents: Cents;
  tradedAt: Temporal.Instant;
};

/** Writes the paper of one side of a trade; a second one is ignored. */
export async function insertPaper(
  tx: Tx,
  paper: Omit<TradePaper, 'serial' | 'tradedAt'> & { customerId: CustomerId; at: Temporal.Instant },
): Promise<void> {
  await tx
    .insertInto('trade_paper')
    .values({
      id: newId(),
      kind: paper.kind,
      subject_id: paper.subjectId,
      customer_id: paper.customerId,
      party: JSON.stringify(paper.party),
      property_name: paper.propertyName,
      brick_count: paper.brickCount,
      price_cents: paper.priceCents,
      commission_cents: paper.commissionCents,
      vat_bps: paper.vatBps,
      vat_cents: paper.vatCents,
      traded_at: paper.at,
    })
    .onConflict((conflict) => conflict.columns(['kind', 'subject_id']).doNothing())
    .execute();
}

/** Current status of the investor's purchase; undefined for another investor's. */
export async function findPurchaseStatus(db: Database, key: { customerId: CustomerId; purchaseId: string }) {
  return db
    .selectFrom('purchase')
    .select('status')
    .where('id', '=', key.purchaseId)
    .where('customer_id', '=', key.customerId)
    .executeTakeFirst();
}

/** Current status of a deal that the investor sells or buys; undefined for any other. */
export async function findDealStatus(db: Database, { customerId, dealId }: { customerId: CustomerId; dealId: string }) {
  return db
    .selectFrom('market_deal')
    .select('status')
    .where('id', '=', dealId)
    .where((deal) => deal.or([deal('seller_id', '=', customerId), deal('buyer_id', '=', customerId)]))
    .executeTakeFirst();
}

/** The investor's own paper of a trade; the other side of a deal has a paper of its own. */
export async function findPaper(
  db: Database,
  key: { customerId: CustomerId; subjectId: string; kinds: readonly TradeKind[] },
): Promise<TradePaper | undefined> {
  const row = await db
    .selectFrom('trade_paper')
    .select([
      'serial',
      'kind',
      'subject_id as subjectId',
      'party',
      'property_name as propertyName',
      'brick_count as brickCount',
      'price_cents as priceCents',
      'commission_cents as commissionCents',
      'vat_bps as vatBps',
      'vat_cents as vatCents',
      'traded_at as tradedAt',
    ])
    .where('subject_id', '=', key.subjectId)
    .where('customer_id', '=', key.customerId)
    .where('kind', 'in', [...key.kinds])
    .executeTakeFirst();
  // Border: only insertPaper writes this jsonb column.
  return row && { ...row, party: row.party as BilledTo };
}
