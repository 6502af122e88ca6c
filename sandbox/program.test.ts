// The sandbox over time: its state file across restarts, and the program with its ends.
import assert from 'node:assert/strict';
import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { appendFileSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, afterEach, describe, test } from 'node:test';
import { startSandbox } from './start.ts';
import { dig, startTestWorld } from './test-client.ts';

const folder = mkdtempSync(join(tmpdir(), 'mortar-sandbox-'));
after(() => rmSync(folder, { recursive: true }));

describe('state file', () => {
  test('a restart finds wallets, movements, mails, votes and clock, and goes on from them', async () => {
    const stateFile = join(folder, 'deep', 'restart.jsonl');
    const first = await startTestWorld({ stateFile });
    await first.control('PUT', '/clock', { now: '2033-01-01T00:00:00Z' });
    const id = await first.wallet({ balanceCents: 1000 });
    const moved = await first.provider('POST', '/v2/p2p', {
      debitAccountId: id,
      creditAccountId: 'mortar-main',
      amount: 300,
      reference: 'kept',
    });
    await first.control('PUT', '/votes', { projectId: 'p', vote: { title: 'Kept' } });
    await first.send('POST', '/chat/a', { text: 'kept' });
    const account = (await first.control('GET', `/accounts/${id}`)).body;
    await first.sandbox.stop();

    const second = await startTestWorld({ stateFile });
    assert.deepEqual((await second.control('GET', `/accounts/${id}`)).body, account);
    const found = await second.provider('GET', '/v2/p2p?reference=kept');
    assert.equal(dig(found.body, 'transactions', 'value', 0, 'id'), dig(moved.body, 'transaction', 'id'));
    assert.equal(dig((await second.control('GET', '/votes')).body, 0, 'vote', 'title'), 'Kept');
    assert.equal(dig((await second.control('GET', '/chat')).body, 0, 'text'), 'kept');
    assert.match(String(dig((await second.control('GET', '/clock')).body, 'now')), /^2033-01-01/);
    const again = await second.provider('POST', '/v2/p2p', { debitAccountId: id, creditAccountId: 'mortar-main', amount: 100 });
    assert.ok(Number(dig(again.body, 'transaction', 'id')) > Number(dig(moved.body, 'transaction', 'id')));
    assert.equal(await second.balanceOf(id), 600);
    assert.deepEqual(dig((await second.control('GET', '/proof')).body, 'ok'), true);
    await second.sandbox.stop();
  });

  test('a torn last line is dropped; a foreign or damaged file is refused and left alone', async () => {
    const stateFile = join(folder, 'torn.jsonl');
    const first = await startTestWorld({ stateFile });
    const id = await first.wallet({ balanceCents: 7 });
    await first.sandbox.stop();
    appendFileSync(stateFile, '["put",2000,["accounts",{"id":"half');
    const second = await startTestWorld({ stateFile });
    assert.equal(await second.balanceOf(id), 7);
    await second.sandbox.stop();
    for (const [text, reason] of [
      ['{"some":"json"}\n', /not written by this sandbox/],
      [`${readFileSync(stateFile, 'utf8')}oops\n["clock",0]\n`, /damaged at line/],
    ] as const) {
      writeFileSync(stateFile, text);
      await assert.rejects(startSandbox({ stateFile }), reason);
      assert.equal(readFileSync(stateFile, 'utf8'), text);
    }
  });
});

describe('program', () => {
  const main = join(import.meta.dirname, 'main.ts');
  const children: ChildProcess[] = [];
  // Also after a failed assertion: a child that is left alone would keep the whole run waiting.
  afterEach(() => {
    for (const child of children.splice(0)) child.kill('SIGKILL');
  });
  const run = (env: Record<string, string>) => {
    const child = spawn(process.execPath, [main], {
      env: { PATH: process.env.PATH, SANDBOX_PORT: '0', SANDBOX_SMTP_PORT: '0', ...env },
      stdio: ['ignore', 'pipe', 'pipe', 'ipc'],
    });
    children.push(child);
    return child;
  };
  const listening = async (child: ChildProcess) => {
    const [line] = await once(child.stdout ?? child, 'data');
    const match = /^sandbox listening (\{.*\})\n$/.exec(String(line));
    const { port, smtpPort } = JSON.parse(match?.[1] ?? '{}');
    assert.ok(Number.isInteger(port) && Number.isInteger(smtpPort), String(line));
    return port;
  };
  const ended = async (child: ChildProcess) =>
    child.exitCode === null && child.signalCode === null ? (await once(child, 'exit'))[0] : child.exitCode;
  const open = (port: number, accountId: string) =>
    fetch(`http://127.0.0.1:${port}/_control/accounts`, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ accountId, balanceCents: 42 }),
    });

  test('prints its ports, keeps what it answered through kill -9, ends cleanly on SIGTERM', async () => {
    const SANDBOX_STATE_FILE = join(folder, 'killed.jsonl');
    const killed = run({ SANDBOX_STATE_FILE });
    assert.equal((await open(await listening(killed), 'kept')).status, 201);
    killed.kill('SIGKILL');
    await ended(killed);
    const next = run({ SANDBOX_STATE_FILE });
    const port = await listening(next);
    const account = await (await fetch(`http://127.0.0.1:${port}/_control/accounts/kept`)).json();
    assert.equal(dig(account, 'balanceCents'), 42);
    const later = await (await open(port, 'later')).json();
    assert.ok(Number(dig(later, 'internalId')) > Number(dig(account, 'movements', 0, 'id')), 'no id is given twice');
    next.kill('SIGTERM');
    assert.equal(await ended(next), 0);
  });

  test('ends with the program that started it', async () => {
    const child = run({});
    await listening(child);
    child.disconnect();
    assert.equal(await ended(child), 0);
  });

  test('a busy port or a bad setting is one clear line and exit 1', async () => {
    const lines = async (env: Record<string, string>) => {
      const child = run(env);
      let text = '';
      child.stderr?.on('data', (chunk) => {
        text += String(chunk);
      });
      const exit = await ended(child);
      return [exit, text];
    };
    const { port, smtpPort, stop } = await startSandbox();
    const busy = (taken: number) => [
      1,
      `sandbox: port ${taken} is in use: stop the program that has it, or set SANDBOX_PORT and SANDBOX_SMTP_PORT\n`,
    ];
    const [http, smtp, bad] = await Promise.all([
      lines({ SANDBOX_PORT: String(port) }),
      lines({ SANDBOX_SMTP_PORT: String(smtpPort) }),
      lines({ SANDBOX_PORT: 'http' }),
    ]);
    await stop();
    assert.deepEqual(http, busy(port));
    assert.deepEqual(smtp, busy(smtpPort));
    assert.deepEqual(bad, [1, 'sandbox: SANDBOX_PORT must be a port number, not "http"\n']);
  });
});
