// What `migrate` does with a folder of the test's own: an empty database, functions that changed, migrations, and what it refuses.

import assert from 'node:assert/strict';
import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { type TestContext, test } from 'node:test';
import pg from 'pg';
import { migrate } from './migrate.ts';

let databases = 0;

const SCHEMA = 'create table account (id integer);\ncreate trigger watched after insert on account execute function watch();';
const WATCH = 'create or replace function watch() returns trigger language plpgsql as $$ begin return null; end $$;';
/** Names a type of a table, and calls a function that is created after it. */
const HALF = 'create or replace function half(p account) returns integer language sql as $$ select share(p.id, 2) $$;';
const PLANNED = ' set plan_cache_mode to force_generic_plan as ';
const SHARE = 'create or replace function share(p integer, q integer) returns integer language sql as $$ select p / q $$;';

/** An empty database, a connection to it, and a folder with files like those of db/. */
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
  for (const part of ['schema', 'functions', 'migrations']) await mkdir(join(folder, part));
  t.after(async () => {
    await client.end();
    await admin.query(`drop database if exists ${name} with (force)`);
    await admin.end();
    await rm(folder, { recursive: true });
  });
  const write = (path: string, text: string) => writeFile(join(folder, path), text);
  await write('schema/01_accounts.sql', SCHEMA);
  await write('functions/half.sql', HALF);
  await write('functions/share.sql', SHARE);
  await write('functions/watch.sql', WATCH);
  const tables = async () => {
    const { rows } = await client.query<{ name: string }>(
      `select tablename as name from pg_tables where schemaname = 'public' and tablename <> 'applied_sql' order by 1`,
    );
    return rows.map((row) => row.name);
  };
  /** Source, settings and version of the row of a function. */
  const describe = async (called: string) => {
    const { rows } = await client.query(
      'select prosrc as source, proconfig as settings, xmin::text as version from pg_proc where proname = $1',
      [called],
    );
    return rows[0];
  };
  const run = (lockTimeoutMs?: number) =>
    migrate(url.href, () => {}, lockTimeoutMs === undefined ? { folder } : { folder, lockTimeoutMs });
  return { client, write, tables, describe, run };
}

test('an empty database is laid: functions of triggers, schema, migrations, the other functions; a second run does nothing', async (t) => {
  const { client, write, tables, run } = await setUp(t);
  await write('schema/02_lines.sql', 'create table line (id integer)');
  await write('migrations/0002_b.sql', 'create table b as select * from a');
  await write('migrations/0001_a.sql', 'create table a (id integer)');

  assert.deepEqual(await run(), [
    'functions/watch.sql',
    'schema/01_accounts.sql',
    'schema/02_lines.sql',
    'migrations/0001_a.sql',
    'migrations/0002_b.sql',
    'functions/half.sql',
    'functions/share.sql',
  ]);
  assert.deepEqual(await tables(), ['a', 'account', 'b', 'line']);
  const { rows } = await client.query('select half(row(8)::account) as half');
  assert.deepEqual(rows, [{ half: 4 }]);
  assert.deepEqual(await run(), []);
});

test('a function whose text changed is replaced with its settings, and the others are not', async (t) => {
  const { write, describe, run } = await setUp(t);
  await run();
  const before = await describe('share');

  await write('functions/half.sql', HALF.replace(' as ', PLANNED));
  await write('functions/watch.sql', WATCH.replace('return null', 'return new'));
  assert.deepEqual(await run(), ['functions/half.sql', 'functions/watch.sql']);
  assert.deepEqual((await describe('half')).settings, ['plan_cache_mode=force_generic_plan']);
  assert.match((await describe('watch')).source, /return new/);
  assert.deepEqual(await describe('share'), before);

  await write('functions/half.sql', HALF.replace('2', '4').replace(' as ', PLANNED));
  assert.deepEqual(await run(), ['functions/half.sql']);
  const replaced = await describe('half');
  assert.match(replaced.source, /4/);
  assert.deepEqual(replaced.settings, ['plan_cache_mode=force_generic_plan']);
});

test('a database of before there was a schema is refused, and left as it is', async (t) => {
  const { client, tables, run } = await setUp(t);
  await client.query('create table schema_migration (name text primary key)');

  await assert.rejects(run(), /made by a version before the first release and cannot be upgraded: give migrate an empty one/);
  assert.deepEqual(await tables(), ['schema_migration']);
});

test('an applied migration that was edited is refused, and nothing is applied', async (t) => {
  const { write, tables, run } = await setUp(t);
  await write('migrations/0002_b.sql', 'create table b (id integer)');
  await run();
  await write('migrations/0002_b.sql', 'create table b (id bigint)');
  await write('migrations/0003_c.sql', 'create table c (id integer)');

  await assert.rejects(run(), /db\/migrations\/0002_b\.sql was changed after it had been applied/);
  assert.deepEqual(await tables(), ['account', 'b']);
});

test('a schema that was edited or grew after it was applied is refused', async (t) => {
  const { write, tables, run } = await setUp(t);
  await run();

  await write('schema/01_accounts.sql', SCHEMA.replace('integer', 'bigint'));
  await assert.rejects(run(), /db\/schema\/01_accounts\.sql is not what this database was laid from: write a migration/);
  await write('schema/01_accounts.sql', SCHEMA);
  await write('schema/02_lines.sql', 'create table line (id integer)');
  await assert.rejects(run(), /db\/schema\/02_lines\.sql is not what this database was laid from/);
  assert.deepEqual(await tables(), ['account']);
});

test('comments of the schema may be improved after it was applied', async (t) => {
  const { write, run } = await setUp(t);
  await run();
  await write('schema/01_accounts.sql', `-- What somebody has.\n${SCHEMA}`);

  assert.deepEqual(await run(), []);
});

test('a migration with a number below an applied one is refused, and nothing is applied', async (t) => {
  const { write, tables, run } = await setUp(t);
  await write('migrations/0002_b.sql', 'create table b (id integer)');
  await run();
  await write('migrations/0001_a.sql', 'create table a (id integer)');
  await write('migrations/0003_c.sql', 'create table c (id integer)');

  await assert.rejects(run(), /db\/migrations\/0001_a\.sql comes before db\/migrations\/0002_b\.sql, which is already applied/);
  assert.deepEqual(await tables(), ['account', 'b']);
});

test('a schema that fails leaves nothing behind', async (t) => {
  const { write, tables, describe, run } = await setUp(t);
  await write('schema/02_lines.sql', 'create table line (id integer); select 1 / 0');

  await assert.rejects(run(), /db\/schema\/02_lines\.sql failed and was undone with what was to be applied with it/);
  assert.deepEqual(await tables(), []);
  assert.equal(await describe('watch'), undefined);

  await write('schema/02_lines.sql', 'create table line (id integer)');
  await run();
  assert.deepEqual(await tables(), ['account', 'line']);
});

test('a migration that fails leaves nothing half: those before it stay, and the functions that count on it wait', async (t) => {
  const { write, tables, describe, run } = await setUp(t);
  await run();
  const before = await describe('watch');
  await write('migrations/0001_a.sql', 'create table a (id integer)');
  await write('migrations/0002_b.sql', 'create table b (id integer); alter table account add column name text; select 1 / 0');
  await write('functions/watch.sql', WATCH.replace('return null', 'new.name := null; return new'));

  await assert.rejects(run(), /db\/migrations\/0002_b\.sql failed and was undone/);
  assert.deepEqual(await tables(), ['a', 'account']);
  assert.deepEqual(await describe('watch'), before);

  await write('migrations/0002_b.sql', 'create table b (id integer); alter table account add column name text');
  assert.deepEqual(await run(), ['migrations/0002_b.sql', 'functions/watch.sql']);
});

test('every migration waits for a lock at most five seconds', async (t) => {
  const { client, write, run } = await setUp(t);
  await write('migrations/0001_a.sql', `create table a as select current_setting('lock_timeout') as lock_timeout`);
  await write('migrations/0002_b.sql', `create table b as select current_setting('lock_timeout') as lock_timeout`);

  await run();

  const { rows } = await client.query('select lock_timeout from a union all select lock_timeout from b');
  assert.deepEqual(rows, [{ lock_timeout: '5s' }, { lock_timeout: '5s' }]);
});

test('a migration that gets no lock is undone and says so; the next try applies it', async (t) => {
  const { client, write, tables, run } = await setUp(t);
  await write('migrations/0001_a.sql', 'create table a (id integer)');
  await run();
  await write('migrations/0002_b.sql', 'create table b (id integer); alter table a add column name text');
  await client.query('begin');
  await client.query('select from a');

  await assert.rejects(run(50), /0002_b\.sql got no lock within 50 ms, as another session holds it, and was undone/);
  assert.deepEqual(await tables(), ['a', 'account']);

  await client.query('rollback');
  assert.deepEqual(await run(50), ['migrations/0002_b.sql']);
});
