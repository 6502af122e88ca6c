// The sign-in of operators at a real identity provider: who is let in, in which roles, and what every broken answer leads to.

import assert from 'node:assert/strict';
import { randomUUID } from 'node:crypto';
import { after, before, beforeEach, describe, it } from 'node:test';
import { PASSWORD, type Person, signInAdministrator, signUp } from '../../../../test/support/actors.ts';
import { type Client, createClient } from '../../../../test/support/client.ts';
import { sessionCode, wantMailedCode } from '../../../../test/support/codes.ts';
import { type Claims, startIdentityProvider, type TestIdentityProvider } from '../../../../test/support/identity-provider.ts';
import { expectCode, expectStatus, startWorld, type World } from '../../../../test/support/world.ts';
import { operatorRun } from '../../../core/jobs/jobs.ts';
import { sessionCleanupJob } from '../session/index.ts';

const PUBLIC_URL = 'http://mortar.test:3000';
const ADMINISTRATORS = '/administration/administrators';

let world: World;
let provider: TestIdentityProvider;
let owner: Person;
before(async () => {
  provider = await startIdentityProvider(PUBLIC_URL);
  world = await startWorld({ settings: { ...provider.settings, OIDC_MATCH_VERIFIED_EMAIL: 'true' } });
  owner = await signInAdministrator(world);
});
beforeEach(() => {
  provider.failing.how = undefined;
  provider.forging.clear();
});
after(async () => {
  await world.close();
  await provider.close();
});

const locationOf = ({ status, headers }: { status: number; headers: Headers }) => {
  assert.equal(status, 302);
  return headers.get('location') ?? assert.fail('no location');
};
const begin = async (client: Client, returnTo?: string) =>
  locationOf(await client.get(`/auth/oidc/begin${returnTo === undefined ? '' : `?returnTo=${encodeURIComponent(returnTo)}`}`));
/** Back from the provider; where the browser is led then. */
const back = async (client: Client, { pathname, search }: URL) => locationOf(await client.get(pathname + search));
const enter = async (person: string, { client = world.visitor(), returnTo }: { client?: Client; returnTo?: string } = {}) => {
  const answer = await provider.signIn(await begin(client, returnTo), person);
  return { client, answer, led: await back(client, answer) };
};
const outcome = (word: string) => `/console?sign-in=${word}`;
/** Somebody whom the provider knows, with an address of their own. */
const known = (claims: Claims): { name: string; email: string } => {
  const name = `person-${randomUUID().slice(0, 13)}`;
  const email = `${name}@mortar.test`;
  provider.people.set(name, { email, email_verified: true, name: 'Ida Provider', ...claims });
  return { name, email };
};
type Own = { id: string; email: string; roles: string[]; isFromIdentityProvider: boolean };
const me = async (client: Client) => expectStatus(await client.get<Own>('/administration/me'), 200).body;
/** An owner invites, for the time so often, and the link of the mail is followed. */
const invite = async (email: string, count: number) => {
  expectStatus(await owner.client.post(`${ADMINISTRATORS}/invitations`, { email, roles: ['support'] }), 201);
  const token = await world.until(async () => {
    const links = (await world.mails(email)).flatMap(({ text }) => /console\/invitation#([\w.-]+)/.exec(text)?.[1] ?? []);
    return links.length >= count && links[0];
  }, 'the invitation');
  const body = { token, name: 'Ida Provider', password: PASSWORD };
  expectStatus(await world.visitor().post('/auth/administrator-invitation/accept', body), 201);
};
const isSignedIn = async (client: Client) => (await client.get('/administration/me')).status === 200;
const auditOf = async (email: string) =>
  (
    await world.sql<{ kind: string; payload: object }>(
      `select kind, payload from admin_action where administrator_email = $1 order by created_at, id`,
      [email],
    )
  ).map(({ kind, payload }) => [kind, payload]);

/** The provider says the same again to every question from now on. */
const repeat = () => {
  for (const path of ['/token', '/me']) {
    let first: Claims | undefined;
    provider.forging.set(path, (answered) => {
      first ??= answered;
      return first;
    });
  }
};

describe('who is let in', () => {
  it('somebody new, in the roles of their groups; the log says how, and every owner is told', async () => {
    const { name, email } = known({ groups: ['money', 'choir'] });
    const { client, led } = await enter(name, { returnTo: '/console/wires?page=2' });
    assert.equal(led, '/console/wires?page=2');
    const own = await me(client);
    assert.deepEqual([own.email, own.roles, own.isFromIdentityProvider], [email, ['finance', 'support'], true]);
    const { issuer } = provider;
    assert.deepEqual(await auditOf(email), [
      ['ADMINISTRATOR_IDENTITY_LINK', { issuer, subject: name, isNew: true }],
      ['ADMINISTRATOR_ROLES_UPDATE', { given: ['finance', 'support'], taken: [], issuer }],
      ['ADMINISTRATOR_SIGN_IN', { by: 'identity-provider', issuer }],
    ]);
    await world.until(
      async () => (await world.mails(owner.email)).some(({ text }) => text.includes(email) && text.includes('identité')),
      'the mail to the owner',
    );
  });
  it('again the same person, whatever their address is now; changed groups change the roles', async () => {
    const { name, email } = known({ groups: ['money'] });
    await enter(name);
    provider.people.set(name, { email: 'other@mortar.test', email_verified: false, groups: 'readers' });
    const { client } = await enter(name);
    const own = await me(client);
    assert.deepEqual([own.email, own.roles], [email, ['auditor']]);
  });
  it('an administrator who is here, by their verified address, from then on by their name at the provider', async () => {
    const person = await signInAdministrator(world, undefined, ['support']);
    const { name } = known({ groups: ['readers'], email: person.email.toUpperCase() });
    const { client } = await enter(name);
    const own = await me(client);
    assert.deepEqual([own.email, own.roles], [person.email, ['auditor']]);
    assert.equal((await me(person.client)).isFromIdentityProvider, false);
    const other = known({ groups: ['bosses'], email: person.email });
    assert.equal((await enter(other.name)).led, outcome('address-taken'));
    assert.deepEqual((await me(client)).roles, ['auditor']);
  });
  it('the session is one of the library, and ends with its sign-out', async () => {
    const { client } = await enter(known({ groups: ['readers'] }).name);
    const listed = expectStatus(await client.get<object[]>('/api/auth/list-sessions'), 200);
    assert.equal(listed.body.length, 1);
    expectStatus(await client.post('/api/auth/sign-out', {}), 200);
    assert.equal(await isSignedIn(client), false);
    const away = new URL(locationOf(await client.get('/auth/oidc/sign-out')));
    assert.equal(away.origin, provider.issuer);
    assert.equal(away.searchParams.get('post_logout_redirect_uri'), `${PUBLIC_URL}/console`);
  });
  it('who has asked for a code by mail at each sign-in gives it too', async () => {
    const { name, email } = known({ groups: ['readers'] });
    await wantMailedCode(world, { email, client: (await enter(name)).client });
    const { client, led } = await enter(name);
    assert.equal(led, outcome('code-needed'));
    assert.equal(await isSignedIn(client), false);
    const code = await sessionCode(world, email, async () => {
      expectStatus(await client.post('/api/auth/two-factor/send-otp', {}), 200);
    });
    expectStatus(await client.post('/api/auth/two-factor/verify-otp', { code }), 200);
    assert.equal((await me(client)).email, email);
    const ways = (await auditOf(email)).slice(-2);
    assert.deepEqual(ways, [
      ['ADMINISTRATOR_SIGN_IN', { by: 'identity-provider', issuer: provider.issuer }],
      ['ADMINISTRATOR_SIGN_IN', { by: 'mailed-code' }],
    ]);
  });
  it('from two browsers at once is one person', async () => {
    const { name, email } = known({ groups: ['readers'] });
    const entered = await Promise.all([enter(name), enter(name)]);
    assert.deepEqual(
      entered.map(({ led }) => led),
      ['/console', '/console'],
    );
    assert.equal((await world.sql('select from auth_user where email = $1', [email])).length, 1);
  });
  it('leads to pages of the console alone', async () => {
    const { name } = known({ groups: ['readers'] });
    for (const elsewhere of [
      '//evil.test',
      '/\\evil.test',
      'https://evil.test/console',
      '/console/../docs',
      '/consoles',
      'x',
      `/console/${'€'.repeat(200)}`,
    ])
      assert.equal((await enter(name, { returnTo: elsewhere })).led, '/console', elsewhere);
  });
});

describe('who is not', () => {
  it('nobody without a role; who had some loses them and every session, and gets them back with the group', async () => {
    assert.equal((await enter(known({ groups: ['choir'] }).name)).led, outcome('no-role'));
    const { name, email } = known({ groups: ['money'] });
    const first = await enter(name);
    provider.people.set(name, { groups: [] });
    const second = await enter(name);
    assert.equal(second.led, outcome('no-role'));
    assert.equal(await isSignedIn(first.client), false);
    assert.equal(await isSignedIn(second.client), false);
    assert.deepEqual((await auditOf(email)).at(-1)?.[1], { given: [], taken: ['finance', 'support'], issuer: provider.issuer });
    provider.people.set(name, { groups: ['readers'] });
    assert.deepEqual((await me((await enter(name)).client)).roles, ['auditor']);
  });
  it('a session that a password opened without a role gets none later', async () => {
    const person = await signInAdministrator(world, undefined, ['support']);
    const { name } = known({ groups: ['money'], email: person.email });
    await enter(name);
    provider.people.set(name, { groups: [] });
    await enter(name);
    const bare = world.visitor();
    expectStatus(await bare.post('/api/auth/sign-in/email', { email: person.email, password: PASSWORD }), 200);
    expectCode(await bare.get('/administration/me'), 403, 'forbidden');
    provider.people.set(name, { groups: ['bosses'] });
    await enter(name);
    expectCode(await bare.get('/administration/me'), 401, 'unauthenticated');
    expectStatus(await owner.client.delete(`${ADMINISTRATORS}/${person.userId}`), 200);
  });
  it('nobody whom an owner has removed, until an owner invites them again', async () => {
    const { name, email } = known({ groups: ['money'] });
    const { id } = await me((await enter(name)).client);
    provider.people.set(name, { groups: [] });
    await enter(name);
    provider.people.set(name, { groups: ['money'] });
    // The owner decides last: also what the provider took before does not come back with the group.
    await invite(email, 1);
    expectStatus(await owner.client.delete(`${ADMINISTRATORS}/${id}`), 200);
    const removed = await enter(name);
    assert.equal(removed.led, outcome('removed'));
    assert.equal(await isSignedIn(removed.client), false);
    await invite(email, 2);
    assert.deepEqual((await me((await enter(name)).client)).roles, ['finance', 'support']);
  });
  it('nobody whom an owner has removed after the provider had taken their roles, once -> 400 administrators.removed', async () => {
    const { name, email } = known({ groups: ['money'] });
    const { id } = await me((await enter(name)).client);
    provider.people.set(name, { email, email_verified: true, groups: [] });
    await enter(name);
    const mayReturn = async () => {
      const { body } = await owner.client.get<{ administrators: { id: string; mayReturn: boolean }[] }>(ADMINISTRATORS);
      return body.administrators.find((one) => one.id === id)?.mayReturn;
    };
    assert.equal(await mayReturn(), true);
    expectStatus(await owner.client.delete(`${ADMINISTRATORS}/${id}`), 200);
    assert.equal(await mayReturn(), false);
    expectCode(await owner.client.delete(`${ADMINISTRATORS}/${id}`), 400, 'administrators.removed');
    const removals = await world.sql<{ payload: object }>(
      `select payload from admin_action where target_id = $1 and administrator_email = $2`,
      [id, owner.email],
    );
    assert.deepEqual(removals, [{ payload: { taken: [] } }]);
    provider.people.set(name, { email, email_verified: true, groups: ['money'] });
    const removed = await enter(name);
    assert.deepEqual([removed.led, await isSignedIn(removed.client)], [outcome('removed'), false]);
    await invite(email, 1);
    assert.deepEqual((await me((await enter(name)).client)).roles, ['finance', 'support']);
  });
  it('nobody by an address that is not verified, or that an investor has', async () => {
    const person = await signInAdministrator(world, undefined, ['support']);
    const unverified = known({ groups: ['bosses'], email: person.email, email_verified: false });
    assert.equal((await enter(unverified.name)).led, outcome('address-unverified'));
    assert.equal((await enter(known({ groups: ['bosses'], email_verified: 'true' }).name)).led, outcome('address-unverified'));
    const investor = await signUp(world);
    assert.equal((await enter(known({ groups: ['bosses'], email: investor.email }).name)).led, outcome('address-taken'));
    assert.deepEqual((await me(person.client)).roles, ['support']);
  });
  it('nobody by an address alone where the settings do not say so', async () => {
    const strict = await world.another({ api: true, worker: false, settings: { OIDC_MATCH_VERIFIED_EMAIL: 'false' } });
    const person = await signInAdministrator(world, undefined, ['support']);
    const client = createClient(strict.url ?? '');
    const { led } = await enter(known({ groups: ['bosses'], email: person.email }).name, { client });
    assert.equal(led, outcome('address-taken'));
  });
  it('the last owner stays one, whatever the provider says, and comes in by the password', async () => {
    const { name } = known({ groups: ['readers'], email: owner.email });
    const { client } = await enter(name);
    assert.deepEqual((await me(client)).roles, ['auditor', 'owner']);
    provider.people.set(name, { groups: ['choir'] });
    assert.equal((await enter(name)).led, outcome('no-role'));
    assert.equal(await isSignedIn(client), false);
    owner.client = world.visitor();
    expectStatus(await owner.client.post('/api/auth/sign-in/email', { email: owner.email, password: PASSWORD }), 200);
    assert.deepEqual((await me(owner.client)).roles, ['owner']);
  });
});

describe('answers that are none', () => {
  it('the same answer a second time, and one that another browser began', async () => {
    const { name } = known({ groups: ['readers'] });
    const client = world.visitor();
    const location = await begin(client);
    const cookies = new Map(client.cookies);
    const answer = await provider.signIn(location, name);
    assert.equal(await back(world.visitor(), answer), outcome('expired'));
    const other = world.visitor();
    await begin(other);
    assert.equal(await back(other, answer), outcome('refused'));
    assert.equal(await back(client, answer), '/console');
    const thief = world.visitor();
    for (const [cookie, value] of cookies) thief.cookies.set(cookie, value);
    assert.notEqual(await back(thief, answer), '/console');
    assert.equal(await isSignedIn(thief), false);
  });
  it('the same answer again, though the provider says the same again', async () => {
    const client = world.visitor();
    const location = await begin(client);
    const cookies = new Map(client.cookies);
    const answer = await provider.signIn(location, known({ groups: ['readers'] }).name);
    repeat();
    assert.equal(await back(client, answer), '/console');
    const thief = world.visitor();
    for (const [cookie, value] of cookies) thief.cookies.set(cookie, value);
    assert.equal(await back(thief, answer), outcome('expired'));
    assert.equal(await isSignedIn(thief), false);
  });
  it('the same answer after a sign-out, and one that waited for the code by mail', async () => {
    for (const hasCode of [false, true]) {
      const { name, email } = known({ groups: ['readers'] });
      if (hasCode) await wantMailedCode(world, { email, client: (await enter(name)).client });
      const client = world.visitor();
      const location = await begin(client);
      const cookies = new Map(client.cookies);
      const answer = await provider.signIn(location, name);
      repeat();
      assert.equal(await back(client, answer), hasCode ? outcome('code-needed') : '/console');
      if (!hasCode) expectStatus(await client.post('/api/auth/sign-out', {}), 200);
      const thief = world.visitor();
      for (const [cookie, value] of cookies) thief.cookies.set(cookie, value);
      assert.equal(await back(thief, answer), outcome('expired'), String(hasCode));
      await sessionCleanupJob.work(world.deps, {}, operatorRun('test'));
      for (const [cookie, value] of cookies) thief.cookies.set(cookie, value);
      assert.equal(await back(thief, answer), outcome('expired'), String(hasCode));
      provider.forging.clear();
    }
  });
  it('a token that the provider did not sign', async () => {
    const { name, email } = known({ groups: ['readers'] });
    provider.forging.set('/token', ({ id_token, ...more }) => {
      const [header, body = '', signature] = String(id_token).split('.');
      const claims = {
        ...JSON.parse(Buffer.from(body, 'base64url').toString()),
        email,
        email_verified: true,
        groups: ['bosses'],
      };
      return { ...more, id_token: [header, Buffer.from(JSON.stringify(claims)).toString('base64url'), signature].join('.') };
    });
    const { client, led } = await enter(name);
    assert.equal(led, outcome('refused'));
    assert.equal(await isSignedIn(client), false);
  });
  it('another state, nonce or challenge than was asked with', async () => {
    const { name } = known({ groups: ['readers'] });
    for (const parameter of ['nonce', 'state', 'code_challenge']) {
      const client = world.visitor();
      const change = (asked: URL) => asked.searchParams.set(parameter, 'x'.repeat(43));
      const answer = await provider.signIn(await begin(client), name, change);
      assert.equal(await back(client, answer), outcome('refused'), parameter);
      assert.equal(await isSignedIn(client), false);
    }
  });
  it('a refusal of the person, an answer without a code, a cookie that is not ours', async () => {
    assert.equal((await enter('')).led, outcome('refused'));
    const client = world.visitor();
    await begin(client);
    assert.equal(locationOf(await client.get('/auth/oidc/callback')), outcome('refused'));
    const forged = world.visitor();
    await begin(forged);
    for (const [cookie, value] of forged.cookies) forged.cookies.set(cookie, value.replace(/.{3}$/, 'abc'));
    assert.equal(locationOf(await forged.get('/auth/oidc/callback?code=1')), outcome('expired'));
  });
  it('one that comes after ten minutes', async () => {
    const client = world.visitor();
    const answer = await provider.signIn(await begin(client), known({ groups: ['readers'] }).name);
    await world.moveClock({ advance: 'PT10M' });
    assert.equal(await back(client, answer), outcome('expired'));
  });
  it('a provider that is silent, fails or answers without end, whenever it is asked', async () => {
    const { name } = known({ groups: ['readers'] });
    for (const how of ['silent', 'huge', 'error'] as const) {
      const client = world.visitor();
      const answer = await provider.signIn(await begin(client), name);
      Object.assign(provider.failing, { how, at: '/token' });
      assert.equal(await back(client, answer), outcome('unavailable'), how);
      // What is kept of its description is not asked again; another process knows nothing yet.
      Object.assign(provider.failing, { how, at: '/.well-known' });
      const fresh = await world.another({ api: true, worker: false });
      const response = await fetch(`${fresh.url}/auth/oidc/begin`, { redirect: 'manual' });
      assert.equal(response.headers.get('location'), outcome('unavailable'), how);
      const away = await fetch(`${fresh.url}/auth/oidc/sign-out`, { redirect: 'manual' });
      assert.equal(away.headers.get('location'), `${PUBLIC_URL}/console`);
      provider.failing.how = undefined;
    }
  });
});

describe('without a provider', () => {
  it('there is no such sign-in -> 404 not-found', async () => {
    const without = { OIDC_ISSUER: '', OIDC_CLIENT_ID: '', OIDC_CLIENT_SECRET: '', OIDC_ROLES: '' };
    const plain = await world.another({ api: true, worker: false, settings: without });
    const client = createClient(plain.url ?? '');
    for (const step of ['begin', 'callback', 'sign-out']) expectCode(await client.get(`/auth/oidc/${step}`), 404, 'not-found');
  });
});
