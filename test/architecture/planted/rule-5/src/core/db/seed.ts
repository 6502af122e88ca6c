export const seed = (db: Db) => inTransaction(db, async () => {});
