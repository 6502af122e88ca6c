// The functions of db/functions: one in each file, which is named after it; its callers; bodies that PostgreSQL takes.

import assert from 'node:assert/strict';
import { existsSync, globSync, readFileSync } from 'node:fs';
import { basename, join } from 'node:path';
import { after, before, describe, it } from 'node:test';
import pg from 'pg';
import { REPOSITORY } from '../architecture/walls.ts';
import { createTestDatabase } from '../support/database.ts';

const DEFINED = /^create (?:or replace )?function (\w+)/gim;

const read = (path: string) => readFileSync(join(REPOSITORY, path), 'utf8');
const files = globSync('db/functions/*.sql', { cwd: REPOSITORY })
  .toSorted()
  .map((path) => ({ path, name: basename(path, '.sql'), text: read(path) }));

let database: Awaited<ReturnType<typeof createTestDatabase>>;
let client: pg.Client;
before(async () => {
  database = await createTestDatabase();
  client = new pg.Client({ connectionString: database.url });
  await client.connect();
});
after(async () => {
  await client.end();
  await database.drop();
});

describe('a file of db/functions', () => {
  it('replaces the function that it is named after, and no other', () => {
    assert.ok(files.length > 30);
    for (const { path, name, text } of files) {
      assert.deepEqual(
        [...text.matchAll(DEFINED)].map(([, defined]) => defined),
        [name],
        path,
      );
      assert.match(text, /^create or replace function /m, path);
    }
  });

  it('names its callers, and they are there and call it', () => {
    for (const { path, name, text } of files) {
      const [, callers] = /^-- Called by ((?:.*\n-- )*.*)/m.exec(text) ?? [];
      assert.ok(callers, `${path} does not say who calls ${name}`);
      for (const [, named = ''] of callers.matchAll(/([\w/-]+\/[\w-]+\.ts)\b/g)) {
        assert.ok(existsSync(join(REPOSITORY, 'src', named)), `${path} names ${named}, which is not there`);
        assert.ok(read(join('src', named)).includes(name), `${path}: src/${named} does not call ${name}`);
      }
    }
  });
});

describe('the functions of the database', () => {
  it('are those of the files', async () => {
    const { rows } = await client.query<{ name: string }>(
      `select distinct proname as name from pg_proc where pronamespace = 'public'::regnamespace and probin is null order by 1`,
    );
    assert.deepEqual(
      rows.map(({ name }) => name),
      files.map(({ name }) => name),
    );
  });

  it('have bodies that PostgreSQL takes', async () => {
    await client.query('begin');
    for (const { path, text } of files) await assert.doesNotReject(client.query(text), path);
    await client.query('rollback');
  });

  it('are written nowhere else: neither created nor altered', () => {
    const others = globSync('db/{schema,migrations}/*.sql', { cwd: REPOSITORY }).filter((path) =>
      /^\s*(?:create (?:or replace )?|alter )function/im.test(read(path)),
    );
    assert.deepEqual(others, []);
  });
});
