// A world's database as a dump brings it into another server: the same rows, the numbers of another cluster's transactions.

import { chmodSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import pg from 'pg';
import { startPostgres, THROWAWAY_SETTINGS } from '../../scripts/embedded-postgres.ts';
import { removeHome } from '../../scripts/postgres-home.ts';
import { migrate } from '../../src/core/db/migrate.ts';
import { migrateJobs } from '../../src/core/jobs/migrate.ts';
import { jobs } from '../../src/worker.ts';

/** The owner's address of the copy, and its end. */
export type CopiedDatabase = { url: string; remove(): Promise<void> };

/**
 * Makes a server, migrates a database there and fills it with the rows of `url`, as pg_restore does with the triggers disabled. The
 * embedded PostgreSQL has no pg_dump; what counts of a dump is that a row keeps its columns and the cluster is another one.
 */
export async function copyToAnotherServer(url: string): Promise<CopiedDatabase> {
  const folder = mkdtempSync(path.join(tmpdir(), `mortar-test-${process.pid}-copy-`));
  chmodSync(folder, 0o711);
  const dataDir = path.join(folder, 'postgres');
  const server = await startPostgres({ dataDir, settings: THROWAWAY_SETTINGS });
  const remove = async () => {
    await server.stop('immediate');
    removeHome(dataDir);
    rmSync(folder, { recursive: true, force: true });
  };
  try {
    await migrate(server.url);
    await migrateJobs(server.url, jobs);
    await copyRows(url, server.url);
    return { url: server.url, remove };
  } catch (error) {
    await remove();
    throw error;
  }
}

async function copyRows(fromUrl: string, toUrl: string): Promise<void> {
  const [from, to] = [new pg.Client({ connectionString: fromUrl }), new pg.Client({ connectionString: toUrl })];
  await Promise.all([from.connect(), to.connect()]);
  try {
    await to.query('begin');
    await to.query('set local session_replication_role = replica');
    const { rows: tables } = await from.query<{ name: string; columns: string }>(
      `select quote_ident(c.relname) as name, string_agg(quote_ident(a.attname), ', ' order by a.attnum) as columns
       from pg_class c join pg_attribute a on a.attrelid = c.oid and a.attnum > 0 and not a.attisdropped and a.attgenerated = ''
       where c.relnamespace = 'public'::regnamespace and c.relkind = 'r' group by 1`,
    );
    for (const { name, columns } of tables) {
      const { rows } = await from.query<{ rows: string }>(
        `select coalesce(json_agg(to_json(t)), '[]')::text as rows from (select ${columns} from ${name}) t`,
      );
      // By SQL: a dump restores rows, whatever the product would make of them.
      await to.query(`delete from ${name}`);
      // By SQL: the same.
      await to.query(
        `insert into ${name} (${columns}) overriding system value select ${columns} from json_populate_recordset(null::${name}, $1)`,
        [rows[0]?.rows],
      );
    }
    await copySequences(from, to);
    await to.query('commit');
  } finally {
    await Promise.all([from.end(), to.end()]);
  }
}

async function copySequences(from: pg.Client, to: pg.Client): Promise<void> {
  const { rows } = await from.query<{ name: string; last: string }>(
    `select quote_ident(sequencename) as name, last_value::text as last from pg_sequences where schemaname = 'public' and last_value is not null`,
  );
  for (const { name, last } of rows) await to.query('select setval($1::regclass, $2::bigint)', [name, last]);
}
