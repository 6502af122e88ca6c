// Second factors of administrators: registered, shown, asked for again, removed; and what a password, a cookie or a mailbox alone does not do.

import assert from 'node:assert/strict';
import { randomUUID } from 'node:crypto';
import { after, before, describe, it } from 'node:test';
import { PASSWORD, type Person, signInAdministrator } from '../../../../test/support/actors.ts';
import { sessionCode } from '../../../../test/support/codes.ts';
import { appOf, firstFactorCode, registerApp, SECURITY, showCode } from '../../../../test/support/factors.ts';
import { expectCode, expectStatus, startWorld, type World } from '../../../../test/support/world.ts';

let world: World;
before(async () => {
  world = await startWorld();
});
after(() => world.close());

type Registered = { id: string; recoveryCodes: string[] };
type Security = { state: string; factors: { id: string; kind: string }[]; recoveryCodesLeft: number };

const ME = '/administration/me';
const worker = (...roles: string[]) => signInAdministrator(world, undefined, roles.length === 0 ? ['owner'] : roles);
const security = async ({ client }: Pick<Person, 'client'>) => expectStatus(await client.get<Security>(SECURITY), 200).body;
/** A session by the password alone. */
async function passwordSession({ email, userId }: Person): Promise<Person> {
  const client = world.visitor();
  expectStatus(await client.post('/api/auth/sign-in/email', { email, password: PASSWORD }), 200);
  return { client, email, userId };
}
const isTold = (email: string, subject: string) =>
  world.until(async () => (await world.mails(email)).some((mail) => mail.subject === subject), subject);
const auditOf = async ({ userId }: Person) =>
  (await world.sql<{ kind: string }>('select kind from admin_action where target_id = $1 order by created_at', [userId])).map(
    ({ kind }) => kind,
  );
/** Something that `administrators.write` opens, and that changes nothing of anybody. */
const endSessionsOfNobody = ({ client }: Person, query = '') =>
  client.delete(`/administration/administrators/${randomUUID()}/sessions${query}`);

describe('the first factor', () => {
  it('needs the mailed code, gives ten recovery codes, ends the other sessions, tells the owner', async () => {
    const person = await worker();
    const other = await passwordSession(person);
    const app = await registerApp(world, person);
    assert.equal(new Set(app.recoveryCodes).size, 10);
    for (const code of app.recoveryCodes) assert.match(code, /^([A-Z2-7]{4}-){3}[A-Z2-7]{4}$/);
    expectStatus(await person.client.get(ME), 200);
    expectCode(await other.client.get(ME), 401, 'unauthenticated');
    const own = await security(person);
    assert.deepEqual([own.state, own.factors.map(({ kind }) => kind), own.recoveryCodesLeft], ['open', ['authenticator'], 10]);
    await isTold(person.email, 'Un second facteur a été enregistré');
    assert.ok((await auditOf(person)).includes('ADMINISTRATOR_FACTOR_REGISTRATION'));
    const kept = await world.sql<{ text: string }>('select recovery_code::text as text from recovery_code where user_id = $1', [
      person.userId,
    ]);
    for (const code of app.recoveryCodes) assert.ok(kept.every(({ text }) => !text.includes(code)));
  });
  it('without a mailed code -> 400 2fa.verification-code.no-verification-context', async () => {
    const { client } = await worker();
    const { secret } = expectStatus(await client.post<{ secret: string }>(`${SECURITY}/authenticator`), 201).body;
    const asked = { code: appOf(secret).nextCode(), proof: { kind: 'mailed-code', code: '123456' } };
    const context = '2fa.verification-code.no-verification-context';
    expectCode(await client.post(`${SECURITY}/authenticator/confirm`, asked), 400, context);
  });
  it('a mailed code of another session is worth nothing -> 400 2fa.verification-code.no-verification-context', async () => {
    const person = await worker();
    const thief = await passwordSession(person);
    const code = await firstFactorCode(world, person);
    const { secret } = expectStatus(await thief.client.post<{ secret: string }>(`${SECURITY}/authenticator`), 201).body;
    const asked = { code: appOf(secret).nextCode(), proof: { kind: 'mailed-code', code } };
    const context = '2fa.verification-code.no-verification-context';
    expectCode(await thief.client.post(`${SECURITY}/authenticator/confirm`, asked), 400, context);
  });
  it('a code of another secret, and a second use of what was shown -> 400 factors.registration-failed', async () => {
    const person = await worker();
    const code = await firstFactorCode(world, person);
    expectStatus(await person.client.post(`${SECURITY}/authenticator`), 201);
    const proof = { kind: 'mailed-code', code };
    const confirm = (typed: string) => person.client.post(`${SECURITY}/authenticator/confirm`, { code: typed, proof });
    expectCode(await confirm(appOf('A'.repeat(32)).nextCode()), 400, 'factors.registration-failed');
    const { secret } = expectStatus(await person.client.post<{ secret: string }>(`${SECURITY}/authenticator`), 201).body;
    expectStatus(await confirm(appOf(secret).nextCode()), 201);
  });
  it('no second code is mailed for whoever has one -> 400 factors.already-registered', async () => {
    const person = await worker();
    await registerApp(world, person);
    expectCode(await person.client.post(`${SECURITY}/registration-code`), 400, 'factors.already-registered');
    expectCode(await person.client.post(`${SECURITY}/authenticator`), 400, 'factors.too-many');
  });
  it('two at once register one app', async () => {
    const person = await worker();
    const code = await firstFactorCode(world, person);
    const { secret } = expectStatus(await person.client.post<{ secret: string }>(`${SECURITY}/authenticator`), 201).body;
    const asked = { code: appOf(secret).nextCode(), proof: { kind: 'mailed-code', code } };
    const both = await Promise.all([1, 2].map(() => person.client.post(`${SECURITY}/authenticator/confirm`, asked)));
    assert.deepEqual(both.map(({ status }) => status).sort(), [201, 400]);
    assert.equal((await security(person)).factors.length, 1);
  });
});

describe('a sign-in', () => {
  it('by the password alone opens nothing -> 403 second-factor-required', async () => {
    const person = await worker();
    await registerApp(world, person);
    const thief = await passwordSession(person);
    for (const path of [ME, '/administration/customers', '/administration/administrators'])
      expectCode(await thief.client.get(path), 403, 'second-factor-required');
    expectCode(await endSessionsOfNobody(thief), 403, 'second-factor-required');
    for (const path of ['revoke-other-sessions', 'revoke-sessions'])
      expectCode(await thief.client.post(`/api/auth/${path}`), 403, 'second-factor-required');
    expectCode(await thief.client.get('/api/auth/list-sessions'), 403, 'second-factor-required');
    const seen = await security(thief);
    assert.deepEqual([seen.state, seen.factors, seen.recoveryCodesLeft], ['to-show', [], 0]);
  });
  it('goes on with a code of the app, which works once -> 400 factors.wrong-proof', async () => {
    const person = await worker();
    const app = await registerApp(world, person);
    const again = await passwordSession(person);
    const code = app.nextCode();
    expectStatus(await showCode(again, code), 201);
    expectStatus(await again.client.get(ME), 200);
    expectCode(await showCode(await passwordSession(person), code), 400, 'factors.wrong-proof');
  });
  it('goes on with a recovery code, once; the owner is told and the log keeps it -> 400 factors.wrong-proof', async () => {
    const person = await worker();
    const { recoveryCodes } = await registerApp(world, person);
    const typed = (recoveryCodes[3] ?? '').toLowerCase().replaceAll('-', ' ');
    const proof = { kind: 'recovery-code', code: typed };
    const again = await passwordSession(person);
    expectStatus(await again.client.post(`${SECURITY}/show`, { proof }), 201);
    assert.equal((await security(again)).recoveryCodesLeft, 9);
    const third = await passwordSession(person);
    expectCode(await third.client.post(`${SECURITY}/show`, { proof }), 400, 'factors.wrong-proof');
    await isTold(person.email, 'Un code de secours a été utilisé');
    assert.ok((await auditOf(person)).includes('ADMINISTRATOR_RECOVERY_CODE_USE'));
  });
  it('a recovery code of another administrator -> 400 factors.wrong-proof', async () => {
    const [person, other] = [await worker(), await worker()];
    await registerApp(world, person);
    const { recoveryCodes } = await registerApp(world, other);
    const proof = { kind: 'recovery-code', code: recoveryCodes[0] };
    expectCode(await (await passwordSession(person)).client.post(`${SECURITY}/show`, { proof }), 400, 'factors.wrong-proof');
  });
  it('wrong codes make the next one wait -> 429 too-many-requests', async () => {
    const person = await worker();
    const app = await registerApp(world, person);
    const thief = await passwordSession(person);
    for (let tried = 0; tried < 11; tried++) expectCode(await showCode(thief, '000000'), 400, 'factors.wrong-proof');
    expectCode(await showCode(thief, app.nextCode()), 429, 'too-many-requests');
    // The mailbox sets a password, and gives no guesses of the factor back.
    const { client, email } = { ...person, client: world.visitor() };
    const otp = await sessionCode(world, email, () => client.post('/api/auth/email-otp/request-password-reset', { email }));
    const reset = { email, otp, password: 'chosen by the thief' };
    expectStatus(await client.post('/api/auth/email-otp/reset-password', reset), 200);
    expectStatus(await client.post('/api/auth/sign-in/email', { email, password: reset.password }), 200);
    expectCode(await showCode({ client }, app.nextCode()), 429, 'too-many-requests');
  });
});

describe('what moves money, changes administrators, or closes or exports an account', () => {
  it('is asked again after five minutes, and not for a dry run -> 403 step-up-required', async () => {
    const person = await worker();
    const app = await registerApp(world, person);
    expectCode(await endSessionsOfNobody(person), 404, 'not-found');
    await world.moveClock({ advance: 'PT4M59S' });
    expectCode(await endSessionsOfNobody(person), 404, 'not-found');
    await world.moveClock({ advance: 'PT1S' });
    expectCode(await endSessionsOfNobody(person), 403, 'step-up-required');
    const closing = `/administration/customers/${randomUUID()}/personal-data/erasure`;
    expectCode(await person.client.post(closing, { reason: 'by letter' }), 403, 'step-up-required');
    const everything = `/administration/customers/${randomUUID()}/personal-data/export`;
    expectCode(await person.client.post(everything), 403, 'step-up-required');
    const move = (query: string) =>
      person.client.post(`/administration/property/${randomUUID()}/funding/transfer-funding-fees${query}`);
    expectCode(await move(''), 403, 'step-up-required');
    for (const query of ['?dryRun=false', '?dryRun=1', '?dryRun=true&dryRun=false'])
      expectCode(await move(query), 403, 'step-up-required');
    assert.equal((await move('?dryRun=true')).status, 404);
    expectCode(await endSessionsOfNobody(person, '?dryRun=true'), 403, 'step-up-required');
    expectStatus(await person.client.get(ME), 200);
    expectStatus(await showCode(person, app.nextCode()), 201);
    expectCode(await endSessionsOfNobody(person), 404, 'not-found');
  });
  it('asks nothing of an administrator without a factor, where none is required', async () => {
    const person = await worker();
    await world.moveClock({ advance: 'PT1H' });
    expectCode(await endSessionsOfNobody(person), 404, 'not-found');
  });
});

describe('a factor', () => {
  const remove = ({ client }: Person, id: string, proof: object) => client.post(`${SECURITY}/factors/${id}/removal`, { proof });
  it('is removed by itself, with the recovery codes where it was the last; the owner is told', async () => {
    const person = await worker();
    const app = await registerApp(world, person);
    const [factor] = (await security(person)).factors;
    expectStatus(await remove(person, factor?.id ?? '', { kind: 'authenticator', code: app.nextCode() }), 201);
    const left = await security(person);
    assert.deepEqual([left.factors, left.recoveryCodesLeft], [[], 0]);
    await isTold(person.email, 'Un second facteur a été retiré');
  });
  it('is not removed by a session alone, even one that has just shown it -> 400 factors.wrong-proof', async () => {
    const person = await worker();
    await registerApp(world, person);
    const [factor] = (await security(person)).factors;
    expectCode(await remove(person, factor?.id ?? '', { kind: 'authenticator', code: '000000' }), 400, 'factors.wrong-proof');
    assert.equal((await security(person)).factors.length, 1);
  });
  it('of somebody else -> 404 not-found', async () => {
    const [person, other] = [await worker(), await worker()];
    const app = await registerApp(world, person);
    await registerApp(world, other);
    const [theirs] = (await security(other)).factors;
    const proof = { kind: 'authenticator', code: app.nextCode() };
    expectCode(await remove(person, theirs?.id ?? '', proof), 404, 'not-found');
    assert.equal((await security(other)).factors.length, 1);
  });
  it('recovery codes are renewed: those of before are worth nothing -> 400 factors.wrong-proof', async () => {
    const person = await worker();
    const app = await registerApp(world, person);
    const proof = { kind: 'authenticator', code: app.nextCode() };
    const renewed = expectStatus(await person.client.post<Registered>(`${SECURITY}/recovery-codes`, { proof }), 201);
    const show = async (code: string | undefined) =>
      (await passwordSession(person)).client.post(`${SECURITY}/show`, { proof: { kind: 'recovery-code', code } });
    expectCode(await show(app.recoveryCodes[0]), 400, 'factors.wrong-proof');
    expectStatus(await show(renewed.body.recoveryCodes[0]), 201);
    await isTold(person.email, 'De nouveaux codes de secours ont été établis');
  });
  it('there are no recovery codes without a factor -> 400 factors.wrong-proof', async () => {
    const person = await worker();
    const proof = { kind: 'recovery-code', code: 'AAAA-AAAA-AAAA-AAAA' };
    expectCode(await person.client.post(`${SECURITY}/recovery-codes`, { proof }), 400, 'factors.wrong-proof');
  });
});
