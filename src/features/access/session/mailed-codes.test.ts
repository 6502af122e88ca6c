// The mail for a new password: its link and its code, each once, and by the clock of the database however far the processes are apart.

import assert from 'node:assert/strict';
import { after, before, describe, it } from 'node:test';
import { PASSWORD, signInAdministrator, signUp } from '../../../../test/support/actors.ts';
import type { Answer } from '../../../../test/support/client.ts';
import { mailJobsOf, sessionCode, wrongCode } from '../../../../test/support/codes.ts';
import { expireCodes, linksOver } from '../../../../test/support/session-states.ts';
import { expectStatus, startWorld, type World } from '../../../../test/support/world.ts';

const RESET = '/api/auth/email-otp/reset-password';
const PAGE = '/auth/password-reset';
const NEW_PASSWORD = 'a brand new password';

let world: World;
before(async () => {
  world = await startWorld();
});
after(() => world.close());

const post = (path: string, body: unknown) => world.visitor().post(path, body);
const signIn = (email: string, password: string) => post('/api/auth/sign-in/email', { email, password });
const ask = (email: string) => sessionCode(world, email, () => post('/api/auth/email-otp/request-password-reset', { email }));
const tokensOf = async (email: string) =>
  (await world.mails(email)).flatMap(({ text }) => /password-reset\?token=([\w-]+)/.exec(text)?.[1] ?? []);
/** The code and the token of the newest mail. */
async function mailed(email: string): Promise<{ otp: string; token: string }> {
  const otp = await ask(email);
  const [token = ''] = await tokensOf(email);
  return { otp, token };
}
const refused = (answer: Answer, status: number, code: string) => {
  expectStatus(answer, status);
  assert.equal((answer.body as { code: string }).code, code);
};

describe('the link', () => {
  for (const [who, make] of [
    ['an investor', signUp],
    ['an administrator', signInAdministrator],
  ] as const)
    it(`of ${who} sets a password without a code, once, and ends every session`, async () => {
      const { email, client } = await make(world);
      const { token } = await mailed(email);
      assert.match(token, /^[\w-]{22}$/);
      expectStatus(await post(RESET, { token, password: NEW_PASSWORD }), 200);
      expectStatus(await signIn(email, NEW_PASSWORD), 200);
      expectStatus(await client.get('/customers/me'), 401);
      refused(await post(RESET, { token, password: 'another new password' }), 400, 'INVALID_OTP');
    });
  it('at rest is a digest, and no job has it', async () => {
    const { email } = await signUp(world);
    const { token, otp } = await mailed(email);
    await mailJobsOf(world, email);
    const rows = await world.sql('select identifier, value from auth_verification');
    const jobs = await world.sql('select data, output from pgboss.job where position($1 in data::text) > 0', [email]);
    assert.ok(rows.length > 0 && jobs.length > 0);
    for (const secret of [token, otp]) assert.ok(!JSON.stringify([rows, jobs]).includes(secret));
  });
  it('is mailed for an address with an account alone', async () => {
    const email = `nobody-${Date.now()}@example.test`;
    expectStatus(await post('/api/auth/email-otp/request-password-reset', { email }), 200);
    await mailJobsOf(world, email);
    assert.deepEqual(await world.sql('select from auth_verification where value = $1', [email]), []);
    assert.deepEqual(await world.mails(email), []);
  });
  it('five times at once: the password is set once', async () => {
    const { email, userId } = await signUp(world);
    const { token } = await mailed(email);
    const answers = await Promise.all(Array.from({ length: 5 }, () => post(RESET, { token, password: NEW_PASSWORD })));
    assert.equal(answers.filter(({ status }) => status === 200).length, 1);
    assert.equal((await world.sql('select from credential_change where user_id = $1', [userId])).length, 1);
  });
  it('outlives its code, works for an hour, and ends with whatever else replaces the password -> 400 INVALID_OTP', async () => {
    const { email } = await signUp(world);
    const { token } = await mailed(email);
    const second = await mailed(email);
    await expireCodes(world, `forget-password-otp-${email}`);
    refused(await post(RESET, { email, otp: second.otp, password: NEW_PASSWORD }), 400, 'OTP_EXPIRED');
    expectStatus(await post(RESET, { token, password: NEW_PASSWORD }), 200);
    refused(await post(RESET, { token: second.token, password: 'another new password' }), 400, 'INVALID_OTP');
    const third = await mailed(email);
    await linksOver(world, email);
    refused(await post(RESET, { token: third.token, password: 'another new password' }), 400, 'INVALID_OTP');
    expectStatus(await signIn(email, NEW_PASSWORD), 200);
  });
  it('a token that is none, and no password -> 400', async () => {
    for (const token of ['', 'x', 'A'.repeat(22), "' or true"])
      refused(await post(RESET, { token, password: NEW_PASSWORD }), 400, 'INVALID_OTP');
    expectStatus(await post(RESET, { token: 'x' }), 400);
  });
  for (const [password, code] of [
    ['short', 'PASSWORD_TOO_SHORT'],
    ['x'.repeat(129), 'PASSWORD_TOO_LONG'],
    ['password123', 'PASSWORD_TOO_COMMON'],
  ] as const)
    it(`a password that is refused -> 400 ${code}, and the link still works`, async () => {
      const { email } = await signUp(world);
      const { token } = await mailed(email);
      refused(await post(RESET, { token, password }), 400, code);
      expectStatus(await post(RESET, { token, password: NEW_PASSWORD }), 200);
    });
});

describe('its page', () => {
  const page = (query: string) => world.visitor().get(`${PAGE}?${query}`);
  const form = (token: string, password: string) => post(PAGE, new URLSearchParams({ token, password }));

  it('has a form, which leads back to it: refused with a reason, then done', async () => {
    const { email } = await signUp(world);
    const { token } = await mailed(email);
    const shown = expectStatus(await page(`token=${token}`), 200);
    assert.match(shown.text, /<form method="post">/);
    assert.ok(shown.text.includes(token));
    const short = await form(token, 'password123');
    expectStatus(short, 303);
    const again = expectStatus(await world.visitor().get(short.headers.get('location') ?? ''), 200);
    assert.match(again.text, /role="alert"/);
    const done = await form(token, NEW_PASSWORD);
    expectStatus(done, 303);
    assert.equal(done.headers.get('location'), `${PAGE}?state=done`);
    assert.match(expectStatus(await page('state=done'), 200).text, /Votre mot de passe est changé/);
    expectStatus(await signIn(email, NEW_PASSWORD), 200);
    assert.doesNotMatch(expectStatus(await page(`token=${token}`), 200).text, /<form/);
  });
  it('shows nothing of what the query says', async () => {
    for (const query of ['', 'token=%22%3E%3Cscript%3E', 'token=x&refused=%3Cb%3E', 'refused=constructor'])
      assert.doesNotMatch(expectStatus(await page(query), 200).text, /<form|<script|<b>|constructor/);
  });
  it('of a refusal that it has no words for says that nothing is changed', async () => {
    const { token } = await mailed((await signUp(world)).email);
    for (const code of ['UNKNOWN', 'constructor'])
      assert.match((await page(`token=${token}&refused=${code}`)).text, /<p role="alert">Le mot de passe n’est pas changé/);
  });
  it('is looked at, and nothing happens', async () => {
    const { email } = await signUp(world);
    const { token } = await mailed(email);
    for (let look = 0; look < 3; look += 1) expectStatus(await page(`token=${token}`), 200);
    expectStatus(await signIn(email, PASSWORD), 200);
    expectStatus(await post(RESET, { token, password: NEW_PASSWORD }), 200);
  });
});

describe('with the clock of the process apart from that of the database', () => {
  const [now, date] = [Temporal.Now.instant, Date.now];
  after(() => {
    Temporal.Now.instant = now;
    Date.now = date;
  });
  for (const hours of [2, -2])
    it(`by ${hours} h: codes and links work, and wrong ones of a stranger do not hide the next code`, async () => {
      const { email } = await signUp(world);
      Temporal.Now.instant = () => now().add({ hours });
      Date.now = () => date() + hours * 3_600_000;
      const first = await mailed(email);
      for (let time = 0; time < 3; time += 1)
        refused(await post(RESET, { email, otp: wrongCode(first.otp), password: NEW_PASSWORD }), 400, 'INVALID_OTP');
      const next = await mailed(email);
      expectStatus(await post(RESET, { email, otp: next.otp, password: NEW_PASSWORD }), 200);
      const last = await mailed(email);
      expectStatus(await post(RESET, { token: last.token, password: PASSWORD }), 200);

      const verification = () =>
        sessionCode(world, email, () => post('/api/auth/email-otp/send-verification-otp', { email, type: 'email-verification' }));
      const verify = (otp: string) => post('/api/auth/email-otp/verify-email', { email, otp });
      const stale = await verification();
      for (let time = 0; time < 3; time += 1) refused(await verify(wrongCode(stale)), 400, 'INVALID_OTP');
      expectStatus(await verify(await verification()), 200);
    });
});
