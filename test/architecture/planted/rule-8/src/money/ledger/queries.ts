export const post = async (tx: Tx): Promise<void> => {
  await tx.insertInto('ledger_posting').values({}).execute();
  await tx.updateTable('payment').set({ status: 'CONFIRMED' }).where('status', '=', 'WAITING').returning('id').execute();
  await tx.updateTable('brick').set({ status: 'sold' }).execute(); // planted
};
