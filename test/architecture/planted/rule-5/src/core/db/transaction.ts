export async function inTransaction(db: Db, work: (tx: Tx) => Promise<void>): Promise<void> {
  await db.transaction().execute((tx) => work(tx as Tx));
}
export type Reader = Db | Tx;
