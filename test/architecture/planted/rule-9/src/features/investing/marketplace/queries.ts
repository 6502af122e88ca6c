export const writes = async (tx: Tx): Promise<void> => {
  await tx.updateTable('property').set({ name: 'mine' }).execute(); // planted
  await tx.insertInto('customer').values({}).execute(); // planted
  await tx.deleteFrom('echeance as e').execute(); // planted
  await sql`update property set name = 'mine' where id = 1`.execute(tx); // planted
  await sql`with gone as (delete from spv where id = 1 returning id) select id from gone`.execute(tx); // planted
  await tx.insertInto('admin_action').values({}).execute(); // planted
  await sql`update brick_holding set brick_count = 0`.execute(tx); // planted
  await sql`select withdraw(p_withdrawal => 1)`.execute(tx); // planted
  await sql`select purchase_deal(p_deal => 1)`.execute(tx);
  await tx.updateTable('market_deal').set({ price: 1 }).execute();
  await tx.selectFrom('property').selectAll().execute();
  await sql`select id from property for update`.execute(tx);
  await sql`update somebody set property = 1`.execute(tx);
};
