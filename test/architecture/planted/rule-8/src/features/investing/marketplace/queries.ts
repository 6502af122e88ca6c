export const writes = async (tx: Tx, table: string): Promise<void> => {
  await tx.insertInto('ledger_posting').values({}).execute(); // planted
  await tx.updateTable('wallet_transaction as w').set({ amount: 1 }).execute(); // planted
  await tx.deleteFrom('payment').execute(); // planted
  await tx.with('sold', (db) => db.updateTable('brick').set({ owner: 1 })).execute(); // planted
  await tx.insertInto(table).values({}).execute(); // planted
  await sql`INSERT INTO ledger_line (id) values (1)`.execute(tx); // planted
  await sql`update ${sql.table('brick')} set owner_id = 1`.execute(tx); // planted
  await query('delete from ' + '"wallet_transaction"'); // planted
  // planted
  await sql`with sold as (
    update brick set owner_id = 1 returning id
  ) select id from sold`.execute(tx);
  await tx.selectFrom('ledger_posting').execute();
  await tx.insertInto('brick_price').values({}).execute();
  await sql`select id from brick for update`.execute(tx);
};
export const states = async (tx: Tx, status: string, patch: object): Promise<void> => {
  await tx.updateTable('market_deal').set({ status: 'sold' }).where('id', '=', 1).returning('id').execute(); // planted
  await tx.updateTable('market_deal').set({ status }).where('status', '=', 'pending').execute(); // planted
  await tx.updateTable('market_deal').set('status', 'sold').execute(); // planted
  await tx.updateTable('market_deal').set((row) => ({ status: row.ref('next') })).returning('id').execute(); // planted
  await tx.insertInto('market_deal').values({}).onConflict((on) => on.column('id').doUpdateSet({ status: 'sold' })).execute(); // planted
  await sql`update market_deal set price = 1, status = 'sold' where id = 1 returning id`.execute(tx); // planted
  await sql`update market_deal d set status = 'sold' where d.status = 'pending'`.execute(tx); // planted
  await sql`with a as (update market_deal set status = 'sold') select * from a where status = 'x' returning 1`.execute(tx); // planted
  await tx.updateTable('market_deal').set({ status: 'sold' }).where('market_deal.status', 'in', ['pending']).returningAll().execute();
  await tx.updateTable('market_deal').set({ status: 'sold' }).where((row) => row('status', '=', 'pending')).returning(['id']).execute();
  await tx.updateTable('market_deal').set({ price: 1 }).where('id', '=', 1).execute();
  await tx.updateTable('market_deal').set({ ...patch }).execute();
  await tx.updateTable('market_deal').set({ status: 'sold' }).where('id', '=', 1).returning(['id', 'status']).execute(); // planted
  await sql`update market_deal set price = 1 where id = 2`.execute(tx);
  await sql`with a as (update market_deal set status = 'x' where id in (select 1) and status = 'p' returning id) select 1`.execute(tx);
  await sql`update market_deal set status = 'x'; select 1 where status = 'y' returning 1`.execute(tx); // planted
  views.get(1).set({ status: 'seen' });
  await tx.insertInto('market_deal').values({ status: 'pending' }).execute();
  await sql`update market_deal as d set "status" = 'sold' from buyer b where d.id = b.id and d.status = ${status} returning d.id`.execute(tx);
};
