// The one figure of the proof that is no violation.

import { sql } from 'kysely';
import type { Tx } from '../../core/db/transaction.ts';

/** Cents of all ledger accounts together; zero, or money came from nowhere. */
export async function sumOfBalances(tx: Tx): Promise<number> {
  const row = await tx
    .selectFrom('ledger_account')
    .select((select) => select.fn.coalesce(select.fn.sum<number>('balance_cents'), sql<number>`0`).as('sum'))
    .executeTakeFirstOrThrow();
  return row.sum;
}
