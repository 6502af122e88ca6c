// A small source tree without a violation: the rules must find nothing.
import type { Transaction } from 'kysely';
export type Tx = Transaction<object> & { readonly inside: true };
export type Database = { transaction(): { execute(work: (tx: unknown) => Promise<unknown>): Promise<unknown> } };
export async function inTransaction<T>(db: Database, work: (tx: Tx) => Promise<T>): Promise<T> {
  return (await db.transaction().execute((tx) => work(tx as Tx))) as T;
}
