// Owners and those who work for them: roles given and taken, sessions ended, access removed; the last owner stays one.

import assert from 'node:assert/strict';
import { randomUUID } from 'node:crypto';
import { after, before, describe, it } from 'node:test';
import { PASSWORD, type Person, signInAdministrator, signUp } from '../../../../test/support/actors.ts';
import { sessionCode } from '../../../../test/support/codes.ts';
import { holdLock } from '../../../../test/support/held-lock.ts';
import { expectCode, expectStatus, startWorld, type World } from '../../../../test/support/world.ts';

const URL = '/administration/administrators';

type Listed = {
  id: string;
  email: string;
  roles: { role: string; givenBy: string | null }[];
  isLastOwner: boolean;
  lastSignInAt: string | null;
  sessions: number;
};

let world: World;
/** The only one, but for tests that make a second and unmake one. */
let owner: Person;
before(async () => {
  world = await startWorld();
  owner = await signInAdministrator(world);
});
after(() => world.close());

const worker = (...roles: string[]) => signInAdministrator(world, undefined, roles);
const change = (by: Person, of: { userId: string }, changes: object) =>
  by.client.patch<{ roles: string[] }>(`${URL}/${of.userId}/roles`, changes);
const remove = (by: Person, of: { userId: string }) => by.client.delete(`${URL}/${of.userId}`);
const listed = async ({ userId }: { userId: string }) => {
  const { body } = expectStatus(await owner.client.get<{ administrators: Listed[] }>(URL), 200);
  return body.administrators.find(({ id }) => id === userId) ?? assert.fail('not listed');
};
const auditOf = ({ userId }: { userId: string }) =>
  world.sql<{ kind: string; by: string; payload: object }>(
    `select kind, administrator_email as by, payload from admin_action where target_id = $1 order by created_at, id`,
    [userId],
  );
const signIn = (email: string, password = PASSWORD) => world.visitor().post('/api/auth/sign-in/email', { email, password });

describe('the own account', () => {
  it('has what its roles allow', async () => {
    const both = await worker('support', 'projects');
    const { body } = expectStatus(await both.client.get<{ email: string; permissions: string[] }>('/administration/me'), 200);
    assert.equal(body.email, both.email);
    assert.deepEqual(body.permissions.sort(), [
      ...['console.use', 'mails.resend', 'people.read', 'projects.read', 'projects.write', 'schedules.write'],
    ]);
  });
});

describe('roles', () => {
  it('are given and taken, count from the next request, end no session, and the log keeps who gave what', async () => {
    const person = await worker('support');
    expectCode(await person.client.get('/administration/payments'), 403, 'forbidden');
    const changed = expectStatus(await change(owner, person, { give: ['finance'], take: ['support'] }), 200);
    assert.deepEqual(changed.body, { roles: ['finance'] });
    expectStatus(await person.client.get('/administration/payments'), 200);
    expectCode(await person.client.post(`/administration/gift-cards/${randomUUID()}/resend`), 403, 'forbidden');
    assert.deepEqual(
      (await listed(person)).roles.map(({ role, givenBy }) => [role, givenBy]),
      [['finance', owner.email]],
    );
    assert.deepEqual((await auditOf(person)).slice(1), [
      { kind: 'ADMINISTRATOR_ROLES_UPDATE', by: owner.email, payload: { given: ['finance'], taken: ['support'] } },
    ]);
  });
  it('that are there already, or lacking, change nothing and leave no trace', async () => {
    const person = await worker('support');
    expectStatus(await change(owner, person, { give: ['support'], take: ['finance'] }), 200);
    assert.equal((await auditOf(person)).length, 1);
  });
  it('every owner is told', async () => {
    const person = await worker('support');
    expectStatus(await change(owner, person, { give: ['auditor'] }), 200);
    await world.until(
      async () => (await world.mails(owner.email)).some(({ text }) => text.includes(person.email) && text.includes('audit')),
      'the mail to the owner',
    );
  });
  it('none would be left -> 400 administrators.role-needed', async () => {
    const person = await worker('support');
    expectCode(await change(owner, person, { take: ['support'] }), 400, 'administrators.role-needed');
    assert.equal((await listed(person)).roles.length, 1);
  });
  it('of somebody who was removed -> 400 administrators.removed', async () => {
    const person = await worker('support');
    expectStatus(await remove(owner, person), 200);
    expectCode(await change(owner, person, { give: ['support'] }), 400, 'administrators.removed');
    expectCode(await remove(owner, person), 400, 'administrators.removed');
  });
  it('of an investor, or of nobody -> 404 not-found', async () => {
    for (const whom of [await signUp(world), { userId: randomUUID() }]) {
      expectCode(await change(owner, whom, { give: ['support'] }), 404, 'not-found');
      expectCode(await remove(owner, whom), 404, 'not-found');
      expectCode(await owner.client.delete(`${URL}/${whom.userId}/sessions`), 404, 'not-found');
    }
  });
  it('no one but an owner gives any -> 403 forbidden', async () => {
    const auditor = await worker('auditor', 'finance', 'compliance', 'projects', 'support');
    expectCode(await change(auditor, auditor, { give: ['owner'] }), 403, 'forbidden');
    expectStatus(await auditor.client.get(URL), 200);
  });
});

describe('sessions and access', () => {
  it('sessions end, also those of a sign-in under way; the last sign-in stays known', async () => {
    const person = await worker('support');
    const before = await listed(person);
    assert.equal(before.sessions, 1);
    assert.ok(before.lastSignInAt);
    const answer = await owner.client.delete<{ ended: number }>(`${URL}/${person.userId}/sessions`);
    assert.deepEqual(expectStatus(answer, 200).body, { ended: 1 });
    expectCode(await person.client.get('/administration/me'), 401, 'unauthenticated');
    assert.deepEqual({ ...before, sessions: 0 }, await listed(person));
    assert.equal((await auditOf(person)).at(-1)?.kind, 'ADMINISTRATOR_SESSIONS_END');
    expectStatus(await signIn(person.email), 200);
    assert.deepEqual((await auditOf(person)).at(-1), {
      kind: 'ADMINISTRATOR_SIGN_IN',
      by: person.email,
      payload: { by: 'password' },
    });
  });
  it('removed: no session, no password, and a password that is reset opens nothing', async () => {
    const person = await worker('finance', 'support');
    expectStatus(await remove(owner, person), 200);
    expectCode(await person.client.get('/administration/me'), 401, 'unauthenticated');
    expectStatus(await signIn(person.email), 401);
    const otp = await sessionCode(world, person.email, () =>
      world.visitor().post('/api/auth/email-otp/request-password-reset', { email: person.email }),
    );
    const reset = { email: person.email, otp, password: 'a brand new password' };
    expectStatus(await world.visitor().post('/api/auth/email-otp/reset-password', reset), 200);
    const client = world.visitor();
    expectStatus(await client.post('/api/auth/sign-in/email', { email: person.email, password: reset.password }), 200);
    expectCode(await client.get('/administration/me'), 403, 'forbidden');
    assert.deepEqual((await auditOf(person)).at(-2), {
      kind: 'ADMINISTRATOR_REMOVAL',
      by: owner.email,
      payload: { taken: ['finance', 'support'] },
    });
  });
});

describe('the last owner', () => {
  it('is shown as such, and keeps the role -> 400 administrators.last-owner', async () => {
    assert.equal((await listed(owner)).isLastOwner, true);
    expectStatus(await change(owner, owner, { give: ['finance'] }), 200);
    expectCode(await change(owner, owner, { take: ['owner'] }), 400, 'administrators.last-owner');
    expectStatus(await owner.client.get(URL), 200);
  });
  it('is not removed -> 400 administrators.last-owner', async () => {
    expectCode(await remove(owner, owner), 400, 'administrators.last-owner');
    expectStatus(await owner.client.get(URL), 200);
  });
  it('two owners who remove each other at once: one is refused', async () => {
    const second = await worker('owner');
    assert.equal((await listed(owner)).isLastOwner, false);
    const held = await holdLock(world, `select from administrator_role where role = 'owner' order by user_id for update`);
    const both = Promise.all([remove(owner, second), remove(second, owner)]);
    await held.waiting(2);
    await held.release();
    const statuses = (await both).map(({ status }) => status).sort();
    // Whoever comes second is no owner any more, or has no session.
    assert.equal(statuses[0], 200);
    assert.ok(statuses[1] === 403 || statuses[1] === 401, String(statuses));
    const owners = await world.sql<{ user_id: string }>(`select user_id from administrator_role where role = 'owner'`);
    assert.equal(owners.length, 1);
    if (owners[0]?.user_id === second.userId) owner = second;
  });
  it('two owners who lay the role down at once: one keeps it', async () => {
    const second = await worker('owner', 'support');
    expectStatus(await change(owner, owner, { give: ['support'] }), 200);
    const held = await holdLock(world, `select from administrator_role where role = 'owner' order by user_id for update`);
    const both = Promise.all([owner, second].map((one) => change(one, one, { take: ['owner'] })));
    await held.waiting(2);
    await held.release();
    const answers = await both;
    assert.deepEqual(answers.map(({ status }) => status).sort(), [200, 400]);
    if (answers[0]?.status === 200) owner = second;
  });
});
