import { sql } from 'kysely';
import type { Tx } from '../../../core/db/transaction.ts';
export type DealRow = { id: string; status: string };
type Reader = { selectFrom(table: string): { execute(): Promise<DealRow[]> } };
export async function listDeals(db: Reader): Promise<DealRow[]> {
  return await db.selectFrom('market_deal').execute();
}
export async function lockDeal(tx: Tx, id: string): Promise<void> {
  await sql`select id from market_deal where id = ${id} for update`.execute(tx);
}
export async function reserveDeal(tx: Tx, id: string): Promise<DealRow | undefined> {
  return await tx
    .updateTable('market_deal')
    .set({ status: 'reserved' })
    .where('id', '=', id)
    .where('market_deal.status', '=', 'pending')
    .returning(['id', 'status'])
    .executeTakeFirst();
}
export async function renameDeal(tx: Tx, id: string): Promise<void> {
  await tx.updateTable('market_deal').set({ name: 'status' }).where('id', '=', id).execute();
}
