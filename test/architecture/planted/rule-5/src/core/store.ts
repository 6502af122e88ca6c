export const store = (db: Db) => sql`insert into idempotency_key values (1)`.execute(db);
