// The embedded database of `npm start` against kill -9: started again with its data, and given up where that does not help.
import assert from 'node:assert/strict';
import { chmodSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { after, test } from 'node:test';
import pg from 'pg';
import { THROWAWAY_SETTINGS } from './embedded-postgres.ts';
import { keepDatabase } from './kept-database.ts';
import { isServerOf } from './postgres-process.ts';
import { waitUntil } from './wait-until.ts';

const place = mkdtempSync(path.join(tmpdir(), 'mortar-kept-'));
chmodSync(place, 0o711);
after(() => rmSync(place, { recursive: true, force: true }));

const dataDir = path.join(place, 'postgres');
const cluster = path.join(dataDir, 'cluster');
const lines: string[] = [];
const lost: string[] = [];
const keep = () =>
  keepDatabase({
    dataDir,
    print: (line) => lines.push(line),
    onLost: (reason) => lost.push(reason),
    settings: { ...THROWAWAY_SETTINGS, synchronous_commit: 'on' },
  });

async function ask(url: string, sql: string): Promise<unknown[]> {
  const client = new pg.Client({ connectionString: url, connectionTimeoutMillis: 5_000 });
  client.on('error', () => {});
  await client.connect();
  try {
    return (await client.query(sql)).rows;
  } finally {
    await client.end();
  }
}

const answers = (url: string, sql: string) =>
  waitUntil(() => ask(url, sql).catch(() => undefined), { what: 'the database to answer again', timeoutMs: 30_000 });

async function kill(): Promise<void> {
  const pid = Number(readFileSync(path.join(cluster, 'postmaster.pid'), 'utf8').split('\n')[0]);
  process.kill(pid, 'SIGKILL');
  await waitUntil(() => !isServerOf(pid, cluster) || undefined, { what: 'the end of the killed server', timeoutMs: 5_000 });
}

test('killed, it is started again on its port with its data, and stops in order', async () => {
  const database = await keep();
  await ask(database.url, 'create table kept as select 42 as answer');
  for (const count of [1, 2]) {
    await kill();
    assert.deepEqual(await answers(database.url, 'select answer from kept'), [{ answer: 42 }]);
    assert.ok(lines.includes(`The embedded database ended; it is started again (${count} of 3).`), lines.join('\n'));
  }
  await database.stop();
  await assert.rejects(ask(database.url, 'select 1'), /ECONNREFUSED/);
  assert.deepEqual(lost, []);
});

test('one that cannot start any more is given up, in one line', async () => {
  const database = await keep();
  // Without this file it is no database.
  rmSync(path.join(cluster, 'PG_VERSION'));
  await kill();
  await waitUntil(() => lost.length > 0 || undefined, { what: 'the end of the attempts', timeoutMs: 30_000 });
  assert.equal(lost.length, 1);
  assert.match(lost[0] ?? '', /^The embedded database ended and does not stay up: PostgreSQL did not start.*$/);
  await database.stop();
});
