// Production starts neither as a superuser, nor as the owner of the tables, nor as somebody who may not act as the application.

import assert from 'node:assert/strict';
import { after, before, it } from 'node:test';
import pg from 'pg';
import { createTestDatabase, serviceAddress } from '../../../test/support/database.ts';
import { assertServiceRole } from './service-role.ts';

let database: Awaited<ReturnType<typeof createTestDatabase>>;
let superuser: pg.Client;

before(async () => {
  database = await createTestDatabase();
  superuser = new pg.Client({ connectionString: database.url });
  await superuser.connect();
});
after(async () => {
  await superuser.end();
  await database.drop();
});

/** An account of this test, with what it may do; dropped afterwards. */
async function withAccount(rights: string, use: (url: string) => Promise<void>): Promise<void> {
  const name = `mortar_account_${process.pid}`;
  await superuser.query(`create role ${name} login password 'of-this-test'`);
  const url = new URL(database.url);
  url.username = name;
  url.password = 'of-this-test';
  try {
    await superuser.query(rights.replaceAll('ACCOUNT', name));
    await use(url.href);
  } finally {
    await superuser.query(`reassign owned by ${name} to current_user; drop owned by ${name}; drop role ${name}`);
  }
}

const REMEDY = /grant mortar_app to mortar.*going-to-production/;
const refused = (url: string, why: RegExp) =>
  assert.rejects(assertServiceRole(url, 'DATABASE_URL'), (error: Error) => why.test(error.message) && REMEDY.test(error.message));

it('a superuser is refused, and told what to do', () => refused(database.url, /DATABASE_URL signs in as \w+, a superuser/));

it('the owner of a table, or who may become the owner, is refused', async () => {
  await withAccount('alter table home_news owner to ACCOUNT; grant mortar_app to ACCOUNT', (url) =>
    refused(url, /may act as the owner of home_news/),
  );
  await superuser.query('create role mortar_owners nologin; alter table home_news owner to mortar_owners');
  try {
    await withAccount('grant mortar_owners, mortar_app to ACCOUNT', (url) => refused(url, /may act as the owner of home_news/));
  } finally {
    await superuser.query('alter table home_news owner to current_user; drop role mortar_owners');
  }
});

it('who may not act as the application is refused', () =>
  withAccount('select 1', (url) => refused(url, /may not act as mortar_app/)));

it('an account of its own starts', async () =>
  assert.equal(await assertServiceRole(await serviceAddress(database.url), 'DATABASE_URL'), undefined));
