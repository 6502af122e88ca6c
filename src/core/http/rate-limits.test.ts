// Limits of requests: per address before anything else is looked at, per account from wherever it asks, and of all processes together.

import assert from 'node:assert/strict';
import { after, before, describe, it } from 'node:test';
import { signUp } from '../../../test/support/actors.ts';
import { type Client, createClient } from '../../../test/support/client.ts';
import { clientAt } from '../../../test/support/processes.ts';
import { shows } from '../../../test/support/recorder.ts';
import { expectCode, expectStatus, startWorld, type World } from '../../../test/support/world.ts';
import { operatorRun } from '../jobs/jobs.ts';
import { requestCountCleanupJob } from './jobs.ts';
import { addressKey } from './rate-limits.ts';

/** RATE_LIMIT_PER_MINUTE 1, which is a hundred times as wide outside production. */
const LIMIT = 100;
const TENTH = 10;

let world: World;
let here: string;
let there: string;

before(async () => {
  world = await startWorld({ worker: false });
  const settings = { RATE_LIMIT_PER_MINUTE: '1', TRUST_PROXY: 'true' };
  const instances = [];
  for (let count = 0; count < 2; count += 1) instances.push(await world.another({ api: true, worker: false, settings }));
  [here = '', there = ''] = instances.map(({ url }) => url);
});
after(() => world.close());

const addresses = Array.from({ length: 254 }, (_, index) => `203.0.113.${index + 1}`).values();
/** An address that nobody has asked from. */
const newAddress = () => addresses.next().value ?? assert.fail('more addresses than a network has');

const from = (address: string, more: Record<string, string> = {}) => ({ 'x-forwarded-for': address, ...more });
const ask = (url: string, address: string) => createClient(url).get('/properties?limit=1', from(address));
const guess = (url: string, address: string) =>
  createClient(url).get('/customers/referral-code-exists?referralCode=x', from(address));

async function askTimes(count: number, url: string, address: string): Promise<void> {
  for (let asked = 0; asked < count; asked += 1) expectStatus(await ask(url, address), 200);
}

/** The shared count of an address. */
async function toldOf(key: string): Promise<number> {
  const [row] = await world.sql<{ count: number }>('select count from request_count where key = $1', [key]);
  return row?.count ?? 0;
}

describe('the general limit', () => {
  it('of one address in one process is exact -> 429 too-many-requests, and nobody else is refused', async () => {
    const address = newAddress();
    await askTimes(LIMIT, here, address);
    const refused = await ask(here, address);
    expectCode(refused, 429, 'too-many-requests');
    assert.match(refused.headers.get('retry-after') ?? '', /^([1-9]|[1-5]\d|60)$/);
    assert.equal(refused.headers.get('x-ratelimit-remaining'), '0');
    assert.ok(refused.headers.get('x-request-id') && refused.headers.get('content-security-policy'));
    expectStatus(await ask(here, newAddress()), 200);
    shows('limit.request-rate');
  });
  it('is shared by the processes: what one has answered, the other does not answer again -> 429 too-many-requests', async () => {
    const address = newAddress();
    const key = addressKey(address);
    await askTimes(LIMIT - TENTH, here, address);
    await world.until(async () => (await toldOf(key)) === LIMIT - TENTH, 'the first process to have told');
    await askTimes(TENTH, there, address);
    await world.until(async () => (await toldOf(key)) === LIMIT, 'the second process to have told');
    // The shared count is known with the next turn of its loop, long before its own would reach the limit.
    let asked = 0;
    const isRefused = async () => (await ask(there, address)).status === 429 || ++asked === LIMIT - TENTH;
    await world.until(isRefused, 'the second process to refuse');
    assert.ok(asked < LIMIT - TENTH, `${asked} more answers`);
  });
  it('counts no probe: a proxy asks as often as it likes, and its other requests are counted as before', async () => {
    const address = newAddress();
    for (const path of ['/health/live', '/health/ready'])
      for (let asked = 0; asked <= LIMIT; asked += 1) {
        const answer = expectStatus(await createClient(here).get(path, from(address)), 200);
        assert.equal(answer.headers.get('x-ratelimit-remaining'), null);
      }
    assert.equal(expectStatus(await ask(here, address), 200).headers.get('x-ratelimit-remaining'), String(LIMIT - 1));
  });
  it('an address with few requests is not shared, and costs no statement', async () => {
    const address = newAddress();
    const busy = newAddress();
    await askTimes(LIMIT / 20 - 1, here, address);
    await askTimes(LIMIT / 20, here, busy);
    await world.until(async () => (await toldOf(addressKey(busy))) > 0, 'the busy one to be told');
    assert.equal(await toldOf(addressKey(address)), 0);
  });
  it('counts before the guards: sessions and keys that are wrong are guessed no faster, and paths that do not exist', async () => {
    const address = newAddress();
    const hook = '/customers/provider/webhook/customer-status-changed?apiKey=';
    const tries = [
      () => createClient(here).get('/customers/me', from(address)),
      () => createClient(here).post(`${hook}wrong`, {}, from(address)),
      () => createClient(here).get('/no-such-path', from(address)),
    ];
    for (let tried = 0; tried < LIMIT; tried += 1) assert.notEqual((await tries[tried % 3]?.())?.status, 429);
    for (const again of tries) expectCode(await again(), 429, 'too-many-requests');
    // The right key from there would show that it is right.
    expectCode(await createClient(here).post(`${hook}sandbox-webhook-key`, {}, from(address)), 429, 'too-many-requests');
  });
  it('does not count a platform that has its key', async () => {
    const address = newAddress();
    const hook = '/customers/provider/webhook/customer-status-changed?apiKey=sandbox-webhook-key';
    for (let sent = 0; sent <= LIMIT; sent += 1) {
      const { status } = await createClient(here).post(hook, {}, from(address));
      assert.ok(status !== 401 && status !== 429, `${status}`);
    }
    await askTimes(LIMIT, here, address);
  });
  it('of one account holds from however many addresses -> 429 too-many-requests', async () => {
    const { client } = await signUp(world);
    const mine = clientAt({ url: here }, client);
    for (let asked = 0; asked < LIMIT; asked += 1) expectStatus(await mine.get('/customers/me', from(newAddress())), 200);
    expectCode(await mine.get('/customers/me', from(newAddress())), 429, 'too-many-requests');
    const other = clientAt({ url: here }, (await signUp(world)).client);
    expectStatus(await other.get('/customers/me', from(newAddress())), 200);
  });
});

describe('a route with its own limit', () => {
  it('is exact over all processes -> 429 too-many-requests', async () => {
    const address = newAddress();
    const statuses = [];
    for (let asked = 0; asked < TENTH + 2; asked += 1) statuses.push((await guess(asked % 2 ? there : here, address)).status);
    assert.deepEqual(statuses, [...Array(TENTH).fill(200), 429, 429]);
    expectCode(await guess(there, address), 429, 'too-many-requests');
    expectStatus(await guess(there, newAddress()), 200);
    expectStatus(await ask(here, address), 200);
  });
  it('is exact when all come at once', async () => {
    const address = newAddress();
    const answers = await Promise.all(Array.from({ length: 3 * TENTH }, (_, index) => guess(index % 2 ? there : here, address)));
    assert.equal(answers.filter(({ status }) => status === 200).length, TENTH);
  });
  it('holds for an account from however many addresses -> 429 too-many-requests', async () => {
    const { client } = await signUp(world);
    const instances = [here, there].map((url) => clientAt({ url }, client)) as [Client, Client];
    const print = (index: number) =>
      instances[index % 2 === 0 ? 0 : 1].get('/customers/wallet/statements/2025/csv', from(newAddress()));
    for (let asked = 0; asked < TENTH; asked += 1) assert.notEqual((await print(asked)).status, 429);
    expectCode(await print(TENTH), 429, 'too-many-requests');
  });
});

describe('the address of a client', () => {
  const remainingOf = async (url: string, forwarded: string) =>
    Number((await ask(url, forwarded)).headers.get('x-ratelimit-remaining'));

  it('is what our proxy says came to it, not what the client says before', async () => {
    const address = newAddress();
    const first = await remainingOf(here, `198.51.100.1, ${address}`);
    assert.equal(await remainingOf(here, `198.51.100.2, 198.51.100.3, ${address}`), first - 1);
    assert.equal(await remainingOf(here, newAddress()), LIMIT - 1);
  });
  it('is two steps away behind two proxies', async () => {
    const settings = { RATE_LIMIT_PER_MINUTE: '1', TRUST_PROXY: 'true', TRUST_PROXY_HOPS: '2' };
    const { url = '' } = await world.another({ api: true, worker: false, settings });
    const address = newAddress();
    const first = await remainingOf(url, `198.51.100.1, ${address}, 10.0.0.1`);
    assert.equal(await remainingOf(url, `198.51.100.2, ${address}, 10.0.0.2`), first - 1);
  });
  it('without a proxy is that of the connection, whatever the header says', async () => {
    const { url = '' } = await world.another({ api: true, worker: false, settings: { RATE_LIMIT_PER_MINUTE: '1' } });
    const first = await remainingOf(url, newAddress());
    assert.equal(await remainingOf(url, newAddress()), first - 1);
  });
  for (const [ip, key] of [
    ['203.0.113.9', 'address 203.0.113.9'],
    ['::ffff:203.0.113.9', 'address 203.0.113.9'],
    ['::1', 'address 0:0:0:0::/64'],
    ['2001:db8::1', 'address 2001:db8:0:0::/64'],
    ['2001:0db8:0:00a:1:2:3:4', 'address 2001:db8:0:a::/64'],
    ['2001:db8:0:a::', 'address 2001:db8:0:a::/64'],
    ['1::2:3:4:5:6:7', 'address 1:0:2:3::/64'],
    ['fe80::1%eth0', 'address fe80:0:0:0::/64'],
    ['64:ff9b::192.0.2.1', 'address 64:ff9b:0:0::/64'],
  ] as const)
    it(`${ip} counts as ${key}`, () => assert.equal(addressKey(ip), key));
});

it('the job of old counters leaves those of this hour', async () => {
  // By SQL: counters are the database's own, of an hour ago.
  await world.sql(`insert into request_count (key, count, started_at_ms) values ('old', 1, 0), ('new', 1, $1)`, [Date.now()]);
  assert.deepEqual(await requestCountCleanupJob.work(world.deps, {}, operatorRun('test')), { deleted: 1 });
  assert.equal(await toldOf('new'), 1);
});
