// One database per world, cloned from a migrated template, on the server that TEST_DATABASE_URL names or on a server of the test's own.

import { createHash } from 'node:crypto';
import { globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import pg from 'pg';
import { serviceAccount } from '../../scripts/service-account.ts';
import { migrate } from '../../src/core/db/migrate.ts';
import { migrateJobs } from '../../src/core/jobs/migrate.ts';
import { jobs } from '../../src/worker.ts';

const DB = fileURLToPath(new URL('../../db/', import.meta.url));

let clones = 0;

/** A fresh database, on `ownServer` or on that of the run; `url` is the superuser's, the service acts as mortar_app all the same. */
export async function createTestDatabase(ownServer?: string): Promise<{ url: string; drop(): Promise<void> }> {
  const server = ownServer ?? process.env.TEST_DATABASE_URL;
  if (!server) throw new Error('TEST_DATABASE_URL is not set: run the tests with `npm test -- FILE`');
  const ready = ownServer === undefined ? process.env.TEST_TEMPLATE : undefined;
  const template = ready ?? (await ensureTemplate(server));
  clones += 1;
  const name = `mortar_test_${process.pid}_${clones}`;
  await runOn(server, async (client) => {
    await client.query(`drop database if exists ${name} with (force)`);
    await clone(client, name, template);
  });
  return {
    url: withDatabase(server, name),
    drop: () => runOn(server, async (client) => void (await client.query(`drop database if exists ${name} with (force)`))),
  };
}

/** The address with which the service of production signs in to this database. */
export function serviceAddress(ownersUrl: string): Promise<string> {
  return serviceAccount(ownersUrl);
}

const CLONE_TRIES = 12;
const IN_USE = '55006';

/** The server waits five seconds for its own vacuum to leave the template, which a busy machine does not always do in time. */
async function clone(client: pg.Client, name: string, template: string): Promise<void> {
  for (let left = CLONE_TRIES; ; left -= 1) {
    try {
      await client.query(`create database ${name} template ${template}`);
      return;
    } catch (error) {
      if (left <= 1 || !(error instanceof pg.DatabaseError) || error.code !== IN_USE) throw error;
    }
  }
}

/** For servers of a test's own, and single files run by hand: a template named after the files of db/ and the jobs that it holds, made once. */
async function ensureTemplate(server: string): Promise<string> {
  const hash = createHash('sha256').update(jobs.map((job) => job.name).join());
  for (const file of globSync('**/*.sql', { cwd: DB }).sort()) hash.update(readFileSync(join(DB, file)));
  const name = `mortar_template_${hash.digest('hex').slice(0, 12)}`;
  await runOn(server, async (client) => {
    await client.query('select pg_advisory_lock(hashtext($1))', [name]);
    const known = await client.query('select from pg_database where datname = $1', [name]);
    if (known.rowCount) return;
    const draft = `${name}_draft`;
    await client.query(`drop database if exists ${draft} with (force)`);
    await client.query(`create database ${draft}`);
    const url = withDatabase(server, draft);
    await migrate(url);
    await migrateJobs(url, jobs);
    await client.query(`alter database ${draft} rename to ${name}`);
  });
  return name;
}

function withDatabase(server: string, name: string): string {
  const url = new URL(server);
  url.pathname = `/${name}`;
  return url.href;
}

async function runOn(url: string, work: (client: pg.Client) => Promise<void>): Promise<void> {
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  try {
    await work(client);
  } finally {
    await client.end();
  }
}
