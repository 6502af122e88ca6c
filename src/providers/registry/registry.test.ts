// The company registry over real HTTP, the sandbox at the other end.

import assert from 'node:assert/strict';
import { after, before, beforeEach, test } from 'node:test';
import { type ProviderSandbox, startProviderSandbox } from '../../../test/support/provider-sandbox.ts';
import { createRegistry, type Registry } from './index.ts';

const SIREN = '936213743';

let sandbox: ProviderSandbox;
let registry: Registry;
const logged: unknown[] = [];
const observed: string[] = [];

const connect = (options: { apiKey?: string; timeoutMs?: number } = {}) =>
  createRegistry({
    suggestionsBaseUrl: `${sandbox.url}/registry-suggestions/`,
    baseUrl: `${sandbox.url}/registry`,
    apiKey: 'sandbox-registry-key',
    timeoutMs: 2_000,
    log: { warn: (fields) => logged.push(fields) },
    onCall: ({ operation, outcome }) => observed.push(`${operation} ${outcome}`),
    ...options,
  });

before(async () => {
  sandbox = await startProviderSandbox();
  registry = connect();
});
beforeEach(() => {
  logged.length = 0;
  observed.length = 0;
});
after(async () => {
  await registry.close();
  await sandbox.stop();
});

const order = (route: string, mode: string, latencyMs?: number) =>
  sandbox.control('POST', '/faults', { route, mode, times: 1, latencyMs });
const lastQuery = async () => (await sandbox.control<{ query: unknown }[]>('GET', '/calls?path=/registry-suggestions'))[0]?.query;

test('suggests by name, with the registry’s own fields', async () => {
  const found = await registry.suggest({ q: 'brique', length: 2, types: [] });
  assert.ok(found.ok);
  assert.equal(found.value.companies.length, 2);
  assert.deepEqual(await lastQuery(), { q: 'brique', longueur: '2' });
  assert.ok('mention' in (found.value.companies[0] ?? {}));
  assert.deepEqual(observed, ['registry suggestions ok']);
});

test('asks for the types it was asked for, and gives only what was found through them', async () => {
  const through = async (...types: string[]) => {
    const found = await registry.suggest({ q: 'roussel', length: undefined, types });
    const sirens = (list?: { siren: string }[]) => list?.map(({ siren }) => siren);
    return found.ok && [sirens(found.value.companies), sirens(found.value.throughRepresentatives)];
  };
  // Marc Roussel represents Maçonnerie Roussel.
  assert.deepEqual(await through('representant'), [[], ['819649708']]);
  assert.deepEqual(await lastQuery(), { q: 'roussel', cibles: 'representant' });
  assert.deepEqual(await through('representant', 'nom_entreprise', 'representant'), [['819649708'], ['819649708']]);
  assert.deepEqual(await lastQuery(), { q: 'roussel', cibles: 'representant,nom_entreprise' });
  assert.deepEqual(await through('siren', 'siret'), [[], undefined]);
  assert.deepEqual(await through(), [['819649708'], undefined]);
});

test('a type that the registry does not know is a failure', async () => {
  assert.deepEqual(await registry.suggest({ q: 'brique', length: undefined, types: ['nom_entreprise', 'other'] }), {
    ok: false,
    status: 400,
    reason: 'answered 400',
  });
});

test('a partial record (206) is a success, an unknown number (404) is nobody and no fault', async () => {
  const partial = await registry.findCompany('922461686');
  assert.deepEqual(partial.ok && [partial.value?.siren, partial.value?.nom_entreprise], ['922461686', null]);
  assert.deepEqual(await registry.findCompany('100000009'), { ok: true, value: null });
  assert.deepEqual(logged, []);
});

test('every other failure says its reason, and is logged without the query', async () => {
  const refused = connect({ apiKey: 'another-key' });
  assert.deepEqual(await refused.findCompany(SIREN), { ok: false, status: 401, reason: 'answered 401' });
  await refused.close();
  await order('/registry/v2/entreprise', 'http-500');
  assert.deepEqual(await registry.findCompany(SIREN), { ok: false, status: 500, reason: 'answered 500' });
  await order('/registry-suggestions', 'not-found');
  assert.deepEqual(await registry.suggest({ q: 'brique', length: undefined, types: [] }), {
    ok: false,
    status: 404,
    reason: 'answered 404',
  });
  await order('/registry-suggestions', 'malformed');
  assert.deepEqual(await registry.suggest({ q: 'brique', length: undefined, types: [] }), {
    ok: false,
    status: null,
    reason:
      'unexpected shape: /resultats_nom_entreprise/0 must have required properties siren; /resultats_nom_entreprise/0/nom_entreprise must be string; /resultats_nom_entreprise/0/nom_entreprise must be null; /resultats_nom_entreprise/0/nom_entreprise must match a schema in anyOf',
  });
  assert.deepEqual(observed, [
    'registry entreprise failed',
    'registry entreprise failed',
    'registry suggestions failed',
    'registry suggestions failed',
  ]);
  assert.equal(logged.length, 4);
  assert.ok(!JSON.stringify(logged).includes(SIREN));
});

test('a slow registry is given up, a lost connection is a failure', async () => {
  const hasty = connect({ timeoutMs: 100 });
  await order('/registry/v2/entreprise', 'latency', 5_000);
  assert.deepEqual(await hasty.findCompany(SIREN), { ok: false, status: null, reason: 'timeout' });
  await order('/registry/v2/entreprise', 'timeout-after');
  assert.deepEqual(await hasty.findCompany(SIREN), { ok: false, status: null, reason: 'connection' });
  await hasty.close();
});
