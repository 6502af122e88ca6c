// What the recorder takes for shown: by which test, by which request, and what it refuses to note.

import assert from 'node:assert/strict';
import { mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, afterEach, before, beforeEach, describe, it } from 'node:test';
import { createRecorder, type Observation, shows } from './recorder.ts';

const until = async (look: () => Promise<boolean>, what: string) => assert.ok(await look(), what);
const given = process.env.TEST_RUN_DIR;
let folder: string;
let recorder: ReturnType<typeof createRecorder>;
/** Tells the recorder of each request, as the application does. */
const server = createServer((request, response) => {
  const path = request.url ?? '';
  recorder.answered({
    method: request.method ?? '',
    url: path,
    path,
    status: 200,
    code: undefined,
    declared: true,
    durationMs: 0,
  });
  response.end();
});
const ask = async (path: string) =>
  (await fetch(`http://127.0.0.1:${(server.address() as AddressInfo).port}${path}`)).arrayBuffer();
/** What is written at the end; the run's own folder is spared these. */
const written = (committed: Parameters<typeof recorder.close>[0] = []): Observation[] => {
  recorder.close(committed);
  return readdirSync(folder).flatMap((file) =>
    readFileSync(join(folder, file), 'utf8')
      .split('\n')
      .filter(Boolean)
      .map((line) => JSON.parse(line)),
  );
};

before(() => new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve)));
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'mortar-recorder-'));
  process.env.TEST_RUN_DIR = folder;
  recorder = createRecorder();
});
beforeEach(() => ask('/in-a-hook'));
afterEach(() => rmSync(folder, { recursive: true }));
after(() => {
  server.close();
  server.closeAllConnections();
  if (given === undefined) delete process.env.TEST_RUN_DIR;
  else process.env.TEST_RUN_DIR = given;
});

describe('answers', () => {
  it('belong to the test in which the request arrived, those of hooks to none', async () => {
    await ask('/one');
    const name = 'belong to the test in which the request arrived, those of hooks to none';
    assert.deepEqual(
      written().map((one) => one.kind === 'answer' && [one.url, one.test.name]),
      [['/one', name]],
    );
  });
});

describe('shows', () => {
  it('notes a row of the contract with its test', () => {
    shows('limit.mfa-code-length');
    assert.deepEqual(
      written().map((one) => one.kind === 'shown' && [one.row, one.test.name]),
      [['limit.mfa-code-length', 'notes a row of the contract with its test']],
    );
  });
  it('refuses a row that is none', () => assert.throws(() => shows('limit.of-patience'), /has no row limit.of-patience/));
});

describe('changes', () => {
  const row = 'state.deal-deleted';
  it('notes what the requests of the trigger were answered, no others', async () => {
    let state = 'pending';
    await ask('/before');
    const by = async () => {
      await ask('/deal');
      state = 'deleted';
    };
    await recorder.changes(row, { from: 'pending', to: 'deleted', look: async () => state, by }, until);
    await ask('/after');
    const [seen] = written().filter(({ kind }) => kind === 'state');
    assert.ok(seen?.kind === 'state');
    assert.deepEqual([seen.row, seen.moved, seen.answers], [row, true, ['GET /deal 200']]);
  });
  it('fails when the state before is another, and does not trigger', async () => {
    let count = 0;
    const by = async () => {
      count += 1;
    };
    const change = { from: 'pending', to: 'deleted', look: async () => 'deleted', by };
    await assert.rejects(recorder.changes(row, change, until), /before the trigger/);
    assert.deepEqual([count, written()], [0, []]);
  });
  it('fails when the trigger changes nothing', async () => {
    const change = { from: 'pending', to: 'deleted', look: async () => 'pending', by: async () => undefined };
    await assert.rejects(recorder.changes(row, change, until), /state.deal-deleted/);
    assert.deepEqual(written(), []);
  });
});
