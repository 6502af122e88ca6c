// The parts of `npm start`: faults of its settings, busy ports, derived addresses, processes that die with or without their parent.
import assert from 'node:assert/strict';
import { fork } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, mkdtempSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:net';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { after, test } from 'node:test';
import { endChild, isWorthRestarting, keepChild, startChild } from './children.ts';
import { lockDataDir, startUsing, waitForStoppingStart } from './start-lock.ts';
import { openStartOutput } from './start-output.ts';
import { claimPorts } from './start-ports.ts';
import { childEnvironment, portsOf, readStartSettings } from './start-settings.ts';
import { waitUntil } from './wait-until.ts';

const place = mkdtempSync(path.join(tmpdir(), 'mortar-start-'));
after(() => rmSync(place, { recursive: true, force: true }));

function script(name: string, code: string): string {
  const file = path.join(place, name);
  writeFileSync(file, code);
  return file;
}

test('all faults of the settings are named at once', () => {
  const faulty = { PORT: 'abc', SANDBOX_PORT: '-1', LOG_LEVEL: 'loud' };
  assert.throws(
    () => readStartSettings(faulty),
    (error: Error) =>
      ['PORT must be a whole number', 'SANDBOX_PORT must be between', 'LOG_LEVEL must be one of'].every((part) =>
        error.message.includes(part),
      ),
  );
  assert.throws(() => readStartSettings({ PORT: '4010' }), /PORT and SANDBOX_PORT have the same number 4010/);
});

test('addresses that nobody set follow the ports; those that somebody set stay', () => {
  const ports = { PORT: 5000, SANDBOX_PORT: 5010, SANDBOX_SMTP_PORT: 5025 };
  const env = childEnvironment({ CHAT_BASE_URL: 'http://127.0.0.1:4010/mine' }, ports);
  assert.equal(env.PROVIDER_BASE_URL, 'http://127.0.0.1:5010/directkitrest');
  assert.equal(env.SMTP_URL, 'smtp://127.0.0.1:5025');
  assert.equal(env.PUBLIC_URL, 'http://127.0.0.1:5000');
  assert.equal(env.CHAT_BASE_URL, 'http://127.0.0.1:4010/mine');
  assert.equal(env.SANDBOX_PORT, '5010');
  assert.equal(env.DATABASE_URL, undefined);
  assert.deepEqual(portsOf({ PORT: '5000', SANDBOX_PORT: '0', SANDBOX_SMTP_PORT: 'x', OTHER: '1' }), { PORT: 5000 });
});

test('production has no sandbox, hence none of its ports', () => {
  assert.throws(() => readStartSettings({ NODE_ENV: 'production' }), /DATABASE_URL is required in production/);
  assert.deepEqual(
    readStartSettings({}).ports.map(({ setting }) => setting),
    ['PORT', 'SANDBOX_PORT', 'SANDBOX_SMTP_PORT'],
  );
});

test('a busy port is named with its setting and what to do; 0 becomes a free one', async () => {
  const other = createServer().listen(0, '127.0.0.1');
  await once(other, 'listening');
  const address = other.address();
  const port = typeof address === 'object' && address !== null ? address.port : 0;
  const wanted = { setting: 'PORT', of: 'the API', host: '127.0.0.1', port };
  // Another start holds it: no use in waiting for it to go away.
  await assert.rejects(
    claimPorts([wanted], () => 77),
    {
      message: `port ${port} (PORT, the API) is in use by another npm start (process 77). Stop it, or choose another port: PORT=${port + 1} npm start`,
    },
  );
  other.close();
  await once(other, 'close');
  assert.deepEqual(await claimPorts([wanted], () => undefined), { PORT: port });
  assert.ok((await claimPorts([{ ...wanted, port: 0 }], () => undefined)).PORT);
});

test('one data folder serves one npm start; the mark of a killed one does not count', async () => {
  const lock = lockDataDir(place);
  assert.equal(startUsing(place), undefined);
  lock.release();
  const child = fork(script('start.ts', 'setInterval(() => {}, 60_000);'), { execArgv: [] });
  writeFileSync(path.join(place, 'start.pid'), `${child.pid}\n`);
  await waitUntil(() => startUsing(place), { what: 'the other start', timeoutMs: 5_000 });
  assert.throws(() => lockDataDir(place), new RegExp(`another npm start \\(process ${child.pid}\\) uses the folder`));
  // It says that it is stopping, so the next start waits for its end.
  writeFileSync(path.join(place, 'start.pid'), `${child.pid} stopping\n`);
  const waiting = waitForStoppingStart(place, () => child.kill('SIGKILL'));
  await once(child, 'exit');
  await waiting;
  lockDataDir(place).release();
});

test('a killed process is started again; one that dies at once after that stays down', async () => {
  const lines: string[] = [];
  const print = (line: string, from = 'start') => lines.push(`${from}: ${line}`);
  const says = (text: string) => waitUntil(() => lines.find((line) => line.includes(text)), { what: text, timeoutMs: 10_000 });
  const kept = keepChild(
    {
      name: 'worker',
      script: script('worker.ts', `console.log('up', process.argv[2]); setInterval(() => {}, 60_000);`),
      args: ['one'],
      env: process.env,
    },
    print,
  );
  await kept.said('up');
  kept.keep();
  const first = kept.pid();
  assert.ok(first);
  process.kill(first, 'SIGKILL');
  await says('The worker ended unexpectedly (SIGKILL); it is started again.');
  const second = kept.pid();
  assert.ok(second !== undefined && second !== first);
  process.kill(second, 'SIGKILL');
  await says('stays down');
  await kept.stop();
  assert.ok(lines.includes('worker: up one'));
  assert.deepEqual(
    [isWorthRestarting(1, false), isWorthRestarting(9_999, true), isWorthRestarting(10_000, true)],
    [true, false, true],
  );
});

test('a process that ends while it starts fails the start', async () => {
  const kept = keepChild({ name: 'api', script: script('api.ts', 'process.exit(3);'), args: [], env: process.env }, () => {});
  await assert.rejects(kept.diedEarly, /the api ended with code 3 while it started/);
});

test('a process whose parent is killed ends by itself, in order, and leaves its port', async () => {
  const marker = path.join(place, 'ended-in-order');
  const child = script(
    'child.ts',
    `import { writeFileSync } from 'node:fs';
     import { createServer } from 'node:net';
     const server = createServer().listen(0, '127.0.0.1', () => console.log('port', server.address().port));
     process.on('SIGTERM', () => { writeFileSync(${JSON.stringify(marker)}, 'yes'); server.close(() => process.exit()); });`,
  );
  const parent = script(
    'parent.ts',
    `import { startChild } from ${JSON.stringify(new URL('./children.ts', import.meta.url).href)};
     startChild({ name: 'child', script: ${JSON.stringify(child)}, args: [], env: process.env }, (line) => process.send(line));`,
  );
  const running = fork(parent, { execArgv: [] });
  const [line] = await once(running, 'message');
  const port = Number(/port (\d+)/.exec(String(line))?.[1]);
  running.kill('SIGKILL');
  await claimPorts([{ setting: 'PORT', of: 'the API', host: '127.0.0.1', port }], () => undefined);
  assert.equal(readFileSync(marker, 'utf8'), 'yes');
});

test('a program without work left ends although it has a parent', async () => {
  const lines: string[] = [];
  const child = startChild(
    { name: 'seed', script: script('seed.ts', `console.log('done');`), args: [], env: process.env, bare: true },
    (line) => lines.push(line),
  );
  await once(child, 'close');
  assert.deepEqual([child.exitCode, lines], [0, ['done']]);
  await endChild(child);
});

test('lines of processes go to the file, and with --logs to the terminal in a readable form; the last of them are kept', async () => {
  const shown: string[] = [];
  const show = (line: string) => shown.push(line);
  const line = JSON.stringify({ level: 30, time: 0, pid: 1, hostname: 'h', name: 'api', msg: 'listening', port: 3000 });
  const log = path.join(place, 'mortar.log');
  const quiet = openStartOutput(place, { logs: false, production: false, show });
  quiet.print('Starting ...');
  quiet.print(line, 'api');
  assert.deepEqual(shown.splice(0), ['Starting ...']);
  assert.equal(readFileSync(log, 'utf8'), `Starting ...\n[api] ${line}\n`);
  assert.match(quiet.lastLines().join(), /^\[api\] .*INFO.*: listening \{"port":3000\}$/);
  const speaking = openStartOutput(place, { logs: true, production: false, show });
  speaking.print(line, 'api');
  speaking.print('no JSON', 'migrate');
  assert.match(shown.splice(0).join('\n'), /^\[api\] .*INFO.*: listening \{"port":3000\}\n\[migrate\] no JSON$/);
  const raw = openStartOutput(place, { logs: false, production: true, show });
  raw.print(line, 'api');
  assert.deepEqual(shown, [`[api] ${line}`]);
});

test('a log that cannot be written ends nothing, and is said once', { skip: !existsSync('/dev/full') }, () => {
  const full = mkdtempSync(path.join(place, 'full-'));
  symlinkSync('/dev/full', path.join(full, 'mortar.log'));
  const shown: string[] = [];
  const output = openStartOutput(full, { logs: false, production: false, show: (text) => shown.push(text) });
  for (const line of ['one', 'two']) output.print(line, 'api');
  assert.equal(shown.length, 1);
  assert.match(shown[0] ?? '', /mortar\.log cannot be written: ENOSPC/);
});
