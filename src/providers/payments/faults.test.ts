// The provider at its worst, over real HTTP: what is repeated, what never is, and what each failure is called.

import assert from 'node:assert/strict';
import { randomUUID } from 'node:crypto';
import { after, before, beforeEach, test } from 'node:test';
import { type ProviderSandbox, startProviderSandbox } from '../../../test/support/provider-sandbox.ts';
import { centsOf } from '../../core/cents.ts';
import type { PaymentProvider, ProviderFailure, ProviderResult } from './index.ts';

type Call = { method: string; path: string; endUser: Record<string, string>; status: number | null };

const LIMIT_MS = 700;
/** A connection held so long and then cut reads as `connection`: `timeout` shows that the adapter gave up before. */
const CUT_MS = LIMIT_MS * 5;
const TOKEN_PATH = '/oauth/api/v1/oauth/token';

let sandbox: ProviderSandbox;
let payer: string;
let payee: string;
before(async () => {
  sandbox = await startProviderSandbox();
});
after(() => sandbox.stop());
beforeEach(async () => {
  await sandbox.control('POST', '/reset');
  payer = randomUUID();
  payee = randomUUID();
  for (const accountId of [payer, payee])
    await sandbox.control('POST', '/accounts', { accountId, status: 6, balanceCents: 10_000 });
});

type FaultOptions = { times?: number; latencyMs?: number; code?: number; afterSeconds?: number };
const fault = (route: string, mode: string, more: FaultOptions = {}) =>
  sandbox.control('POST', '/faults', { route, mode, times: 1, ...more });
const calls = (path: string) => sandbox.control<Call[]>('GET', `/calls?path=${encodeURIComponent(path)}`);
const posts = async (path: string) => (await calls(path)).filter(({ method }) => method === 'POST').length;
const balance = async (accountId: string) =>
  (await sandbox.control<{ balanceCents: number }>('GET', `/accounts/${accountId}`)).balanceCents;
const order = (reference: string) => ({
  fromAccountId: payer,
  toAccountId: payee,
  amountCents: centsOf(100),
  comment: '',
  reference,
});

function failed(result: ProviderResult<unknown>): ProviderFailure {
  assert.ok(!result.ok, 'the call should have failed');
  return result;
}

/** A connected adapter that holds a token already, so that the next call is the one under test. */
async function ready(options: Parameters<ProviderSandbox['connect']>[0] = {}): Promise<PaymentProvider> {
  const provider = sandbox.connect({ timeoutMs: LIMIT_MS, ...options });
  assert.ok((await provider.getAccount(payer)).ok);
  return provider;
}

test('one token serves calls that start together', async () => {
  const provider = sandbox.connect();
  const results = await Promise.all(Array.from({ length: 20 }, () => provider.getAccount(payer)));
  assert.ok(results.every(({ ok }) => ok));
  assert.equal(await posts(TOKEN_PATH), 1);
});

test('a token that dies under 20 calls is renewed once, and all 20 succeed', async () => {
  const provider = await ready({ timeoutMs: 10_000 });
  await fault('GET /v2/accounts/:id', 'expired-token');
  const results = await Promise.all(Array.from({ length: 20 }, () => provider.getAccount(payer)));
  assert.ok(results.every(({ ok }) => ok));
  assert.equal(await posts(TOKEN_PATH), 2);
});

test('a call that learns late of its dead token takes the new one and renews nothing', async () => {
  const provider = await ready({ timeoutMs: 10_000 });
  await fault(`GET /v2/accounts/${payee}`, 'latency', { latencyMs: 200 });
  const late = provider.getAccount(payee);
  while ((await calls(`/v2/accounts/${payee}`)).length === 0);
  await fault(`GET /v2/accounts/${payer}`, 'expired-token');
  assert.ok((await provider.getAccount(payer)).ok);
  assert.equal((await calls(`/v2/accounts/${payee}`)).length, 1, 'the late call is still on its way');
  assert.ok((await late).ok);
  assert.equal(await posts(TOKEN_PATH), 2);
});

test('a money call refused for its token is sent again: nothing had happened', async () => {
  const provider = await ready();
  await fault('POST /v2/p2p', 'expired-token');
  const sent = await provider.transfer(order(randomUUID()));
  assert.ok(sent.ok);
  assert.equal(await balance(payee), 10_100);
});

test('a token serves until it dies; its renewal fails no call', async () => {
  const brief = await startProviderSandbox({ settings: { tokenSeconds: 1 } });
  try {
    await brief.control('POST', '/accounts', { accountId: payer, status: 6 });
    const provider = brief.connect();
    const seen = (path: string) => brief.control<Call[]>('GET', `/calls?path=${path}`);
    while ((await seen(TOKEN_PATH)).length < 2) assert.ok((await provider.getAccount(payer)).ok);
    const reads = await seen('/v2/accounts');
    assert.ok(reads.length > 10, 'one token served many calls');
    assert.ok(reads.filter(({ status }) => status === 401).length <= 1, 'at most the call that left too late was refused');
  } finally {
    await brief.stop();
  }
});

test('a wrong key and a refused token are unauthorized', async () => {
  const stranger = sandbox.connect({ apiKey: 'not-the-key' });
  assert.equal(failed(await stranger.getAccount(payer)).kind, 'unauthorized');
  const provider = await ready();
  await fault('GET /v2/accounts/:id', 'expired-token', { times: 2 });
  assert.equal(failed(await provider.getAccount(payer)).kind, 'unauthorized');
  assert.ok((await provider.getAccount(payer)).ok);
});

test('a 500 leaves the outcome unknown and is not repeated, on a read nor on money', async () => {
  const provider = await ready();
  await fault('GET /v2/accounts/:id', 'http-500');
  const before = (await calls(`/v2/accounts/${payer}`)).length;
  assert.equal(failed(await provider.getAccount(payer)).kind, 'unavailable');
  assert.equal((await calls(`/v2/accounts/${payer}`)).length, before + 1);
  await fault('POST /v2/p2p', 'http-500');
  const reference = randomUUID();
  assert.equal(failed(await provider.transfer(order(reference))).kind, 'unavailable');
  assert.equal(await posts('/v2/p2p'), 1);
  assert.deepEqual(await provider.getTransfer({ reference }), { ok: true, value: null });
});

test('an error in a 200 body is the refusal its code says', async () => {
  const provider = await ready();
  for (const [code, kind] of [
    [110, 'insufficient-balance'],
    [167, 'account-blocked'],
    [111, 'account-not-verified'],
    [234, 'rejected'],
    [4_711, 'rejected'],
    [185, 'unavailable'],
  ] as const) {
    await fault('POST /v2/p2p', 'error-in-200', { code });
    const { kind: got, code: sent } = failed(await provider.transfer(order(randomUUID())));
    assert.deepEqual([got, sent], [kind, code]);
  }
  assert.equal(await balance(payee), 10_000);
});

test('a provider that always answers 200 is understood as well', async () => {
  const polite = await startProviderSandbox({ settings: { errorStatus: 200 } });
  try {
    const { kind, code } = failed(await polite.connect().getAccount(randomUUID()));
    assert.deepEqual([kind, code], ['not-found', 147]);
    assert.deepEqual(await polite.connect().getTransfer({ reference: randomUUID() }), { ok: true, value: null });
  } finally {
    await polite.stop();
  }
});

test('silence before the effect: given up in time, sent once, and the look-up says that nothing moved', async () => {
  const provider = await ready();
  const reference = randomUUID();
  await fault('POST /v2/p2p', 'timeout-before', { latencyMs: CUT_MS });
  const failure = failed(await provider.transfer(order(reference)));
  assert.deepEqual([failure.kind, failure.message], ['unavailable', 'transfer: timeout']);
  assert.equal(await posts('/v2/p2p'), 1);
  assert.deepEqual(await provider.getTransfer({ reference }), { ok: true, value: null });
});

test('a reply lost after the effect: sent once, moved once, found by reference', async () => {
  const provider = await ready();
  for (const [latencyMs, cause] of [
    [LIMIT_MS * 3, 'timeout'],
    [0, 'connection'],
  ] as const) {
    const [reference, before] = [randomUUID(), await balance(payee)];
    await fault('POST /v2/p2p', 'timeout-after', { latencyMs });
    assert.equal(failed(await provider.transfer(order(reference))).message, `transfer: ${cause}`);
    const found = await provider.getTransfer({ reference });
    assert.ok(found.ok && found.value?.status === 'succeeded');
    assert.equal(await balance(payee), before + 100);
  }
  assert.equal(await posts('/v2/p2p'), 2);
});

test('a payout and a direct debit are not repeated either', async () => {
  const provider = await ready();
  const iban = { iban: 'FR7630006000011234567890189', holder: 'Camille Durand', status: 5 };
  const bankAccount = await sandbox.control<{ id: number }>('POST', `/accounts/${payer}/ibans`, iban);
  const mandate = await sandbox.control<{ id: number }>('POST', `/accounts/${payer}/mandates`, iban);
  const common = { accountId: payer, amountCents: centsOf(100), comment: '' };
  const [payout, debit] = [randomUUID(), randomUUID()];
  await fault('POST /v2/moneyouts', 'timeout-after');
  await fault('POST /v2/moneyins/sdd/init', 'timeout-after');
  assert.equal(
    failed(await provider.payOut({ ...common, bankAccountId: bankAccount.id, reference: payout })).kind,
    'unavailable',
  );
  const collectionDate = Temporal.Now.plainDateISO('Europe/Paris').add({ days: 14 });
  assert.equal(
    failed(await provider.createDirectDebit({ ...common, mandateId: mandate.id, collectionDate, reference: debit })).kind,
    'unavailable',
  );
  assert.deepEqual([await posts('/v2/moneyouts'), await posts('/v2/moneyins/sdd/init')], [1, 1]);
  const foundPayout = await provider.getPayOut({ reference: payout });
  const foundDebit = await provider.getDirectDebit({ reference: debit });
  assert.ok(foundPayout.ok && foundPayout.value && foundDebit.ok && foundDebit.value);
});

test('a read whose connection breaks is repeated once', async () => {
  const provider = await ready();
  await fault('GET /v2/accounts/:id', 'timeout-after', { latencyMs: 0 });
  assert.ok((await provider.getAccount(payer)).ok);
  await fault('GET /v2/accounts/:id', 'timeout-after', { latencyMs: 0, times: 2 });
  assert.equal(failed(await provider.getAccount(payer)).message, 'getAccount: connection');
});

test('a read that times out is not repeated', async () => {
  const provider = await ready();
  const before = (await calls(`/v2/accounts/${payer}`)).length;
  await fault('GET /v2/accounts/:id', 'timeout-before');
  assert.equal(failed(await provider.getAccount(payer)).message, 'getAccount: timeout');
  assert.equal((await calls(`/v2/accounts/${payer}`)).length, before + 1);
});

test('the limit bounds the wait for a token too', async () => {
  const provider = sandbox.connect({ timeoutMs: LIMIT_MS });
  await fault('/oauth', 'timeout-before', { latencyMs: CUT_MS });
  const { kind, message } = failed(await provider.transfer(order(randomUUID())));
  assert.deepEqual([kind, message], ['unavailable', 'token endpoint: timeout']);
  assert.equal(await posts('/v2/p2p'), 0);
  assert.ok((await provider.getAccount(payer)).ok);
});

test('the limit bounds a refused call and the renewal that follows it together', async () => {
  const provider = await ready({ timeoutMs: 1_000 });
  await fault(`GET /v2/accounts/${payee}`, 'latency', { latencyMs: 800 });
  const late = provider.getAccount(payee);
  while ((await calls(`/v2/accounts/${payee}`)).length === 0);
  await fault(`GET /v2/accounts/${payer}`, 'expired-token');
  assert.ok((await sandbox.connect().getAccount(payer)).ok);
  // The renewal has no second limit: `timeout` is that of the whole call.
  await fault('/oauth', 'timeout-before', { latencyMs: 500 });
  assert.equal(failed(await late).message, 'token endpoint: timeout');
  assert.deepEqual([(await calls(`/v2/accounts/${payee}`)).length, await posts(TOKEN_PATH)], [1, 4]);
});

test('a reply of another shape leaves the outcome unknown, and its values stay out of the log', async () => {
  const lines: unknown[] = [];
  const provider = await ready({ log: { warn: (fields, message) => lines.push({ ...fields, message }) } });
  await fault('POST /v2/p2p', 'malformed');
  assert.equal(failed(await provider.transfer(order(randomUUID()))).kind, 'unavailable');
  await fault('GET /v2/p2p', 'malformed');
  assert.equal(failed(await provider.getTransfer({ reference: randomUUID() })).kind, 'unavailable');
  assert.equal(lines.length, 2);
  assert.match(JSON.stringify(lines[0]), /"operation":"transfer".*unexpected shape/);
});

test('a 404 that is not the provider’s own word does not say that money did not move', async () => {
  const provider = await ready();
  await fault('GET /v2/p2p', 'not-found');
  assert.equal(failed(await provider.getTransfer({ reference: randomUUID() })).kind, 'unavailable');
});

test('after failures in a row nothing is sent for a while; then one call tries again', async () => {
  const provider = await ready({ breakerThreshold: 3, breakerResetMs: 300 });
  await fault('GET /v2/accounts/:id', 'http-500', { times: 3 });
  for (const _ of [1, 2, 3]) assert.equal(failed(await provider.getAccount(payer)).kind, 'unavailable');
  const reached = (await calls('/directkitrest')).length;
  const refusedAtOnce = failed(await provider.transfer(order(randomUUID())));
  assert.deepEqual([refusedAtOnce.kind, refusedAtOnce.message], ['unavailable', 'transfer: not-sent']);
  assert.equal((await calls('/directkitrest')).length, reached);
  assert.ok((await provider.getOnboardingAccount('1')).ok === false);
  assert.equal((await calls('/onboarding')).length, 1, 'the onboarding service has a circuit of its own');
  let result = await provider.getAccount(payer);
  while (!result.ok) result = await provider.getAccount(payer);
  assert.equal((await calls('/directkitrest')).length, reached + 1);
});

test('refusals do not open the circuit', async () => {
  const provider = await ready({ breakerThreshold: 2 });
  for (const _ of [1, 2, 3, 4, 5]) assert.equal(failed(await provider.getAccount(randomUUID())).kind, 'not-found');
  assert.ok((await provider.getAccount(payer)).ok);
});

test('a retired call is refused for good: not repeated, and the circuit stays closed', async () => {
  const provider = await ready({ breakerThreshold: 2 });
  await fault('POST /v2/accounts/individual', 'retired', { times: 5 });
  const profile = {
    kind: 'individual' as const,
    accountId: randomUUID(),
    email: 'camille@example.org',
    firstName: 'Camille',
    lastName: 'Durand',
    address: { street: '1 rue', postcode: '69001', city: 'Lyon', country: 'FRA' },
    birth: { date: Temporal.PlainDate.from('1990-02-28'), city: 'Lyon', country: 'FRA' },
    nationality: 'FRA',
  };
  for (const _ of [1, 2, 3]) assert.equal(failed(await provider.openAccount(profile)).kind, 'retired');
  assert.equal(await posts('/v2/accounts/individual'), 3);
  assert.ok((await provider.getAccount(payer)).ok);
});

test('a provider that is not there is unavailable', async () => {
  const gone = await startProviderSandbox();
  await gone.stop();
  const provider = sandbox.connect({ baseUrl: `${gone.url}/directkitrest` });
  assert.equal(failed(await provider.getAccount(payer)).message, 'getAccount: connection');
  const withoutToken = sandbox.connect({ tokenUrl: `${gone.url}/oauth` });
  assert.equal(failed(await withoutToken.getAccount(payer)).kind, 'unavailable');
});

test('the end user travels in the headers; a hostile agent cannot break them', async () => {
  const provider = await ready();
  await provider.getAccount(payer, { userAddress: '::ffff:203.0.113.9', userAgent: 'Navigateur é\r\nX-Evil: 1', language: 'fr' });
  const [[withUser], [, withoutUser]] = await Promise.all([calls(`/v2/accounts/${payer}`), calls(`/v2/accounts/${payer}`)]);
  assert.deepEqual(withUser?.endUser, {
    'psu-ip-address': '203.0.113.9',
    'psu-user-agent': 'Navigateur X-Evil: 1',
    'psu-accept-language': 'fr',
  });
  assert.deepEqual(withoutUser?.endUser, { 'psu-ip-address': '192.0.2.1', 'psu-user-agent': 'Mortar' });
});

test('the observer gets every call once, with its outcome', async () => {
  const told: string[] = [];
  const provider = sandbox.connect({
    onCall: ({ operation, outcome, durationMs }) => told.push(`${operation} ${outcome} ${Number.isFinite(durationMs)}`),
  });
  await provider.getAccount(payer);
  await provider.getAccount(randomUUID());
  await fault('GET /v2/p2p', 'timeout-after', { latencyMs: 0 });
  await provider.getTransfer({ reference: randomUUID() });
  // The look-up of something unknown is an answer to the caller, and "not-found" on the wire.
  assert.deepEqual(told, ['getAccount ok true', 'getAccount not-found true', 'getTransfer not-found true']);
});
