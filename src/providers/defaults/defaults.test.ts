// The defaults-management platform over real HTTP, the sandbox at the other end.

import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { type ProviderSandbox, startProviderSandbox } from '../../../test/support/provider-sandbox.ts';
import { createDefaultsPlatform, type DefaultsPlatform } from './index.ts';

const PROJECT = '0b1e3a52-3f9f-4f5f-8a57-0d6f8d6b2f10';
const VOTE = {
  id: 7,
  title: 'Extend?',
  types: ['prorogation'],
  vote_ended_at: '2027-01-01T00:00:00.000Z',
  is_open: true,
  url: 'https://votes.example/7',
};

let sandbox: ProviderSandbox;
let platform: DefaultsPlatform;
const logged: unknown[] = [];

const connect = (options: { apiKey?: string; timeoutMs?: number } = {}) =>
  createDefaultsPlatform({
    baseUrl: `${sandbox.url}/defaults`,
    apiKey: 'sandbox-defaults-key',
    timeoutMs: 2_000,
    log: { warn: (fields) => logged.push(fields) },
    ...options,
  });

before(async () => {
  sandbox = await startProviderSandbox();
  platform = connect();
  await sandbox.control('PUT', '/votes', { projectId: PROJECT, vote: VOTE, voters: ['ann', 'bob'], voted: ['bob'] });
});
after(async () => {
  await platform.close();
  await sandbox.stop();
});

test('answers for the investor who is named', async () => {
  assert.deepEqual(await platform.hasVotes('ann'), { ok: true, value: { has_votes: true } });
  assert.deepEqual(await platform.hasVotes('eve'), { ok: true, value: { has_votes: false } });
  assert.deepEqual(await platform.countPendingVotes('ann'), { ok: true, value: { count: 1 } });
  assert.deepEqual(await platform.countPendingVotes('bob'), { ok: true, value: { count: 0 } });
  assert.deepEqual(await platform.readLatestVote({ projectId: PROJECT, customerId: 'bob' }), {
    ok: true,
    value: { vote: { ...VOTE, is_pending_for_user: false } },
  });
  assert.deepEqual(await platform.readLatestVote({ projectId: 'none', customerId: 'bob' }), { ok: true, value: { vote: null } });
  assert.deepEqual(logged, []);
});

test('a refused key, a missing field, silence: failures with a reason, logged', async () => {
  const stranger = connect({ apiKey: 'another-key', timeoutMs: 100 });
  assert.deepEqual(await stranger.hasVotes('ann'), { ok: false, status: 401, reason: 'answered 401' });
  const order = (mode: string) => sandbox.control('POST', '/faults', { route: '/defaults', mode, times: 1, latencyMs: 5_000 });
  await order('partial');
  assert.deepEqual(await platform.countPendingVotes('ann'), {
    ok: false,
    status: null,
    reason: 'unexpected shape: / must have required properties count',
  });
  await order('timeout-before');
  assert.deepEqual(await stranger.hasVotes('ann'), { ok: false, status: null, reason: 'timeout' });
  await stranger.close();
  assert.equal(logged.length, 3);
});

test('a vote whose date is none is malformed', async () => {
  await sandbox.control('PUT', '/votes', { projectId: PROJECT, vote: { ...VOTE, vote_ended_at: 'soon' } });
  const reading = await platform.readLatestVote({ projectId: PROJECT, customerId: 'ann' });
  assert.equal(reading.ok, false);
});
