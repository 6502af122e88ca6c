// Brings a database to what db/ says: lays an empty one from db/schema, applies db/migrations once each, replaces functions that changed.

import { createHash } from 'node:crypto';
import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import pg from 'pg';

const FOLDER = fileURLToPath(new URL('../../../db/', import.meta.url));
const LOCK_KEY = 7_316_041;

/** While a DDL statement waits for its table lock, all later statements on the table queue behind it: rather abort the migration. */
const LOCK_TIMEOUT_MS = 5_000;
const LOCK_NOT_AVAILABLE = '55P03';

/** `path` below db/, such as `functions/ledger_post.sql`. */
type SqlFile = { path: string; text: string; sha256: string };

/**
 * Brings the database at `url` to the newest state and returns the paths of the files applied now. Concurrent calls wait for each other.
 * Errors, before anything is applied: the database was made by a version without db/schema, or the schema or a migration was edited after
 * it had been applied, or a new migration sorts before an applied one. The schema, each migration, and all functions are a transaction
 * each: what fails, or gets no lock in time, is rolled back, and what was applied before it stays.
 */
export async function migrate(
  url: string,
  onProgress: (path: string) => void = () => {},
  { folder = FOLDER, lockTimeoutMs = LOCK_TIMEOUT_MS } = {},
): Promise<string[]> {
  const client = new pg.Client({ connectionString: url, application_name: 'mortar migrate' });
  await client.connect();
  try {
    await client.query('select pg_advisory_lock($1)', [LOCK_KEY]);
    await refuseEarlierDatabase(client);
    const steps = await planSteps(client, folder);
    for (const files of steps) {
      await applyTogether(client, files, lockTimeoutMs);
      for (const { path } of files) onProgress(path);
    }
    return steps.flat().map(({ path }) => path);
  } finally {
    await client.end();
  }
}

async function refuseEarlierDatabase(client: pg.Client): Promise<void> {
  const { rows } = await client.query<{ is_earlier: boolean }>(
    `select to_regclass('schema_migration') is not null as is_earlier`,
  );
  if (rows[0]?.is_earlier)
    throw new Error(
      'this database was made by a version before the first release and cannot be upgraded: give migrate an empty one (of `npm start`: delete the folder .data)',
    );
}

/** What is to be applied, in this order, and together what is applied in one transaction. */
async function planSteps(client: pg.Client, folder: string): Promise<SqlFile[][]> {
  await client.query(`
    create table if not exists applied_sql (
      file text primary key,
      sha256 text not null,
      applied_at timestamptz not null default now()
    )`);
  const { rows } = await client.query<{ file: string; sha256: string }>('select file, sha256 from applied_sql');
  const done = new Map(rows.map(({ file, sha256 }) => [file, sha256]));
  const schema = await readFiles(folder, 'schema');
  const functions = await readFiles(folder, 'functions');
  const migrations = await readFiles(folder, 'migrations');
  const isEmpty = done.size === 0;
  if (!isEmpty) refuseOtherSchema(schema, done);

  // New functions of triggers come first, as triggers name them. All others come last, as they may name types of tables: an old one stays
  // until the migrations that its successor counts on are applied.
  const first = functions.filter(({ path, text }) => !done.has(path) && /\breturns trigger\b/i.test(text));
  const last = functions.filter((file) => !first.includes(file) && done.get(file.path) !== file.sha256);
  return [[...first, ...(isEmpty ? schema : [])], ...pendingOf(migrations, done).map((migration) => [migration]), last].filter(
    (files) => files.length > 0,
  );
}

async function readFiles(folder: string, part: 'schema' | 'functions' | 'migrations'): Promise<SqlFile[]> {
  const names = (await readdir(join(folder, part))).filter((file) => file.endsWith('.sql')).sort();
  return Promise.all(
    names.map(async (name) => {
      const text = await readFile(join(folder, part, name), 'utf8');
      // Comments of the schema may be improved after it was applied.
      const digested = part === 'schema' ? text.replaceAll(/^\s*--.*\n/gm, '') : text;
      return { path: `${part}/${name}`, text, sha256: createHash('sha256').update(digested).digest('hex') };
    }),
  );
}

function refuseOtherSchema(schema: readonly SqlFile[], done: ReadonlyMap<string, string>): void {
  const other = schema.find(({ path, sha256 }) => done.get(path) !== sha256);
  if (other !== undefined)
    throw new Error(
      `db/${other.path} is not what this database was laid from: write a migration, or give migrate an empty database`,
    );
}

/** `done`: digest by path. Names begin with a number of fixed width, so they sort in numeric order. */
function pendingOf(migrations: readonly SqlFile[], done: ReadonlyMap<string, string>): SqlFile[] {
  const newest = [...done.keys()]
    .filter((path) => path.startsWith('migrations/'))
    .sort()
    .at(-1);
  return migrations.filter(({ path, sha256 }) => {
    const before = done.get(path);
    if (before !== undefined && before !== sha256)
      throw new Error(`db/${path} was changed after it had been applied: write a new one instead`);
    // It would run on tables that it was not written for, and in another order than on every other database.
    if (before === undefined && newest !== undefined && path < newest)
      throw new Error(`db/${path} comes before db/${newest}, which is already applied: give it a higher number`);
    return before === undefined;
  });
}

async function applyTogether(client: pg.Client, files: readonly SqlFile[], lockTimeoutMs: number): Promise<void> {
  let current = '';
  await client.query('begin');
  try {
    // Functions call each other, and are created in the order of their names.
    await client.query(`set local lock_timeout = ${lockTimeoutMs}; set local check_function_bodies = off`);
    for (const { path, text, sha256 } of files) {
      current = path;
      await client.query(text);
      await client.query(
        `insert into applied_sql (file, sha256) values ($1, $2)
         on conflict (file) do update set sha256 = excluded.sha256, applied_at = now()`,
        [path, sha256],
      );
    }
    await client.query('commit');
  } catch (error) {
    await client.query('rollback');
    const isTimeout = error instanceof pg.DatabaseError && error.code === LOCK_NOT_AVAILABLE;
    const why = isTimeout ? `got no lock within ${lockTimeoutMs} ms, as another session holds it,` : 'failed';
    throw new Error(`db/${current} ${why} and was undone${files.length > 1 ? ' with what was to be applied with it' : ''}`, {
      cause: error,
    });
  }
}
