// Applies db/migrations in order, once each, by the owner of the tables; refuses a history that differs from the files.

import { createHash } from 'node:crypto';
import { readdir, readFile } from 'node:fs/promises';
import { fileURLToPath } from 'node:url';
import pg from 'pg';

const MIGRATIONS = fileURLToPath(new URL('../../../db/migrations/', import.meta.url));
const LOCK_KEY = 7_316_041;

/**
 * Brings the database at `url` to the newest migration and returns the names applied now. Several processes may call it
 * at once: they wait for each other. An applied file that was edited afterwards is an error, not a surprise.
 */
export async function migrate(url: string, onProgress: (name: string) => void = () => {}): Promise<string[]> {
  const client = new pg.Client({ connectionString: url, application_name: 'mortar migrate' });
  await client.connect();
  try {
    await client.query('select pg_advisory_lock($1)', [LOCK_KEY]);
    await client.query(
      'create table if not exists schema_migration (name text primary key, sha256 text not null, applied_at timestamptz not null default now())',
    );
    const known = await client.query<{ name: string; sha256: string }>('select name, sha256 from schema_migration');
    const done = new Map(known.rows.map((row) => [row.name, row.sha256]));
    const applied: string[] = [];
    for (const name of (await readdir(MIGRATIONS)).filter((file) => file.endsWith('.sql')).sort()) {
      const body = await readFile(MIGRATIONS + name, 'utf8');
      const sha256 = createHash('sha256').update(body).digest('hex');
      const before = done.get(name);
      if (before === sha256) continue;
      if (before !== undefined)
        throw new Error(`migration ${name} was changed after it had been applied: write a new one instead`);
      await applyOne(client, name, body, sha256);
      applied.push(name);
      onProgress(name);
    }
    return applied;
  } finally {
    await client.end();
  }
}

async function applyOne(client: pg.Client, name: string, body: string, sha256: string): Promise<void> {
  await client.query('begin');
  try {
    await client.query(body);
    await client.query('insert into schema_migration (name, sha256) values ($1, $2)', [name, sha256]);
    await client.query('commit');
  } catch (error) {
    await client.query('rollback');
    throw new Error(`migration ${name} failed and was undone`, { cause: error });
  }
}
