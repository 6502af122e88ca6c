import type { Tx } from '../../core/db/transaction.ts';
import { insertPosting } from './queries.ts';
export async function post(tx: Tx, amountCents: number): Promise<void> {
  await insertPosting(tx, amountCents);
}
