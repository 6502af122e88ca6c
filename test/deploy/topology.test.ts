// The parts of deploy/ that run without a container engine, together: accounts of the database, migration, PgBouncer, API and worker, with
// the environment that compose.yaml gives them.

import assert from 'node:assert/strict';
import { execFile } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, rmSync } from 'node:fs';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';
import { after, before, describe, it } from 'node:test';
import { promisify } from 'node:util';
import pg from 'pg';
import { startPostgres, THROWAWAY_SETTINGS } from '../../scripts/embedded-postgres.ts';
import { findPgbouncer, followsNames, startPgbouncer } from '../../scripts/pgbouncer.ts';
import { removeHome } from '../../scripts/postgres-home.ts';
import { waitUntil } from '../../scripts/wait-until.ts';
import { runMain, startProcess } from '../support/processes.ts';
import { compose, environmentOf, read, someValue } from './files.ts';

const program = findPgbouncer();
const PASSWORDS = {
  DATABASE_OWNER_PASSWORD: 'owner-of-the-test',
  DATABASE_SERVICE_PASSWORD: 'service-of-the-test',
  DATABASE_REPLICATION_PASSWORD: 'replication-of-the-test',
};
const CONNECTIONS = 10;
const MAKE_BUCKET = join(import.meta.dirname, '../../deploy/make-bucket.ts');

describe('the topology of deploy/', {
  skip: program === undefined ? 'PgBouncer is not installed (apt-get install pgbouncer)' : false,
}, () => {
  const folder = mkdtempSync(join(tmpdir(), 'mortar-deploy-'));
  const dataDir = join(folder, 'data');
  const undo: (() => Promise<unknown>)[] = [];
  let superuserUrl: string;
  let settings: (name: 'api' | 'worker' | 'migrate') => Record<string, string>;

  before(async () => {
    if (program === undefined) return;
    const server = await startPostgres({ dataDir, settings: THROWAWAY_SETTINGS });
    undo.push(() => server.stop('immediate'));
    superuserUrl = new URL('/postgres', server.url).href;
    await makeAccounts(superuserUrl);
    const pooler = await startPgbouncer(program, {
      folder,
      databaseUrl: server.url,
      connections: CONNECTIONS,
      account: { name: 'mortar', password: PASSWORDS.DATABASE_SERVICE_PASSWORD },
    });
    undo.push(() => pooler.stop());
    const places: Record<string, string> = {
      'pgbouncer:6432': new URL(pooler.url).host,
      'primary:5432': new URL(server.url).host,
    };
    settings = (name) => {
      const service = compose.services[name] ?? assert.fail(name);
      const environment = environmentOf(service, PASSWORDS);
      for (const setting of ['DATABASE_URL', 'DATABASE_SESSION_URL'])
        environment[setting] =
          environment[setting]?.replace(/pgbouncer:6432|primary:5432/, (place) => places[place] ?? place) ?? '';
      return {
        ...environment,
        HOST: '127.0.0.1',
        PORT: '0',
        WORKER_PORT: '0',
        SHUTDOWN_GRACE_MS: '0',
        DATABASE_PREPARES: String(followsNames(program)),
      };
    };
  });
  after(async () => {
    for (const step of undo.reverse()) await step();
    removeHome(dataDir);
    rmSync(folder, { recursive: true, force: true });
  });

  it('migrates as the owner of the tables, then API and worker are ready behind PgBouncer as an account that owns nothing', async () => {
    const migrated = await runMain({ environment: settings('migrate') }, 'migrate');
    assert.equal(migrated.code, 0, migrated.output);
    for (const name of ['api', 'worker'] as const) {
      const running = await startProcess({ environment: settings(name), until }, name);
      undo.push(() => running.stop());
      assert.equal((await fetch(`${running.url}/health/ready`)).status, 200);
    }
    const { rows } = await query(
      `select distinct usename::text as account from pg_stat_activity where datname = 'mortar' and application_name not like 'psql%'`,
    );
    assert.deepEqual(
      rows.map(({ account }) => account),
      ['mortar'],
    );
    // Each alias has its limits: requests those of requests, jobs those of jobs.
    for (const [name, statementTimeout] of [
      ['api', '15s'],
      ['worker', '2min'],
    ] as const) {
      const client = new pg.Client({ connectionString: settings(name).DATABASE_URL });
      await client.connect();
      const shown = await client.query(`select current_setting('statement_timeout') as timeout, current_user::text as role`);
      await client.end();
      assert.deepEqual(shown.rows, [{ timeout: statementTimeout, role: 'mortar_app' }]);
    }
  });

  it('a session that one process leaves serves the next as the same account', async () => {
    const session = async () => {
      const client = new pg.Client({ connectionString: settings('api').DATABASE_SESSION_URL });
      await client.connect();
      const { rows } = await client.query<{ pid: number; role: string }>(
        'select pg_backend_pid() as pid, current_user::text as role',
      );
      await client.end();
      return rows[0];
    };
    const left = await session();
    assert.equal(left?.role, 'mortar_app');
    const found = await waitUntil(async () => session().then((next) => (next?.pid === left.pid ? next : undefined)), {
      ...{ what: 'the session that was left', timeoutMs: 60_000 },
    });
    assert.equal(found.role, 'mortar_app');
  });

  it('makes administrators through the pooler, as the guide says', async () => {
    const made = await runMain(
      { environment: settings('api'), input: 'a-password-of-this-test\n' },
      ...['admin', 'create', '--email', 'somebody@mortar.test', '--password-stdin'],
    );
    assert.equal(made.code, 0, made.output);
    assert.match(made.output, /administrator somebody@mortar\.test created/);
  });

  it('the account of the service may not change what the application may not', async () => {
    const client = new pg.Client({ connectionString: settings('api').DATABASE_URL });
    await client.connect();
    const { rows } = await client.query("select has_table_privilege('ledger_line', 'delete, update, truncate') as may");
    await client.end();
    assert.deepEqual(rows, [{ may: false }]);
  });

  async function query(text: string) {
    const client = new pg.Client({ connectionString: superuserUrl });
    await client.connect();
    try {
      return await client.query<Record<string, string>>(text);
    } finally {
      await client.end();
    }
  }
});

describe('the bucket of deploy/', () => {
  it('is made where it is absent, with the policy that opens public/ to everybody, all of it to the service, and nothing else', async () => {
    // Only records: the S3 server of the other tests knows no policies.
    const asked: { method: string; url: string; body: string }[] = [];
    const server = createServer(async (request, response) => {
      const { method = '', url = '' } = request;
      const isKnown = asked.some((earlier) => earlier.method === 'PUT');
      asked.push({ method, url, body: await text(request) });
      response.writeHead(method === 'HEAD' && !isKnown ? 404 : 200).end();
    });
    await once(server.listen(0, '127.0.0.1'), 'listening');
    const { port } = server.address() as AddressInfo;
    try {
      for (const said of ['mortar-files: made', 'mortar-files: was there']) {
        const environment = environmentOf(compose.services['bucket-setup'] ?? assert.fail('no bucket-setup'), {});
        const env = { PATH: process.env.PATH, ...environment, S3_ENDPOINT: `http://127.0.0.1:${port}` };
        const { stdout } = await promisify(execFile)(process.execPath, [MAKE_BUCKET], { env });
        assert.ok(stdout.startsWith(said), stdout);
      }
    } finally {
      server.close();
    }
    assert.deepEqual(
      asked.map(({ method, url }) => `${method} ${url}`),
      [
        ...['HEAD /mortar-files/', 'PUT /mortar-files/', 'PUT /mortar-files/?policy='],
        ...['HEAD /mortar-files/', 'PUT /mortar-files/?policy='],
      ],
    );
    assert.deepEqual(JSON.parse(asked.at(-1)?.body ?? '').Statement, [
      { Effect: 'Allow', Principal: '*', Action: 's3:GetObject', Resource: 'arn:aws:s3:::mortar-files/public/*' },
      {
        ...{ Effect: 'Allow', Principal: { AWS: someValue('S3_ACCESS_KEY_ID') } },
        ...{ Action: ['s3:GetObject', 's3:PutObject', 's3:DeleteObject'], Resource: 'arn:aws:s3:::mortar-files/*' },
      },
      {
        ...{ Effect: 'Allow', Principal: { AWS: someValue('S3_ACCESS_KEY_ID') } },
        ...{ Action: 's3:ListBucket', Resource: 'arn:aws:s3:::mortar-files' },
      },
    ]);
  });
});

/** What init-primary.sh has psql do: the server of the tests has no psql, so its variables are filled in here. */
async function makeAccounts(url: string): Promise<void> {
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  // The server of the tests comes with an empty database of the name.
  await client.query('drop database mortar');
  const variables = new Map(
    [...read('deploy/postgres/roles.sql').matchAll(/^\\getenv (\w+) (\w+)$/gm)].map(([, name, from]) => [name, from]),
  );
  const statements = read('deploy/postgres/roles.sql')
    .replace(/^(\\|--).*$/gm, '')
    .replace(/:'(\w+)'/g, (_, name: string) => {
      const value = Object.entries(PASSWORDS).find(([variable]) => variable === variables.get(name))?.[1];
      return client.escapeLiteral(value ?? assert.fail(`no password for ${name}`));
    });
  for (const statement of statements.split(';').filter((part) => part.trim() !== '')) await client.query(statement);
  await client.end();
}

async function until<Value>(
  look: () => Promise<Value | null | false | undefined>,
  what: string,
  timeoutMs = 60_000,
): Promise<Value> {
  return waitUntil(async () => (await look()) || undefined, { what, timeoutMs });
}
