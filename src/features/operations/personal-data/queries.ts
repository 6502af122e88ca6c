// SQL of the export: the rows of any table that lead to a person, and the files that are stored of them.

import { type SqlBool, sql } from 'kysely';
import type { Database } from '../../../core/db/pool.ts';
import type { CustomerId } from '../../../core/db/tables.ts';

/** Columns that identify a row for its ciphertexts, beside `id`. */
const ROW_KEYS: Readonly<Record<string, string>> = { deposit_account: 'customer_id' };

export type ExportedRow = Readonly<Record<string, unknown>>;

/** The rows with these columns, `rowKey`, and `project` where they are of one. */
export async function listRowsAbout(
  db: Database,
  { table, link, id, columns, ofProject }: { table: string; link: string; id: string; columns: string[]; ofProject: boolean },
): Promise<ExportedRow[]> {
  const selected = columns.map((column) => sql`row_about.${sql.ref(column)}`);
  // Encrypted values are bound to their row.
  if (columns.some((column) => column.endsWith('_ciphertext')))
    selected.push(sql`row_about.${sql.ref(ROW_KEYS[table] ?? 'id')} as "rowKey"`);
  if (ofProject) selected.push(sql`(select property.name from property where property.id = row_about.property_id) as project`);
  if (selected.length === 0) return [];
  const { rows } = await sql<ExportedRow>`
    select ${sql.join(selected)}
    from ${sql.table(table)} as row_about
    where row_about.${sql.ref(link)} = ${id}`.execute(db);
  return rows;
}

/** A stored file of theirs: its key, and the name that it has in the export, without its end. */
export type StoredPaper = { key: string; name: string };

/** Identity documents, invoices and what they sent as a referrer. */
export async function listPapers(db: Database, customerId: CustomerId): Promise<StoredPaper[]> {
  const [documents, invoices, sent] = await Promise.all([
    db.selectFrom('identity_document').select(['type', 'storage_key as key']).where('customer_id', '=', customerId).execute(),
    db
      .selectFrom('invoice')
      .select(['year', 'number', 'storage_key as key'])
      .where('customer_id', '=', customerId)
      .where(sql<SqlBool>`storage_key is not null`)
      .$narrowType<{ key: string }>()
      .execute(),
    db
      .selectFrom('referral_invoice')
      .select(['id', 'storage_key as key'])
      .where('referrer_customer_id', '=', customerId)
      .execute(),
  ]);
  return [
    ...documents.map(({ type, key }) => ({ key, name: `identite-${type}` })),
    ...invoices.map(({ year, number, key }) => ({ key, name: `facture-${year}-${number}` })),
    ...sent.map(({ id, key }) => ({ key, name: `facture-de-parrainage-${id}` })),
  ];
}

/** The account of an investor; undefined for another id. */
export async function findUserId(db: Database, customerId: CustomerId): Promise<string | undefined> {
  return (await db.selectFrom('customer').select('user_id').where('id', '=', customerId).executeTakeFirst())?.user_id;
}
