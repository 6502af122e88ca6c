// Every column of the schema is classified once, and no class names a column that is not there.

import assert from 'node:assert/strict';
import { after, before, it } from 'node:test';
import pg from 'pg';
import { COLUMNS } from '../../src/features/operations/personal-data/index.ts';
import { jobs } from '../../src/worker.ts';
import { createTestDatabase } from '../support/database.ts';

let database: Awaited<ReturnType<typeof createTestDatabase>>;
let schema: string[];

before(async () => {
  database = await createTestDatabase();
  const client = new pg.Client({ connectionString: database.url });
  await client.connect();
  const { rows } = await client.query<{ name: string }>(`
    select c.relname || '.' || a.attname as name
    from pg_attribute a
    join pg_class c on c.oid = a.attrelid
    where c.relnamespace = 'public'::regnamespace and c.relkind in ('r', 'p') and a.attnum > 0 and not a.attisdropped`);
  await client.end();
  schema = rows.map(({ name }) => name).sort();
});
after(() => database.drop());

const classified = COLUMNS.map(({ table, column }) => `${table}.${column}`);

it('every column has a class and a period', () => {
  assert.ok(schema.length > 800, `${schema.length} columns`);
  assert.deepEqual(
    schema.filter((name) => !classified.includes(name)),
    [],
    'Add the column to src/features/operations/personal-data/columns.ts, under its class.',
  );
});
it('a class names columns that exist, each once', () => {
  assert.deepEqual(
    classified.filter((name) => !schema.includes(name)),
    [],
  );
  assert.deepEqual(
    classified.filter((name, at) => classified.indexOf(name) !== at),
    [],
  );
});
/** The job that removes what a table has for hours to a month, or the table with whose rows its own go. */
const REMOVED_BY: Readonly<Record<string, string>> = {
  auth_session: 'session-cleanup',
  auth_verification: 'session-cleanup',
  factor_challenge: 'auth_session',
  gift_card_token: 'end-code-contexts',
  guess_count: 'session-cleanup',
  idempotency_key: 'idempotency-key-cleanup',
  mfa_context: 'end-code-contexts',
  request_count: 'request-count-cleanup',
};
it('what is kept for hours to a month is removed by a job that runs by itself', () => {
  const short = new Set(COLUMNS.filter(({ period }) => period === 'short').map(({ table }) => table));
  assert.deepEqual([...short].sort(), Object.keys(REMOVED_BY).sort());
  const scheduled = jobs.filter(({ cron }) => cron !== undefined).map(({ name }) => name);
  for (const [table, by] of Object.entries(REMOVED_BY)) assert.ok(scheduled.includes(by) || short.has(by), `${table}: ${by}`);
});
it('an encrypted column is about a person, and so are its digest and its end', () => {
  const encrypted = COLUMNS.filter(
    ({ column }) => /_ciphertext$/.test(column) && !/^(secret|code|new_address_code)_/.test(column),
  );
  assert.deepEqual(
    encrypted.map(({ table, column, columnClass }) => [`${table}.${column}`, columnClass]),
    [
      ['bank_account.iban_ciphertext', 'person'],
      ['deposit_account.iban_ciphertext', 'person'],
      ['tax_rate_request.answers_ciphertext', 'person'],
    ],
  );
});
