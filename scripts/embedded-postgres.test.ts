// The embedded PostgreSQL against real kills: of the server, of its parent, of a half-made database.
import assert from 'node:assert/strict';
import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import {
  chmodSync,
  chownSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { createInterface } from 'node:readline';
import { after, test } from 'node:test';
import { fileURLToPath } from 'node:url';
import pg from 'pg';
import { startPostgres, THROWAWAY_SETTINGS } from './embedded-postgres.ts';
import { folderOf, isReachable, removeHome } from './postgres-home.ts';
import { isServerOf } from './postgres-process.ts';
import { waitUntil } from './wait-until.ts';

const MODULE = fileURLToPath(new URL('./embedded-postgres.ts', import.meta.url));
const NOBODY = { uid: 65534, gid: 65534 };
const isRoot = process.getuid?.() === 0;
const place = mkdtempSync(path.join(tmpdir(), 'mortar-embedded-'));
chmodSync(place, 0o711);
// Most tests share one database folder, since making one takes a second.
const dataDir = path.join(place, 'shared');
const cluster = path.join(dataDir, 'cluster');
// Unlike a throwaway, it must keep what it confirmed.
const start = (folder = dataDir) =>
  startPostgres({ dataDir: folder, settings: { ...THROWAWAY_SETTINGS, synchronous_commit: 'on' } });

after(() => rmSync(place, { recursive: true, force: true }));

async function ask<Row extends pg.QueryResultRow>(url: string, sql: string): Promise<Row[]> {
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  try {
    return (await client.query<Row>(sql)).rows;
  } finally {
    await client.end();
  }
}

/** Starts a server from its own process, which stays until it is killed. */
function startInChild(folder: string, user: { uid: number; gid: number } | undefined = undefined): ChildProcess {
  const code = `
    import { startPostgres, THROWAWAY_SETTINGS } from ${JSON.stringify(MODULE)};
    const { url } = await startPostgres({ dataDir: ${JSON.stringify(folder)}, settings: THROWAWAY_SETTINGS });
    console.log(url);
    process.stdin.resume();`;
  return spawn(process.execPath, ['--input-type=module', '-e', code], { ...user, cwd: '/', stdio: ['pipe', 'pipe', 'inherit'] });
}

async function firstLine(child: ChildProcess): Promise<string> {
  assert.ok(child.stdout);
  for await (const line of createInterface(child.stdout)) return line;
  throw new Error('the child ended without a word');
}

async function kill(child: ChildProcess): Promise<void> {
  child.kill('SIGKILL');
  await once(child, 'exit');
}

function serverPid(folder: string): number {
  return Number(readFileSync(path.join(folder, 'postmaster.pid'), 'utf8').split('\n')[0]);
}

test('a new database speaks UTF-8 and UTC, counts statements and lets nobody in without the password', async () => {
  const server = await start();
  const [facts] = await ask(
    server.url,
    `select current_database() as database, lower('É') as lower, 'Z' < 'a' as bytewise, current_setting('TimeZone') as zone,
            current_setting('server_encoding') as encoding, current_setting('fsync') as fsync`,
  );
  assert.deepEqual(facts, { database: 'mortar', lower: 'é', bytewise: true, zone: 'UTC', encoding: 'UTF8', fsync: 'off' });
  await ask(server.url, 'create extension pg_stat_statements; select count(*) from pg_stat_statements');
  await assert.rejects(ask(server.url.replace(/:[^:@]+@/, ':guess@'), 'select 1'), /password authentication failed/);
  assert.equal(statSync(path.join(cluster, 'mortar-connection.json')).mode & 0o777, 0o600);
  assert.equal(server.reused, false);
  await server.stop();
  await assert.rejects(ask(server.url, 'select 1'), /ECONNREFUSED/);
});

test('after kill -9 of the server the next start finds the data, on the same port', async () => {
  const first = await start();
  await ask(first.url, 'create table kept as select 42 as answer');
  const pid = serverPid(cluster);
  process.kill(pid, 'SIGKILL');
  // The signal comes at once, the end a moment later: until then the server would still be found alive.
  await waitUntil(() => !isServerOf(pid, cluster) || undefined, { what: 'the end of the killed server', timeoutMs: 5_000 });
  const second = await start();
  assert.equal(second.reused, false);
  assert.equal(second.url, first.url);
  assert.deepEqual(await ask(second.url, 'select answer from kept'), [{ answer: 42 }]);
  await second.stop();
});

test('a stale postmaster.pid whose number now belongs to another program does not stop the start', async () => {
  // Of the server's own user: PostgreSQL itself does not mind a program of somebody else.
  const { uid, gid } = statSync(cluster);
  const other = spawn('sleep', ['60'], isRoot ? { uid, gid } : {});
  await once(other, 'spawn');
  writeFileSync(path.join(cluster, 'postmaster.pid'), [other.pid, cluster, 1, 1, '', '127.0.0.1', '1 1', 'ready'].join('\n'));
  const server = await start();
  assert.equal(server.reused, false);
  await server.stop();
  await kill(other);
});

test('a server whose starter was killed is found and used again, and then really stopped', async () => {
  const child = startInChild(dataDir);
  const url = await firstLine(child);
  const pid = serverPid(cluster);
  await kill(child);
  const server = await start();
  assert.equal(server.reused, true);
  assert.equal(server.url, url);
  assert.equal(serverPid(cluster), pid);
  await server.stop();
  assert.equal(isServerOf(pid, cluster), false);
});

test('a database whose making was killed in the middle is made anew', async () => {
  const folder = path.join(place, 'half-made');
  const partials = () => (existsSync(folder) ? readdirSync(folder).filter((name) => /^cluster\.partial-[^.]+$/.test(name)) : []);
  const child = startInChild(folder);
  const half = await waitUntil(() => partials().find((name) => existsSync(path.join(folder, name, 'PG_VERSION'))), {
    what: 'the making of a database',
    timeoutMs: 20_000,
  });
  await kill(child);
  assert.equal(existsSync(path.join(folder, 'cluster')), false);
  const server = await start(folder);
  assert.deepEqual(await ask(server.url, 'select 1 as one'), [{ one: 1 }]);
  await server.stop('immediate');
  assert.ok(half.startsWith('cluster.partial-'));
});

test('an ordinary user runs a database', {
  skip: isRoot && !isReachable(path.dirname(MODULE), NOBODY) && 'the checkout is closed to others',
}, async () => {
  const folder = path.join(place, 'ordinary');
  mkdirSync(folder);
  if (isRoot) chownSync(folder, NOBODY.uid, NOBODY.gid);
  const child = startInChild(folder, isRoot ? NOBODY : undefined);
  assert.deepEqual(await ask(await firstLine(child), 'select 1 as one'), [{ one: 1 }]);
  await kill(child);
  // Root finds the same server and, started afresh, runs it as that user again.
  const server = await start(folder);
  assert.equal(server.reused, true);
  await server.stop();
  const again = await start(folder);
  assert.equal(statSync(path.join(folder, 'cluster')).uid, isRoot ? NOBODY.uid : process.getuid?.());
  await again.stop('immediate');
});

test('root whose folder is closed to the database user keeps the database in a place that is not', {
  skip: !isRoot && 'only root has this problem',
}, async () => {
  const closed = path.join(place, 'closed');
  mkdirSync(closed, { mode: 0o700 });
  const folder = path.join(closed, 'data');
  const lines: string[] = [];
  const begin = () => startPostgres({ dataDir: folder, settings: THROWAWAY_SETTINGS, log: (line) => lines.push(line) });
  const first = await begin();
  const elsewhere = folderOf(folder);
  try {
    await ask(first.url, 'create table kept as select 7 as answer');
    await first.stop();
    assert.ok(lines.some((line) => line.includes(elsewhere) && line.includes(folder)));
    const second = await begin();
    assert.deepEqual(await ask(second.url, 'select answer from kept'), [{ answer: 7 }]);
    await second.stop('immediate');
  } finally {
    removeHome(folder);
    assert.equal(existsSync(elsewhere), false);
  }
});

test('a folder is reachable when each folder on the way may be entered', () => {
  const closed = path.join(place, 'closed-to-others');
  mkdirSync(closed, { mode: 0o700 });
  const owner = statSync(closed);
  assert.equal(isReachable(path.join(closed, 'a', 'b'), { uid: owner.uid, gid: owner.gid }), true);
  assert.equal(isReachable(path.join(closed, 'a', 'b'), { uid: owner.uid + 1, gid: owner.gid + 1 }), false);
  chmodSync(closed, 0o710);
  assert.equal(isReachable(closed, { uid: owner.uid + 1, gid: owner.gid }), true);
  chmodSync(closed, 0o701);
  assert.equal(isReachable(closed, { uid: owner.uid + 1, gid: owner.gid + 1 }), true);
});
