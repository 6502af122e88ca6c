// Invitations: a mailed link with which somebody chooses a name and a password, once, within 72 hours, while its sender is an owner.

import assert from 'node:assert/strict';
import { randomUUID } from 'node:crypto';
import { after, before, describe, it } from 'node:test';
import { type Person, signInAdministrator, signUp } from '../../../../test/support/actors.ts';
import { sessionCode } from '../../../../test/support/codes.ts';
import { registerApp } from '../../../../test/support/factors.ts';
import { expectCode, expectStatus, startWorld, type World } from '../../../../test/support/world.ts';

const URL = '/administration/administrators';
const OVER = 'administrators.invitation-over';
const CHOSEN = { name: 'Nora Lenoir', password: 'a long one of my own' };

let world: World;
let owner: Person;
before(async () => {
  world = await startWorld();
  owner = await signInAdministrator(world);
});
after(() => world.close());

type Invitation = { id: string; email: string; roles: string[]; invitedBy: string };
const address = () => `new-${randomUUID().slice(0, 13)}@mortar.test`;
const invite = (email: string, roles = ['finance'], by = owner) =>
  by.client.post<Invitation>(`${URL}/invitations`, { email, roles });
const accept = (token: string, more: object = {}) =>
  world.visitor().post<{ email: string }>('/auth/administrator-invitation/accept', { token, ...CHOSEN, ...more });
/** The token of the newest of so many links that reached the address. */
const tokenIn = (email: string, count = 1) =>
  world.until(async () => {
    const tokens = (await world.mails(email)).flatMap(({ text }) => /console\/invitation#([\w.-]+)/.exec(text)?.[1] ?? []);
    return tokens.length >= count && tokens[0];
  }, 'the invitation');
const waiting = async () =>
  expectStatus(await owner.client.get<{ invitations: Invitation[] }>(URL), 200).body.invitations.map(({ email }) => email);
const signIn = async (email: string, password = CHOSEN.password) => {
  const client = world.visitor();
  expectStatus(await client.post('/api/auth/sign-in/email', { email, password }), 200);
  return client;
};

describe('an invitation', () => {
  it('makes an administrator in its roles, once; who gave them is kept', async () => {
    const email = address();
    const { body } = expectStatus(await invite(email.toUpperCase(), ['finance', 'support']), 201);
    assert.deepEqual([body.email, body.roles, body.invitedBy], [email, ['finance', 'support'], owner.email]);
    assert.ok((await waiting()).includes(email));
    const token = await tokenIn(email);
    assert.deepEqual(expectStatus(await accept(token), 201).body, { email });
    const client = await signIn(email);
    expectStatus(await client.get('/administration/payments'), 200);
    expectCode(await client.get(URL), 403, 'forbidden');
    assert.ok(!(await waiting()).includes(email));
    expectCode(await accept(token, { password: 'another one of mine' }), 400, OVER);
    const rows = await world.sql<{ kind: string; by: string; payload: object }>(
      `select kind, administrator_email as by, payload from admin_action
       where payload ->> 'email' = $1 or administrator_email = $1 order by created_at, id`,
      [email],
    );
    assert.deepEqual(rows, [
      { kind: 'ADMINISTRATOR_INVITATION', by: owner.email, payload: { email, roles: ['finance', 'support'] } },
      { kind: 'ADMINISTRATOR_INVITATION_ACCEPTANCE', by: email, payload: { given: ['finance', 'support'], by: owner.email } },
      { kind: 'ADMINISTRATOR_SIGN_IN', by: email, payload: { by: 'password' } },
    ]);
  });
  it('is accepted by two at once: one account, one refusal', async () => {
    const email = address();
    expectStatus(await invite(email), 201);
    const token = await tokenIn(email);
    const both = await Promise.all([accept(token), accept(token)]);
    assert.deepEqual(both.map(({ status }) => status).sort(), [201, 400]);
  });
  it('brings back somebody who was removed, under the same id, without what they opened meanwhile, and without their factors', async () => {
    const person = await signInAdministrator(world, undefined, ['support']);
    await registerApp(world, person);
    expectStatus(await owner.client.delete(`${URL}/${person.userId}`), 200);
    // They could still read the mailbox, and have a session without a role.
    const otp = await sessionCode(world, person.email, () =>
      world.visitor().post('/api/auth/email-otp/request-password-reset', { email: person.email }),
    );
    const reset = { email: person.email, otp, password: 'set while they were out' };
    expectStatus(await world.visitor().post('/api/auth/email-otp/reset-password', reset), 200);
    const meanwhile = await signIn(person.email, reset.password);
    expectStatus(await invite(person.email, ['auditor']), 201);
    expectStatus(await accept(await tokenIn(person.email)), 201);
    expectCode(await meanwhile.get('/administration/me'), 401, 'unauthenticated');
    const { body } = await (await signIn(person.email)).get<{ id: string; name: string }>('/administration/me');
    assert.deepEqual([body.id, body.name], [person.userId, CHOSEN.name]);
  });
  it('every owner is told of it', async () => {
    const email = address();
    expectStatus(await invite(email), 201);
    await world.until(async () => (await world.mails(owner.email)).some(({ text }) => text.includes(email)), 'the mail');
  });
});

describe('refusals', () => {
  it('an administrator’s or an investor’s address -> 400 administrators.address-taken', async () => {
    expectCode(await invite(owner.email.toUpperCase()), 400, 'administrators.address-taken');
    expectCode(await invite((await signUp(world)).email), 400, 'administrators.address-taken');
  });
  it('an address that became an investor’s meanwhile -> 400 administrators.address-taken', async () => {
    const email = address();
    expectStatus(await invite(email), 201);
    const token = await tokenIn(email);
    await signUp(world, { email });
    expectCode(await accept(token), 400, 'administrators.address-taken');
  });
  it('an unknown or forged link -> 400 administrators.invitation-over', async () => {
    const email = address();
    expectStatus(await invite(email), 201);
    const token = await tokenIn(email);
    const [id = '', signature = ''] = token.split('.');
    for (const wrong of ['', 'x', id, `${id}.`, `${id}.${signature.slice(1)}`, `${randomUUID()}.${signature}`])
      expectCode(await accept(wrong), 400, OVER);
    expectStatus(await accept(token), 201);
  });
  it('one that was replaced or taken back -> 400 administrators.invitation-over', async () => {
    const email = address();
    expectStatus(await invite(email, ['owner']), 201);
    const first = await tokenIn(email);
    const { id } = expectStatus(await invite(email, ['support']), 201).body;
    const second = await tokenIn(email, 2);
    expectCode(await accept(first), 400, OVER);
    expectStatus(await owner.client.delete(`${URL}/invitations/${id}`), 200);
    expectCode(await accept(second), 400, OVER);
    assert.ok(!(await waiting()).includes(email));
  });
  it('one that is not there -> 404 not-found', async () =>
    expectCode(await owner.client.delete(`${URL}/invitations/${randomUUID()}`), 404, 'not-found'));
  it('one whose sender is no owner any more -> 400 administrators.invitation-over', async () => {
    const thief = await signInAdministrator(world, undefined, ['owner', 'finance']);
    const email = address();
    expectStatus(await invite(email, ['owner'], thief), 201);
    const token = await tokenIn(email);
    expectStatus(await owner.client.patch(`${URL}/${thief.userId}/roles`, { take: ['owner'] }), 200);
    expectCode(await accept(token), 400, OVER);
    assert.ok(!(await waiting()).includes(email));
    expectCode(await invite(address(), ['support'], thief), 403, 'forbidden');
  });
  it('a password that anybody would guess -> 400 administrators.password-too-common', async () => {
    const email = address();
    expectStatus(await invite(email), 201);
    const token = await tokenIn(email);
    for (const password of ['11111111', email])
      expectCode(await accept(token, { password }), 400, 'administrators.password-too-common');
    expectCode(await accept(token, { password: 'short' }), 400, 'validation-failed');
    expectStatus(await accept(token), 201);
  });
  it('after 72 hours -> 400 administrators.invitation-over', async () => {
    const email = address();
    expectStatus(await invite(email), 201);
    const token = await tokenIn(email);
    await world.moveClock({ advance: 'PT72H' });
    expectCode(await accept(token), 400, OVER);
    assert.ok(!(await waiting()).includes(email));
  });
});
