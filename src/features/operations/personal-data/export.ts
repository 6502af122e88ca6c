// The export of a person: a zip with what is kept of them as JSON and with their papers, for themselves or for an administrator.

import { extname } from 'node:path';
import { Readable } from 'node:stream';
import { strToU8, Zip, ZipDeflate, ZipPassThrough } from 'fflate';
import { recordAdminAction } from '../../../core/audit.ts';
import { type DataCipher, dataCipher } from '../../../core/data-cipher.ts';
import type { CustomerId } from '../../../core/db/tables.ts';
import { inTransaction } from '../../../core/db/transaction.ts';
import type { RouteAudit } from '../../../core/http/route.ts';
import type { AppDeps } from '../../../deps.ts';
import { assertCustomer } from '../../access/customers/index.ts';
import { claimTfa, consumeTfa } from '../../access/mfa/index.ts';
import { PERIODS } from './columns.ts';
import { EXPORTED, type ExportedList, exportedColumns, OF_PROJECTS, periodOf } from './export-tables.ts';
import { type ExportedRow, findUserId, listPapers, listRowsAbout } from './queries.ts';

type Deps = Pick<AppDeps, 'db' | 'clock' | 'config' | 'storage'>;

/** Uses up the code of action `personal-data-export`. Errors: those of the code. */
export async function exportOwnData(deps: Deps, input: { customerId: CustomerId; tfa: string }): Promise<Readable> {
  const { customerId, tfa } = input;
  const claim = await claimTfa(deps, { customerId, action: 'personal-data-export', code: tfa });
  await inTransaction(deps.db, (tx) => consumeTfa(tx, claim));
  return zipOf(entriesAbout(deps, customerId));
}

/** The audit row is written before anything leaves. Error: `not-found`. */
export async function exportCustomerData(deps: Deps, input: { customerId: CustomerId; audit: RouteAudit }): Promise<Readable> {
  const { customerId, audit } = input;
  await assertCustomer(deps.db, customerId);
  const target = { type: 'customer', id: customerId };
  await inTransaction(deps.db, (tx) => recordAdminAction(tx, { ...audit, target, at: deps.clock.now() }));
  return zipOf(entriesAbout(deps, customerId));
}

/** A file of the zip; `packed`: it is compressed already. */
type Entry = { name: string; bytes: Uint8Array; packed?: true };

const INTRODUCTION = `Vos données personnelles

Le dossier donnees contient, en JSON, ce qui est conservé à votre sujet ; index.json dit ce que contient chaque fichier et combien de
temps il est conservé. Les montants sont en centimes, les taux en points de base, les instants en temps universel. Le dossier documents
contient les fichiers que vous avez transmis et vos factures. Les mots de passe et les codes ne sont pas exportés.
`;

/** One table, then one file after the other: no more than that is held at once. */
async function* entriesAbout(deps: Deps, customerId: CustomerId): AsyncGenerator<Entry> {
  const userId = await findUserId(deps.db, customerId);
  yield { name: 'LISEZMOI.txt', bytes: strToU8(INTRODUCTION) };
  const index: object[] = [];
  for (const list of EXPORTED) {
    const id = list.of === 'customer' ? customerId : userId;
    const rows = id === undefined ? [] : await readList(deps, list, id);
    if (rows.length === 0) continue;
    const name = `donnees/${list.title}.json`;
    index.push({ file: name, rows: rows.length, table: list.table, kept: PERIODS[periodOf(list.table)] });
    yield jsonEntry(name, rows);
  }
  const missing: string[] = [];
  for (const { key, name } of await listPapers(deps.db, customerId)) {
    const file = await deps.storage.get(key);
    if (file) yield { name: `documents/${name}${extname(key)}`, bytes: file.bytes, packed: true };
    else missing.push(name);
  }
  yield jsonEntry('index.json', { exportedAt: deps.clock.now().toString(), files: index, missingDocuments: missing });
}

function jsonEntry(name: string, content: unknown): Entry {
  return { name, bytes: strToU8(`${JSON.stringify(content, null, 2)}\n`) };
}

async function readList({ db, config }: Deps, { table, link }: ExportedList, id: string): Promise<ExportedRow[]> {
  const columns = exportedColumns(table);
  const rows = await listRowsAbout(db, { table, link, id, columns, ofProject: OF_PROJECTS.has(table) });
  return rows.map((row) => inWords(row, table, dataCipher(config)));
}

/** `amount_cents` is `amountCents`, an encrypted value in clear under its own name. Instants and dates are ISO 8601 in JSON. */
function inWords({ rowKey, ...row }: ExportedRow, table: string, cipher: DataCipher): ExportedRow {
  return Object.fromEntries(
    Object.entries(row).map(([column, value]) => {
      const name = column.replace(/_ciphertext$/, '');
      const said =
        name !== column && value instanceof Buffer && value.length > 0
          ? decrypted(cipher, value, { table, name, rowKey })
          : value;
      return [name.replaceAll(/_([a-z])/g, (_, letter: string) => letter.toUpperCase()), said];
    }),
  );
}

function decrypted(cipher: DataCipher, value: Buffer, of: { table: string; name: string; rowKey: unknown }): string {
  return cipher.decrypt(value, { column: `${of.table}.${of.name}`, row: String(of.rowKey) });
}

/** The zip as it is read: the next entry is made once the one before has left. */
function zipOf(entries: AsyncGenerator<Entry>): Readable {
  return Readable.from(chunksOf(entries), { objectMode: false });
}

async function* chunksOf(entries: AsyncGenerator<Entry>): AsyncGenerator<Uint8Array> {
  const chunks: Uint8Array[] = [];
  const zip = new Zip((error, chunk) => {
    if (error) throw error;
    if (chunk.length > 0) chunks.push(chunk);
  });
  for await (const { name, bytes, packed } of entries) {
    const file = packed ? new ZipPassThrough(name) : new ZipDeflate(name, { level: 6 });
    zip.add(file);
    file.push(bytes, true);
    yield* chunks.splice(0);
  }
  zip.end();
  yield* chunks.splice(0);
}
