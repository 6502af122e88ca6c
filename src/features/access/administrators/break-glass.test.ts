// The command for an administrator who lost every second factor, and the reset by another owner.

import assert from 'node:assert/strict';
import { after, before, describe, it } from 'node:test';
import { PASSWORD, type Person, signInAdministrator, signUp } from '../../../../test/support/actors.ts';
import { registerApp, SECURITY, showCode } from '../../../../test/support/factors.ts';
import { expectCode, expectStatus, startWorld, type World } from '../../../../test/support/world.ts';
import { breakGlass } from './index.ts';

const NEW_PASSWORD = 'another horse battery staple';
let world: World;
before(async () => {
  world = await startWorld({ settings: { ADMINISTRATOR_SECOND_FACTOR_REQUIRED: 'true' } });
});
after(() => world.close());

const signIn = (email: string, password: string) => world.visitor().post('/api/auth/sign-in/email', { email, password });
const isTold = (email: string, part: string) =>
  world.until(async () => (await world.mails(email)).some(({ text }) => text.includes(part)), part);
const owner = async () => {
  const person = await signInAdministrator(world);
  return { person, app: await registerApp(world, person) };
};
const reset = (by: Person, of: Person) => by.client.delete(`/administration/administrators/${of.userId}/factors`);

describe('break-glass', () => {
  it('takes factors, password and sessions; its link sets a password once; the others are told, and the log keeps it', async () => {
    const { person, app } = await owner();
    const other = await signInAdministrator(world, undefined, ['support']);
    const { url } = await breakGlass(world.deps, { email: person.email.toUpperCase() });
    expectCode(await person.client.get(SECURITY), 401, 'unauthenticated');
    expectStatus(await signIn(person.email, PASSWORD), 401);

    const token = new URL(url).searchParams.get('token');
    const choose = () => world.visitor().post('/api/auth/email-otp/reset-password', { token, password: NEW_PASSWORD });
    expectStatus(await choose(), 200);
    expectStatus(await choose(), 400);
    const client = world.visitor();
    expectStatus(await client.post('/api/auth/sign-in/email', { email: person.email, password: NEW_PASSWORD }), 200);
    expectCode(await client.get('/administration/me'), 403, 'second-factor-required');
    expectCode(await showCode({ client }, app.nextCode()), 400, 'factors.wrong-proof');
    const proof = { kind: 'recovery-code', code: app.recoveryCodes[0] };
    expectCode(await client.post(`${SECURITY}/show`, { proof }), 400, 'factors.wrong-proof');
    const { body } = expectStatus(await client.get<{ state: string }>(SECURITY), 200);
    assert.equal(body.state, 'to-register');

    await isTold(other.email, 'a perdu son second facteur');
    await isTold(person.email, 'Toutes vos sessions ont pris fin');
    const [row] = await world.sql<{ by: string }>(
      `select administrator_email as by from admin_action where kind = 'ADMINISTRATOR_BREAK_GLASS' and target_id = $1`,
      [person.userId],
    );
    assert.equal(row?.by, 'command-line');
  });
  it('of an investor, or of nobody, does nothing', async () => {
    const { email } = await signUp(world);
    for (const address of [email, 'nobody@mortar.test'])
      await assert.rejects(breakGlass(world.deps, { email: address }), /is no administrator/);
  });
});

describe('another owner', () => {
  it('resets all factors of who lost them: their sessions end, and they register a first one by a mailed code', async () => {
    const { person } = await owner();
    const lost = await owner();
    // What was guessed of the lost one does not keep them waiting.
    for (let tried = 0; tried < 12; tried++) await showCode(lost.person, '000000');
    assert.deepEqual(expectStatus(await reset(person, lost.person), 200).body, { taken: 1 });
    expectCode(await lost.person.client.get(SECURITY), 401, 'unauthenticated');
    const client = world.visitor();
    expectStatus(await client.post('/api/auth/sign-in/email', { email: lost.person.email, password: PASSWORD }), 200);
    expectCode(await showCode({ client }, lost.app.nextCode()), 400, 'factors.wrong-proof');
    await world.moveClock({ advance: 'PT1M' });
    await registerApp(world, { ...lost.person, client });
    expectStatus(await client.get('/administration/me'), 200);
  });
  it('removes one: nothing is left of their factors, nor of what was guessed of them', async () => {
    const [{ person }, gone] = [await owner(), await owner()];
    const guesses = async () => (await world.sql(`select from guess_count where guessed = 'second-factor'`)).length;
    const earlier = await guesses();
    await showCode(gone.person, '000000');
    assert.equal(await guesses(), earlier + 1);
    expectStatus(await person.client.delete(`/administration/administrators/${gone.person.userId}`), 200);
    assert.equal(await guesses(), earlier);
    assert.deepEqual(await world.sql('select from authenticator where user_id = $1', [gone.person.userId]), []);
  });
  it('not their own -> 403 forbidden', async () => {
    const { person } = await owner();
    expectCode(await reset(person, person), 403, 'forbidden');
  });
  it('nobody else, and not after five minutes -> 403 step-up-required', async () => {
    const [{ person }, lost] = [await owner(), await owner()];
    const support = await signInAdministrator(world, undefined, ['support']);
    await registerApp(world, support);
    expectCode(await reset(support, lost.person), 403, 'forbidden');
    await world.moveClock({ advance: 'PT5M' });
    expectCode(await reset(person, lost.person), 403, 'step-up-required');
  });
});

describe('where a factor is required', () => {
  it('whoever has none can only register one -> 403 second-factor-required', async () => {
    const person = await signInAdministrator(world);
    for (const path of ['/administration/me', '/administration/customers', '/administration/payments'])
      expectCode(await person.client.get(path), 403, 'second-factor-required');
    await registerApp(world, person);
    expectStatus(await person.client.get('/administration/me'), 200);
  });
  it('the last one stays -> 400 factors.last-one', async () => {
    const { person, app } = await owner();
    const { body } = expectStatus(await person.client.get<{ factors: { id: string }[] }>(SECURITY), 200);
    const proof = { kind: 'authenticator', code: app.nextCode() };
    const removal = person.client.post(`${SECURITY}/factors/${body.factors[0]?.id}/removal`, { proof });
    expectCode(await removal, 400, 'factors.last-one');
  });
});
