import { sql } from 'kysely';
import type { Tx } from '../../core/db/transaction.ts';
export async function insertPosting(tx: Tx, amountCents: number): Promise<void> {
  await sql`insert into ledger_posting (amount_cents) values (${amountCents})`.execute(tx);
}
