// Votes through HTTP: what the defaults-management platform says, what its failures become, and the way to the voting platform.

import assert from 'node:assert/strict';
import { createHmac, randomUUID } from 'node:crypto';
import { after, before, describe, it } from 'node:test';
import { type Investor, signInAdministrator, signUp } from '../../../../test/support/actors.ts';
import { createClient } from '../../../../test/support/client.ts';
import { expectCode, expectStatus, startWorld, type World } from '../../../../test/support/world.ts';
import type { PropertyId } from '../../../core/db/tables.ts';
import { newId } from '../../../core/ids.ts';

const SECRET = 'shared-secret-of-the-voting-platform';
const PROJECT = newId<PropertyId>();
const VOTE = {
  id: 12,
  title: 'Prolonger de six mois ?',
  types: ['prorogation', 'rate'],
  vote_ended_at: '2027-01-31T23:00:00.000Z',
  is_open: true,
  url: 'https://votes.test/12',
};
const latestOf = (projectId: string) => `/investor/voting/projects/${projectId}/latest-vote`;
const RELAYS = ['/investor/voting/has-votes', '/investor/voting/pending-votes-count', latestOf(PROJECT)];

let world: World;
let investor: Investor;

before(async () => {
  world = await startWorld({
    worker: false,
    settings: {
      DEFAULTS_TIMEOUT_MS: '400',
      VOTING_PLATFORM_URL: 'https://votes.test/entry?lang=fr',
      VOTING_SHARED_SECRET: SECRET,
      VOTING_TOKEN_TTL_SECONDS: '120',
    },
  });
  investor = await signUp(world);
  const voters = [investor.customerId];
  await world.control('PUT', '/votes', { projectId: PROJECT, vote: VOTE, voters });
  await world.control('PUT', '/votes', { projectId: randomUUID(), vote: { is_open: false }, voters });
});
after(() => world.close());

/** The investor at another instance, of other settings. */
async function elsewhere(settings: Record<string, string>) {
  const client = createClient((await world.another({ api: true, worker: false, settings })).url ?? '');
  for (const [name, value] of investor.client.cookies) client.cookies.set(name, value);
  return client;
}

const read = async (path: string, by = investor) => expectStatus(await by.client.get(path), 200).body;

describe('GET /investor/voting/has-votes', () => {
  it('relays whether votes concern the investor', async () => {
    assert.deepEqual(await read('/investor/voting/has-votes'), { has_votes: true });
    assert.deepEqual(await read('/investor/voting/has-votes', await signUp(world)), { has_votes: false });
  });
});

describe('GET /investor/voting/pending-votes-count', () => {
  it('relays how many open votes are not cast', async () => {
    assert.deepEqual(await read('/investor/voting/pending-votes-count'), { count: 1 });
    assert.deepEqual(await read('/investor/voting/pending-votes-count', await signUp(world)), { count: 0 });
  });
});

describe('GET /investor/voting/projects/:projectId/latest-vote', () => {
  it('relays the vote as the investor sees it, and names the investor to the platform', async () => {
    assert.deepEqual(await read(latestOf(PROJECT)), { vote: { ...VOTE, is_pending_for_user: true } });
    const calls = await world.control<{ query: Record<string, string> }[]>('GET', '/calls?path=/latest-vote');
    assert.equal(calls[0]?.query.customer_id, investor.customerId);
    const [stranger] = [await signUp(world)];
    assert.deepEqual(await read(latestOf(PROJECT), stranger), { vote: { ...VOTE, is_pending_for_user: false } });
  });
  it('is null for a project without a vote', async () => assert.deepEqual(await read(latestOf(newId())), { vote: null }));
  for (const projectId of ['12', '6c84fb90-12c4-11e1-840d-7b25c5ee775a'])
    it(`${projectId} is no UUID v4 -> 400 validation-failed`, async () =>
      expectCode(await investor.client.get(latestOf(projectId)), 400, 'validation-failed'));
});

describe('a platform that fails', () => {
  const FAULTS = [
    { mode: 'http-500' },
    { mode: 'not-found' },
    { mode: 'malformed' },
    { mode: 'error-in-200' },
    { mode: 'timeout-after' },
    { mode: 'latency', latencyMs: 5_000 },
  ];
  for (const path of RELAYS)
    for (const fault of FAULTS)
      it(`${path.split('/').at(-1)}: ${fault.mode} -> 500 internal-error`, async () => {
        await world.control('POST', '/faults', { route: '/defaults/', times: 1, ...fault });
        const answer = await investor.client.get(path);
        expectCode(answer, 500, 'internal-error');
        assert.doesNotMatch(answer.text, /customer_id|timeout|defaults|shape|answered/i);
        await read(path);
      });
  it('latest-vote: a vote with fields missing -> 500 internal-error', async () => {
    await world.control('POST', '/faults', { route: '/defaults/', mode: 'partial', times: 1 });
    expectCode(await investor.client.get(latestOf(PROJECT)), 500, 'internal-error');
  });
});

describe('GET /investor/voting/platform-url', () => {
  type PlatformUrl = { platformUrl: string; platformUrlWithToken: string; token: string };

  it('signs a token that names the investor and ends', async () => {
    const body = (await read('/investor/voting/platform-url')) as PlatformUrl;
    assert.equal(body.platformUrl, 'https://votes.test/entry?lang=fr');
    assert.equal(body.platformUrlWithToken, `https://votes.test/entry?lang=fr&token=${body.token}`);
    const [header = '', claims = '', signature] = body.token.split('.');
    assert.equal(createHmac('sha256', SECRET).update(`${header}.${claims}`).digest('base64url'), signature);
    const decode = (part: string) => JSON.parse(Buffer.from(part, 'base64url').toString());
    assert.equal(decode(header).alg, 'HS256');
    const { investorId, iat, exp } = decode(claims);
    assert.deepEqual([investorId, exp - iat], [investor.customerId, 120]);
    assert.ok(Math.abs(iat - world.deps.clock.now().epochMilliseconds / 1000) < 60);
  });
  it('lets the investor in at the platform, until the token ends', async () => {
    const settings = {
      VOTING_PLATFORM_URL: `${world.sandbox.url}/votes`,
      VOTING_SHARED_SECRET: 'sandbox-voting-secret-0123456789',
    };
    const { body } = expectStatus(await (await elsewhere(settings)).get<PlatformUrl>('/investor/voting/platform-url'), 200);
    assert.equal(body.platformUrlWithToken, `${body.platformUrl}?token=${body.token}`);
    const page = await fetch(body.platformUrlWithToken);
    assert.deepEqual([page.status, (await page.text()).includes(investor.customerId)], [200, true]);
    assert.equal((await fetch(body.platformUrlWithToken.replace('?token=', '?token=x'))).status, 401);
    await world.moveClock({ advance: 'PT121S' });
    assert.equal((await fetch(body.platformUrlWithToken)).status, 401);
  });
  for (const missing of ['VOTING_SHARED_SECRET', 'VOTING_PLATFORM_URL'])
    it(`${missing} is not set -> 500 internal-error`, async () => {
      const answer = await (await elsewhere({ [missing]: '' })).get('/investor/voting/platform-url');
      expectCode(answer, 500, 'internal-error');
      assert.doesNotMatch(answer.text, /VOTING/);
    });
});

for (const path of [...RELAYS, '/investor/voting/platform-url']) {
  it(`GET ${path} without a session -> 401 unauthenticated`, async () =>
    expectCode(await world.visitor().get(path), 401, 'unauthenticated'));
  it(`GET ${path} as an administrator -> 403 forbidden`, async () =>
    expectCode(await (await signInAdministrator(world)).client.get(path), 403, 'forbidden'));
}
