// The dry run of every route that moves money for an administrator: nothing is written, nothing is sent, and the request then does just that.

import assert from 'node:assert/strict';
import { after, before, describe, it } from 'node:test';
import { type Person, signInAdministrator } from '../support/actors.ts';
import type { Client } from '../support/client.ts';
import { bothWays, fingerprint } from '../support/dry-run.ts';
import { expectCode, expectStatus, startWorld, type World } from '../support/world.ts';
import { type Ask, keyedRequests } from './keyed-routes.ts';

/** A header of the tests alone, as the requests know their own addresses. */
const DRY = { 'x-only-dry': 'true' };

let world: World;
let admin: Person;
let requests: Record<string, Ask>;

before(async () => {
  const email = 'keys@mortar.test';
  world = await startWorld({ worker: false, settings: { RECOMPUTE_ADMIN_EMAIL: email } });
  admin = await signInAdministrator(world, email);
  const all = await keyedRequests(world, { ...admin, client: dryByHeader(admin.client) });
  requests = Object.fromEntries(Object.entries(all).filter(([route]) => route.includes(' /administration/')));
});
after(() => world.close());

function dryByHeader(client: Client): Client {
  const post: Client['post'] = (path, body, headers = {}) =>
    client.post('x-only-dry' in headers ? `${path}?dryRun=true` : path, body, headers);
  return { ...client, post };
}

/** Calls of the provider that move money, or order a debit. */
async function moves(): Promise<number> {
  const calls = await world.control<{ method: string; path: string }[]>('GET', '/calls');
  return calls.filter(({ method, path }) => method !== 'GET' && /p2p|moneyouts|sdd/.test(path)).length;
}

describe('?dryRun=true', () => {
  it('of each route that moves money: writes nothing, sends nothing, and says what the request then does', async () => {
    assert.ok(Object.keys(requests).length > 20, Object.keys(requests).join());
    for (const [route, ask] of Object.entries(requests)) {
      const [rows, sent] = [await fingerprint(world), await moves()];
      expectStatus(await ask(0, DRY), 200);
      assert.deepEqual(await fingerprint(world), rows, route);
      assert.equal(await moves(), sent, `${route} sent something`);
      const { answer } = await bothWays(world, (query) => ask(0, query === '' ? {} : DRY));
      assert.equal(answer.status, 201, `${route}: ${answer.text}`);
    }
  });

  it('takes no key: the request itself may have it', async () => {
    const [[, ask] = []] = Object.entries(requests);
    assert.ok(ask);
    const key = { 'idempotency-key': 'dry-run-then-real' };
    expectStatus(await ask(1, { ...key, ...DRY }), 200);
    const answer = expectStatus(await ask(1, key), 201);
    assert.equal(answer.headers.get('idempotency-replayed'), null);
  });

  it('that is no boolean -> 400 validation-failed', async () => {
    const path = '/administration/property/payment-schedule/wire-to-be-assigned/unassign?dryRun=perhaps';
    expectCode(await admin.client.post(path, {}), 400, 'validation-failed');
  });
});
