import { AsyncLocalStorage } from 'node:async_hooks'; // planted
export const ambient = new AsyncLocalStorage();
export const store = (db: Db) => inTransaction(db, async () => {}); // planted
export async function byHand(db: Db): Promise<void> {
  await db.transaction().execute(async () => {}); // planted
  await db.query('BEGIN'); // planted
  await sql`start transaction`.execute(db); // planted
  const note = 'begin with the deal';
  await db.query(`select 1 -- ${note}`);
}
