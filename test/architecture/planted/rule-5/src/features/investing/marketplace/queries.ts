const LOCK = 'select id from market_deal where id = $1 for update';
export async function listDeals(db: Db): Promise<void> {
  await db.selectFrom('market_deal').execute();
}
export async function lockDeal(tx: Tx): Promise<void> {
  await query(tx, LOCK);
}
export async function lockLoosely(db: Db): Promise<void> { // planted
  await query(db, LOCK);
}
export async function insertDeal(db: Db): Promise<void> { // planted
  await db.insertInto('market_deal').values({ id: 1 }).execute();
}
export const updateDeal = async (db: Db | Tx): Promise<void> => { // planted
  await sql`update market_deal d set price = 1 where id = 2`.execute(db);
};
export async function deleteDeal(id: string, tx: Tx): Promise<void> { // planted
  await remove(tx, id);
}
async function remove(tx: Tx, id: string): Promise<void> {
  await tx.deleteFrom('market_deal').where('id', '=', id).execute();
}
async function clean(db: Db): Promise<void> { // planted
  await remove(db, '1');
}
export async function peek(db: Db): Promise<void> { // planted
  await db.selectFrom('market_deal').forUpdate().execute();
}
export async function noTransactionAtAll(): Promise<void> { // planted
  await sql`delete from market_deal`.execute(clean);
}
export async function show(db: Db, view: { lockDeal: string }): Promise<void> {
  await db.selectFrom('market_deal').where('id', '=', view.lockDeal).execute();
}
