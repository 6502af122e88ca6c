// SQL of what a transaction is part of: a purchase, a deal, a withdrawal or a gift card, with its paper, and whether its money is held.

import { sql } from 'kysely';
import type { Database } from '../../../core/db/pool.ts';

/** What an investor's transaction is part of. `invoiceId`: of the fee of a withdrawal. */
export type TransactionRecord = {
  kind: 'purchase' | 'deal' | 'withdrawal' | 'gift-card';
  id: string;
  isConfirmed: boolean;
  invoiceId: string | null;
};

/** Records by the ids of their transactions, each found by its index; a transaction without one is left out. */
export async function readRecords(db: Database, transactionIds: readonly string[]): Promise<Map<string, TransactionRecord>> {
  if (transactionIds.length === 0) return new Map();
  const ids = sql`any (${[...transactionIds]}::uuid[])`;
  const { rows } = await sql<TransactionRecord & { transactionId: string | null }>`
    select wallet_transaction_id as "transactionId", 'purchase' as kind, id, status = 'confirmed' as "isConfirmed",
      null::uuid as "invoiceId"
    from purchase
    where wallet_transaction_id = ${ids}
    union all
    select refund_transaction_id, 'purchase', id, false, null
    from purchase
    where refund_transaction_id = ${ids}
    union all
    select buying_transaction_id, 'deal', id, status = 'confirmed', null
    from market_deal
    where buying_transaction_id = ${ids}
    union all
    select selling_transaction_id, 'deal', id, status = 'confirmed', null
    from market_deal
    where selling_transaction_id = ${ids}
    union all
    select wallet_transaction_id, 'withdrawal', id, false, null
    from withdrawal
    where wallet_transaction_id = ${ids}
    union all
    select fee_transaction_id, 'withdrawal', id, false, invoice_id
    from withdrawal
    where fee_transaction_id = ${ids}
    union all
    select purchase_transaction_id, 'gift-card', id, false, null
    from gift_card
    where purchase_transaction_id = ${ids}
    union all
    select refund_transaction_id, 'gift-card', id, false, null
    from gift_card
    where refund_transaction_id = ${ids}`.execute(db);
  return new Map(rows.flatMap(({ transactionId, ...record }) => (transactionId === null ? [] : [[transactionId, record]])));
}

/** Those of these transactions whose money lies in the investor's HELD: they wait, and the ledger has their hold. */
export async function findHeld(db: Database, waitingIds: readonly string[]): Promise<Set<string>> {
  if (waitingIds.length === 0) return new Set();
  const rows = await db
    .selectFrom('ledger_posting')
    .select('reference')
    .where('reference', '=', (any) => any.fn.any(any.val([...waitingIds])))
    .where('step', '=', 'hold')
    .execute();
  return new Set(rows.map(({ reference }) => reference));
}
