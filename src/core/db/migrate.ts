// Applies the files of db/migrations in order, once each, as the owner of the tables; refuses a history that differs from the files.

import { createHash } from 'node:crypto';
import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import pg from 'pg';

const MIGRATIONS = fileURLToPath(new URL('../../../db/migrations/', import.meta.url));
const LOCK_KEY = 7_316_041;

/** While a DDL statement waits for its table lock, all later statements on the table queue behind it: rather abort the migration. */
const LOCK_TIMEOUT_MS = 5_000;
const LOCK_NOT_AVAILABLE = '55P03';

type Migration = { name: string; body: string; sha256: string };

/**
 * Brings the database at `url` to the newest migration and returns the names of those applied now. Concurrent calls wait for each other.
 * Errors, before anything is applied: an applied file was edited afterwards, or a new one sorts before an applied one. A migration that
 * does not get a lock in time is rolled back; those before it stay applied.
 */
export async function migrate(
  url: string,
  onProgress: (name: string) => void = () => {},
  { folder = MIGRATIONS, lockTimeoutMs = LOCK_TIMEOUT_MS } = {},
): Promise<string[]> {
  const client = new pg.Client({ connectionString: url, application_name: 'mortar migrate' });
  await client.connect();
  try {
    await client.query('select pg_advisory_lock($1)', [LOCK_KEY]);
    await client.query(`
      create table if not exists schema_migration (
        name text primary key,
        sha256 text not null,
        applied_at timestamptz not null default now()
      )`);
    const known = await client.query<{ name: string; sha256: string }>('select name, sha256 from schema_migration');
    const pending = pendingOf(await readMigrations(folder), new Map(known.rows.map((row) => [row.name, row.sha256])));
    for (const migration of pending) {
      await applyOne(client, migration, lockTimeoutMs);
      onProgress(migration.name);
    }
    return pending.map(({ name }) => name);
  } finally {
    await client.end();
  }
}

async function readMigrations(folder: string): Promise<Migration[]> {
  const names = (await readdir(folder)).filter((file) => file.endsWith('.sql')).sort();
  return Promise.all(
    names.map(async (name) => {
      const body = await readFile(join(folder, name), 'utf8');
      return { name, body, sha256: createHash('sha256').update(body).digest('hex') };
    }),
  );
}

/** `done`: digest by name. Names begin with a number of fixed width, so they sort in numeric order. */
function pendingOf(migrations: readonly Migration[], done: ReadonlyMap<string, string>): Migration[] {
  const newest = [...done.keys()].sort().at(-1);
  return migrations.filter(({ name, sha256 }) => {
    const before = done.get(name);
    if (before !== undefined && before !== sha256)
      throw new Error(`migration ${name} was changed after it had been applied: write a new one instead`);
    // It would run on tables that it was not written for, and in another order than on every other database.
    if (before === undefined && newest !== undefined && name < newest)
      throw new Error(`migration ${name} comes before ${newest}, which is already applied: give it a higher number`);
    return before === undefined;
  });
}

async function applyOne(client: pg.Client, { name, body, sha256 }: Migration, lockTimeoutMs: number): Promise<void> {
  await client.query('begin');
  try {
    await client.query(`set local lock_timeout = ${lockTimeoutMs}`);
    await client.query(body);
    await client.query('insert into schema_migration (name, sha256) values ($1, $2)', [name, sha256]);
    await client.query('commit');
  } catch (error) {
    await client.query('rollback');
    const isTimeout = error instanceof pg.DatabaseError && error.code === LOCK_NOT_AVAILABLE;
    const why = isTimeout ? `got no lock within ${lockTimeoutMs} ms, as another session holds it,` : 'failed';
    throw new Error(`migration ${name} ${why} and was undone`, { cause: error });
  }
}
