import { sql } from 'kysely';
import type { Tx } from '../../core/db/transaction.ts';
export async function confirmPayments(tx: Tx): Promise<void> {
  await sql`update payment set status = 'CONFIRMED' where status = 'WAITING' returning id`.execute(tx);
}
