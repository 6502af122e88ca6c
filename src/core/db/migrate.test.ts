// Migrations of a folder of the test's own, in an empty database: their order, and how long they wait for a lock.

import assert from 'node:assert/strict';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { type TestContext, test } from 'node:test';
import pg from 'pg';
import { migrate } from './migrate.ts';

let databases = 0;

/** An empty database, a connection to it, and a folder for migrations. */
async function setUp(t: TestContext) {
  databases += 1;
  const name = `mortar_migrate_${process.pid}_${databases}`;
  const server = process.env.TEST_DATABASE_URL ?? '';
  const admin = new pg.Client({ connectionString: server });
  await admin.connect();
  await admin.query(`create database ${name}`);
  const url = new URL(server);
  url.pathname = `/${name}`;
  const client = new pg.Client({ connectionString: url.href });
  await client.connect();
  const folder = await mkdtemp(join(tmpdir(), 'mortar-migrate-'));
  t.after(async () => {
    await client.end();
    await admin.query(`drop database if exists ${name} with (force)`);
    await admin.end();
    await rm(folder, { recursive: true });
  });
  const add = (file: string, body: string) => writeFile(join(folder, file), body);
  const tables = async () => {
    const { rows } = await client.query<{ name: string }>(
      `select tablename as name from pg_tables where schemaname = 'public' and tablename <> 'schema_migration' order by 1`,
    );
    return rows.map((row) => row.name);
  };
  return { url: url.href, client, folder, add, tables };
}

test('migrations are applied in order, once each', async (t) => {
  const { url, folder, add, tables } = await setUp(t);
  await add('0002_b.sql', 'create table b as select * from a');
  await add('0001_a.sql', 'create table a (id integer)');

  assert.deepEqual(await migrate(url, () => {}, { folder }), ['0001_a.sql', '0002_b.sql']);
  assert.deepEqual(await migrate(url, () => {}, { folder }), []);
  assert.deepEqual(await tables(), ['a', 'b']);
});

test('an applied migration that was edited is refused, and nothing is applied', async (t) => {
  const { url, folder, add, tables } = await setUp(t);
  await add('0002_b.sql', 'create table b (id integer)');
  await migrate(url, () => {}, { folder });
  await add('0002_b.sql', 'create table b (id bigint)');
  await add('0003_c.sql', 'create table c (id integer)');

  await assert.rejects(
    migrate(url, () => {}, { folder }),
    /0002_b\.sql was changed after it had been applied/,
  );
  assert.deepEqual(await tables(), ['b']);
});

test('a migration with a number below an applied one is refused, and nothing is applied', async (t) => {
  const { url, folder, add, tables } = await setUp(t);
  await add('0002_b.sql', 'create table b (id integer)');
  await migrate(url, () => {}, { folder });
  await add('0001_a.sql', 'create table a (id integer)');
  await add('0003_c.sql', 'create table c (id integer)');

  await assert.rejects(
    migrate(url, () => {}, { folder }),
    /0001_a\.sql comes before 0002_b\.sql, which is already applied/,
  );
  assert.deepEqual(await tables(), ['b']);
});

test('every migration waits for a lock at most five seconds', async (t) => {
  const { url, client, folder, add } = await setUp(t);
  await add('0001_a.sql', `create table a as select current_setting('lock_timeout') as lock_timeout`);
  await add('0002_b.sql', `create table b as select current_setting('lock_timeout') as lock_timeout`);

  await migrate(url, () => {}, { folder });

  const { rows } = await client.query('select lock_timeout from a union all select lock_timeout from b');
  assert.deepEqual(rows, [{ lock_timeout: '5s' }, { lock_timeout: '5s' }]);
});

test('a migration that gets no lock is undone and says so; the next try applies it', async (t) => {
  const { url, client, folder, add, tables } = await setUp(t);
  await add('0001_a.sql', 'create table a (id integer)');
  await migrate(url, () => {}, { folder });
  await add('0002_b.sql', 'create table b (id integer); alter table a add column name text');
  await client.query('begin');
  await client.query('select from a');

  await assert.rejects(
    migrate(url, () => {}, { folder, lockTimeoutMs: 50 }),
    /0002_b\.sql got no lock within 50 ms, as another session holds it, and was undone/,
  );
  assert.deepEqual(await tables(), ['a']);

  await client.query('rollback');
  assert.deepEqual(await migrate(url, () => {}, { folder, lockTimeoutMs: 50 }), ['0002_b.sql']);
});
