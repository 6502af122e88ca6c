export const own = async (tx: Tx): Promise<void> => {
  await tx.updateTable('property').set({ name: 'ours' }).execute();
  await sql`update property set name = 'ours' where id = 1`.execute(tx);
};
