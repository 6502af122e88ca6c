// Asking for codes: PATCH /auth/mfa, trigger-mfa, resend-code and next-retry-date, with the mailbox at the other end.

import assert from 'node:assert/strict';
import { after, before, describe, it } from 'node:test';
import { hash } from '@node-rs/argon2';
import { type Investor, PASSWORD, signInAdministrator, signUp } from '../../../../test/support/actors.ts';
import { codesIn, waitForCode } from '../../../../test/support/codes.ts';
import { shows } from '../../../../test/support/recorder.ts';
import { expectCode, expectStatus, startWorld, type World } from '../../../../test/support/world.ts';
import { requestsPerMinute } from '../../../config/service.ts';

/** `password` with cheap parameters that are still accepted. */
const HASH = '$argon2id$v=19$m=19456,t=2,p=1$c29tZXNhbHRzb21lc2FsdA$uSbhbMjCGSXuDTVDUGOMbCGjCBh7sWYeYtYNZmuVM2c';
const TOO_MANY = '2fa.too-many-attempts';

let world: World;
before(async () => {
  world = await startWorld();
});
after(() => world.close());

/** A second session of the same account. */
const anotherSession = async ({ email }: Investor) => {
  const client = world.visitor();
  expectStatus(await client.post('/api/auth/sign-in/email', { email, password: PASSWORD }), 200);
  return client;
};
const toggle = (by: Investor, enabled: unknown) => by.client.patch('/auth/mfa', { enabled });
const trigger = (by: Investor, body: object) => by.client.post('/auth/mfa/trigger-mfa', body);
const resend = (email: string, action: string) => world.visitor().post('/auth/mfa/resend-code', { email, action });
const nextRetry = (email: string, action: string) =>
  world.visitor().get<{ nextRetryDate?: string }>(`/auth/mfa/${encodeURIComponent(email)}/action/${action}/next-retry-date`);
const retryDateOf = async (of: Investor, action: string) =>
  expectStatus(await nextRetry(of.email, action), 200).body.nextRetryDate;
/** Requests of each action that has a code. */
const activeOf = async (of: Investor): Promise<Record<string, number>> => {
  const rows = await world.sql<{ action: string; requests: number }>(
    'select action, request_count as requests from mfa_context where customer_id = $1 and code_ciphertext is not null',
    [of.customerId],
  );
  return Object.fromEntries(rows.map(({ action, requests }) => [action, requests]));
};
/** Seconds from the last request to the next allowed one. */
const waitOf = async (of: Investor, action: string) => {
  const date = await retryDateOf(of, action);
  const [row] = await world.sql<{ last: Date }>(
    'select last_requested_at as last from mfa_context where customer_id = $1 and action = $2',
    [of.customerId, action],
  );
  return date === undefined || !row ? undefined : Math.round((Date.parse(date) - row.last.getTime()) / 1000);
};

describe('PATCH /auth/mfa', () => {
  it('mails a code and answers 200 without a body', async () => {
    const person = await signUp(world);
    const change = { from: {}, to: { 'mfa-enabled-update': 1 }, look: () => activeOf(person), by: () => toggle(person, true) };
    const answer = expectStatus(await world.changes('state.mfa-activated', change), 200);
    assert.equal(answer.text, '');
    assert.match(await waitForCode(world, person.email, 'mfa-enabled-update'), /^\d{6}$/);
    const [user] = await world.sql<{ on: boolean | null }>('select "twoFactorEnabled" as on from auth_user where id = $1', [
      person.userId,
    ]);
    assert.equal(user?.on ?? false, false, 'nothing is turned on before the code is confirmed');
    shows('limit.mfa-code-length');
    shows('event.mfa-code-mail');
  });
  it('as it is already -> 400 2fa.mfa-enabled.patch-is-same', async () => {
    const person = await signUp(world);
    expectCode(await toggle(person, false), 400, '2fa.mfa-enabled.patch-is-same');
    expectStatus(await toggle(person, true), 200);
    const code = await waitForCode(world, person.email, 'mfa-enabled-update');
    expectStatus(await person.client.post('/auth/mfa/confirm-code', { action: 'mfa-enabled-update', code }), 201);
    expectCode(await toggle(person, true), 400, '2fa.mfa-enabled.patch-is-same');
  });
  it('asked for in another session, whose code is valid -> 409 2fa.asked-in-another-session', async () => {
    const person = await signUp(world);
    const other = { ...person, client: await anotherSession(person) };
    expectStatus(await toggle(other, true), 200);
    await world.moveClock({ advance: 'PT30S' });
    expectCode(await toggle(person, true), 409, '2fa.asked-in-another-session');
    await world.moveClock({ advance: 'PT10M' });
    expectStatus(await toggle(person, true), 200);
  });
  it('before the next retry date -> 403 2fa.too-many-attempts', async () => {
    const person = await signUp(world);
    expectStatus(await toggle(person, true), 200);
    expectCode(await toggle(person, true), 403, TOO_MANY);
  });
  for (const body of [{}, { enabled: 'true' }, { enabled: 1 }, { enabled: null }, [true]]) {
    it(`${JSON.stringify(body)} -> 400 validation-failed`, async () => {
      const person = await signUp(world);
      expectCode(await person.client.patch('/auth/mfa', body), 400, 'validation-failed');
    });
  }
  it('without a session -> 401 unauthenticated', async () =>
    expectCode(await world.visitor().patch('/auth/mfa', {}), 401, 'unauthenticated'));
  it('as an administrator -> 403 forbidden', async () => {
    const administrator = await signInAdministrator(world);
    expectCode(await administrator.client.patch('/auth/mfa', { enabled: true }), 403, 'forbidden');
  });
});

describe('POST /auth/mfa/trigger-mfa', () => {
  for (const body of [
    { action: 'password-update', newPasswordArgon2Hash: HASH },
    { action: 'password-update', newPasswordArgon2Hash: HASH, currentSessionId: 'any text' },
    { action: 'gift-card-purchase' },
    { action: 'withdraw' },
    { action: 'bank-account-creation' },
    { action: 'bank-account-removal' },
    { action: 'profile-correction' },
  ] as const) {
    it(`${JSON.stringify(body).slice(0, 60)} answers 201 without a body and mails a code`, async () => {
      const person = await signUp(world);
      const answer = expectStatus(await trigger(person, body), 201);
      assert.equal(answer.text, '');
      assert.match(await waitForCode(world, person.email, body.action), /^\d{6}$/);
    });
  }
  it('email-update mails a code to the present address and another one to the new one, and names the new one in both', async () => {
    const person = await signUp(world);
    const newEmail = `new-${person.email}`;
    expectStatus(await trigger(person, { action: 'email-update', newEmail: newEmail.toUpperCase() }), 201);
    const codes = [
      await waitForCode(world, newEmail, 'email-update'),
      await waitForCode(world, person.email, 'email-update'),
    ] as const;
    for (const code of codes) assert.match(code, /^\d{6}$/);
    assert.notEqual(codes[0], codes[1]);
    for (const address of [newEmail, person.email])
      assert.match((await world.mails(address))[0]?.text ?? '', new RegExp(newEmail));
  });
  it('email-update to an address that somebody has answers alike and mails nothing there', async () => {
    const [person, other] = [await signUp(world), await signUp(world)];
    expectStatus(await trigger(person, { action: 'email-update', newEmail: other.email }), 201);
    await waitForCode(world, person.email, 'email-update');
    const ended = await world.until(async () => {
      const [job] = await world.sql<{ output: { sent: boolean } }>(
        `select output from pgboss.job where name = 'send-mfa-code' and state = 'completed' and data ->> 'customerId' = $1
           and data ->> 'mailbox' = 'new-address'`,
        [person.customerId],
      );
      return job;
    }, 'the end of the job');
    assert.deepEqual(ended.output, { sent: false });
    assert.deepEqual(await world.mails(other.email), []);
  });
  it('stores the digits encrypted and keeps them out of the job', async () => {
    const person = await signUp(world);
    expectStatus(await trigger(person, { action: 'withdraw' }), 201);
    const code = await waitForCode(world, person.email, 'withdraw');
    const rows = await world.sql('select encode(code_ciphertext, $2) as code, payload from mfa_context where customer_id = $1', [
      person.customerId,
      'escape',
    ]);
    const jobs = await world.sql('select data, output from pgboss.job where data::text like $1', [`%${person.customerId}%`]);
    assert.equal(jobs.length, 1);
    assert.ok(!JSON.stringify([rows, jobs]).includes(code));
  });
  it('the same context again: the same code is mailed', async () => {
    const person = await signUp(world);
    const body = { action: 'password-update', newPasswordArgon2Hash: HASH };
    expectStatus(await trigger(person, body), 201);
    const first = await waitForCode(world, person.email, 'password-update');
    await world.moveClock({ advance: 'PT30S' });
    const change = { from: { 'password-update': 1 }, to: { 'password-update': 2 }, look: () => activeOf(person) };
    expectStatus(await world.changes('state.mfa-renewed', { ...change, by: () => trigger(person, body) }), 201);
    assert.equal(await waitForCode(world, person.email, 'password-update', 2), first);
  });
  it('another context: another code, and the first one is worth nothing', async () => {
    const person = await signUp(world);
    expectStatus(await trigger(person, { action: 'email-update', newEmail: `a-${person.email}` }), 201);
    const first = await waitForCode(world, `a-${person.email}`, 'email-update');
    await world.moveClock({ advance: 'PT30S' });
    expectStatus(await trigger(person, { action: 'email-update', newEmail: `b-${person.email}` }), 201);
    const second = await waitForCode(world, `b-${person.email}`, 'email-update');
    assert.notEqual(second, first);
    const confirm = (code: string) => person.client.post('/auth/mfa/confirm-code', { action: 'email-update', code });
    expectCode(await confirm(first), 400, '2fa.verification-code.wrong-code');
    expectStatus(await confirm(second), 201);
    expectStatus(await confirm(await waitForCode(world, person.email, 'email-update', 2)), 201);
    const me = await person.client.get<{ email: string }>('/customers/me');
    assert.equal(me.body.email, `b-${person.email}`);
  });
  it('another context: its mail says that it takes the place of the first, which said nothing', async () => {
    const person = await signUp(world);
    const texts = async () =>
      (await world.mails(person.email)).filter(({ subject }) => /mot de passe/.test(subject)).map(({ text }) => text);
    expectStatus(await trigger(person, { action: 'password-update', newPasswordArgon2Hash: HASH }), 201);
    await waitForCode(world, person.email, 'password-update');
    await world.moveClock({ advance: 'PT30S' });
    const other = { action: 'password-update', newPasswordArgon2Hash: HASH, currentSessionId: 'another' };
    expectStatus(await trigger(person, other), 201);
    await waitForCode(world, person.email, 'password-update', 2);
    const warns = (await texts()).map((text) => text.includes('en remplace une autre'));
    assert.deepEqual(warns, [true, false]);
  });
  for (const body of [
    { action: 'password-update', newPasswordArgon2Hash: HASH },
    { action: 'email-update', newEmail: 'elsewhere@example.test' },
  ])
    it(`${body.action} that waits in another session -> 409 2fa.asked-in-another-session`, async () => {
      const person = await signUp(world);
      const other = { ...person, client: await anotherSession(person) };
      const mine = body.action === 'email-update' ? { ...body, newEmail: `new-${person.email}` } : body;
      expectStatus(await trigger(person, mine), 201);
      await world.moveClock({ advance: 'PT30S' });
      for (const asked of [{ ...body, currentSessionId: 'mine' }, mine])
        expectCode(await trigger(other, asked), 409, '2fa.asked-in-another-session');
      // Neither its code nor what it carries has changed, and nothing was counted.
      assert.equal((await activeOf(person))[body.action], 1);
      expectStatus(await trigger(person, mine), 201);
      const code = await waitForCode(world, person.email, body.action as 'email-update', 2);
      assert.deepEqual(new Set(await codesIn(world, person.email, body.action as 'email-update')), new Set([code]));
      // A session that has ended keeps nobody waiting.
      expectStatus(await person.client.post('/api/auth/sign-out', {}), 200);
      await world.moveClock({ advance: 'PT60S' });
      expectStatus(await trigger(other, body), 201);
    });
  it('an expired code is replaced', async () => {
    const person = await signUp(world);
    expectStatus(await trigger(person, { action: 'gift-card-purchase' }), 201);
    const first = await waitForCode(world, person.email, 'gift-card-purchase');
    await world.moveClock({ advance: 'PT10M' });
    expectStatus(await trigger(person, { action: 'gift-card-purchase' }), 201);
    const second = await waitForCode(world, person.email, 'gift-card-purchase', 2);
    assert.notEqual(second, first);
    const answer = await person.client.post('/auth/mfa/confirm-code', { action: 'gift-card-purchase', code: second });
    expectStatus(answer, 201);
  });
  it('six requests: the waits double, the sixth -> 403 2fa.too-many-attempts until the counter is forgotten', async () => {
    const person = await signUp(world);
    for (const wait of [30, 60, 120, 240]) {
      expectStatus(await trigger(person, { action: 'withdraw' }), 201);
      assert.equal(await waitOf(person, 'withdraw'), wait);
      await world.moveClock({ advance: `PT${wait - 20}S` });
      expectCode(await trigger(person, { action: 'withdraw' }), 403, TOO_MANY);
      await world.moveClock({ advance: 'PT20S' });
    }
    expectStatus(await trigger(person, { action: 'withdraw' }), 201);
    const [counter] = await world.sql<{ begun: Date; ends: Date }>(
      `select last_requested_at as begun, counter_expires_at as ends from mfa_context where customer_id = $1`,
      [person.customerId],
    );
    assert.equal(Date.parse((await retryDateOf(person, 'withdraw')) ?? ''), counter?.ends.getTime());
    assert.ok(Number(counter?.ends) - Number(counter?.begun) <= (3600 - 450) * 1000, 'an hour after the first request');
    await world.moveClock({ advance: 'PT3000S' });
    expectCode(await trigger(person, { action: 'withdraw' }), 403, TOO_MANY);
    await world.moveClock({ advance: 'PT150S' });
    assert.equal(await retryDateOf(person, 'withdraw'), undefined);
    expectStatus(await trigger(person, { action: 'withdraw' }), 201);
    assert.equal(await waitOf(person, 'withdraw'), 30);
    shows('limit.mfa-request-backoff');
  });
  it('ten requests at once: one is let through', async () => {
    const person = await signUp(world);
    const answers = await Promise.all(Array.from({ length: 10 }, () => trigger(person, { action: 'withdraw' })));
    assert.deepEqual(answers.map(({ status }) => status).sort(), [201, ...Array.from({ length: 9 }, () => 403)]);
  });
  it('actions and customers are counted apart', async () => {
    const [person, other] = [await signUp(world), await signUp(world)];
    expectStatus(await trigger(person, { action: 'withdraw' }), 201);
    expectStatus(await trigger(person, { action: 'gift-card-purchase' }), 201);
    expectStatus(await trigger(other, { action: 'withdraw' }), 201);
  });
  it('action login -> 400 2fa.login-legacy-removed', async () => {
    const person = await signUp(world);
    for (const more of [{}, { newPasswordArgon2Hash: 7 }])
      expectCode(await trigger(person, { action: 'login', ...more }), 400, '2fa.login-legacy-removed');
  });
  for (const [what, body] of [
    ['no action', {}],
    ['an unknown action', { action: 'fly' }],
    ['an action that has its own route', { action: 'email-validation' }],
    ['an action that PATCH starts', { action: 'mfa-enabled-update', enabled: true }],
    ['a password without its hash', { action: 'password-update' }],
    ['a hash that is no text', { action: 'password-update', newPasswordArgon2Hash: 7 }],
    ['a plain password', { action: 'password-update', newPasswordArgon2Hash: 'correct horse' }],
    ['a bcrypt hash', { action: 'password-update', newPasswordArgon2Hash: `$2b$10$${'a'.repeat(53)}` }],
    ['Argon2i', { action: 'password-update', newPasswordArgon2Hash: HASH.replace('argon2id', 'argon2i') }],
    ['a weak Argon2id', { action: 'password-update', newPasswordArgon2Hash: HASH.replace('m=19456', 'm=8') }],
    ['a memory bomb', { action: 'password-update', newPasswordArgon2Hash: HASH.replace('m=19456', 'm=4194304') }],
    ['a session id that is no text', { action: 'password-update', newPasswordArgon2Hash: HASH, currentSessionId: 1 }],
    ['no new address', { action: 'email-update' }],
    ['no address', { action: 'email-update', newEmail: 'camille' }],
    ['two addresses', { action: 'email-update', newEmail: 'a@example.test, b@example.test' }],
  ] as const) {
    it(`${what} -> 400 validation-failed, nothing counted`, async () => {
      const person = await signUp(world);
      expectCode(await trigger(person, body), 400, 'validation-failed');
      assert.deepEqual(await world.sql('select from mfa_context where customer_id = $1', [person.customerId]), []);
    });
  }
  it('the address one has already -> 400 validation-failed', async () => {
    const person = await signUp(world);
    const answer = await trigger(person, { action: 'email-update', newEmail: person.email.toUpperCase() });
    expectCode(answer, 400, 'validation-failed');
  });
  it('without a session -> 401 unauthenticated, even with a bad body', async () =>
    expectCode(await world.visitor().post('/auth/mfa/trigger-mfa', 'x'), 401, 'unauthenticated'));
  it('as an administrator -> 403 forbidden', async () => {
    const { client } = await signInAdministrator(world);
    expectCode(await client.post('/auth/mfa/trigger-mfa', { action: 'withdraw' }), 403, 'forbidden');
  });
});

describe('POST /auth/mfa/resend-code', () => {
  it('a valid code: the same one again, without a session, whatever the case of the address', async () => {
    const person = await signUp(world);
    expectStatus(await trigger(person, { action: 'withdraw' }), 201);
    const first = await waitForCode(world, person.email, 'withdraw');
    await world.moveClock({ advance: 'PT30S' });
    const answer = expectStatus(await resend(person.email.toUpperCase(), 'withdraw'), 201);
    assert.equal(answer.text, '');
    assert.equal(await waitForCode(world, person.email, 'withdraw', 2), first);
  });
  it('an expired code: a new one that keeps what the context carries', async () => {
    const person = await signUp(world);
    expectStatus(await toggle(person, true), 200);
    const first = await waitForCode(world, person.email, 'mfa-enabled-update');
    await world.moveClock({ advance: 'PT10M' });
    expectStatus(await resend(person.email, 'mfa-enabled-update'), 201);
    const code = await waitForCode(world, person.email, 'mfa-enabled-update', 2);
    assert.notEqual(code, first);
    expectStatus(await person.client.post('/auth/mfa/confirm-code', { action: 'mfa-enabled-update', code }), 201);
    const me = await person.client.get<{ mfaEnabled: boolean }>('/customers/me');
    assert.equal(me.body.mfaEnabled, true);
  });
  it('the expired code of a new password: a new one, which sets that password', async () => {
    const person = await signUp(world);
    const newPassword = 'a brand new password';
    const newPasswordArgon2Hash = await hash(newPassword, { memoryCost: 65_536, timeCost: 3, parallelism: 4 });
    expectStatus(await trigger(person, { action: 'password-update', newPasswordArgon2Hash }), 201);
    const first = await waitForCode(world, person.email, 'password-update');
    await world.moveClock({ advance: 'PT11M' });
    expectStatus(await resend(person.email, 'password-update'), 201);
    const code = await waitForCode(world, person.email, 'password-update', 2);
    assert.notEqual(code, first);
    expectStatus(await person.client.post('/auth/mfa/confirm-code', { action: 'password-update', code }), 201);
    expectStatus(await world.visitor().post('/api/auth/sign-in/email', { email: person.email, password: newPassword }), 200);
  });
  it('nobody has this address -> 404 2fa.no-customer-for-email', async () =>
    expectCode(await resend('nobody@example.test', 'withdraw'), 404, '2fa.no-customer-for-email'));
  it("an administrator's address -> 404 2fa.no-customer-for-email", async () => {
    const { email } = await signInAdministrator(world);
    expectCode(await resend(email, 'withdraw'), 404, '2fa.no-customer-for-email');
  });
  it('nothing was asked for, or it was confirmed -> 400 2fa.no-code-to-resend', async () => {
    const person = await signUp(world);
    expectCode(await resend(person.email, 'gift-card-purchase'), 400, '2fa.no-code-to-resend');
    expectStatus(await trigger(person, { action: 'gift-card-purchase' }), 201);
    expectCode(await resend(person.email, 'withdraw'), 400, '2fa.no-code-to-resend');
    const code = await waitForCode(world, person.email, 'gift-card-purchase');
    expectStatus(await person.client.post('/auth/mfa/confirm-code', { action: 'gift-card-purchase', code }), 201);
    await world.moveClock({ advance: 'PT1M' });
    expectCode(await resend(person.email, 'gift-card-purchase'), 400, '2fa.no-code-to-resend');
  });
  it('by strangers, until they may no more -> 403 2fa.too-many-attempts: the owner may', async () => {
    const person = await signUp(world);
    expectStatus(await trigger(person, { action: 'withdraw' }), 201);
    for (const wait of [30, 60, 120, 240]) {
      await world.moveClock({ advance: `PT${wait - 5}S` });
      expectCode(await resend(person.email, 'withdraw'), 403, TOO_MANY);
      await world.moveClock({ advance: 'PT5S' });
      expectStatus(await resend(person.email, 'withdraw'), 201);
    }
    await world.moveClock({ advance: 'PT480S' });
    expectCode(await resend(person.email, 'withdraw'), 403, TOO_MANY);
    expectStatus(await trigger(person, { action: 'withdraw' }), 201);
    expectCode(await trigger(person, { action: 'withdraw' }), 403, TOO_MANY);
  });
  it('beside a request of the owner it is forgotten with that: the waits begin afresh', async () => {
    const person = await signUp(world);
    expectStatus(await trigger(person, { action: 'withdraw' }), 201);
    await world.moveClock({ advance: 'PT50M' });
    expectStatus(await resend(person.email, 'withdraw'), 201);
    await world.moveClock({ advance: 'PT10M' });
    expectStatus(await resend(person.email, 'withdraw'), 201);
    await world.moveClock({ advance: 'PT30S' });
    expectStatus(await resend(person.email, 'withdraw'), 201);
  });
  it('before the next retry date -> 403 2fa.too-many-attempts', async () => {
    const person = await signUp(world);
    expectStatus(await trigger(person, { action: 'withdraw' }), 201);
    expectCode(await resend(person.email, 'withdraw'), 403, TOO_MANY);
  });
  it('action login, known address or not -> 400 2fa.login-legacy-removed', async () => {
    const person = await signUp(world);
    expectCode(await resend(person.email, 'login'), 400, '2fa.login-legacy-removed');
    expectCode(await resend('nobody@example.test', 'login'), 400, '2fa.login-legacy-removed');
    expectCode(await resend('no address', 'login'), 400, '2fa.login-legacy-removed');
  });
  for (const body of [
    {},
    { email: 'a@example.test' },
    { email: 'nonsense', action: 'withdraw' },
    { email: 'a@example.test', action: 'fly' },
  ]) {
    it(`${JSON.stringify(body)} -> 400 validation-failed`, async () =>
      expectCode(await world.visitor().post('/auth/mfa/resend-code', body), 400, 'validation-failed'));
  }
});

describe('GET /auth/mfa/:email/action/:action/next-retry-date', () => {
  it('is omitted for an unknown address as for one that never asked', async () => {
    const person = await signUp(world);
    const [never, unknown] = [await nextRetry(person.email, 'withdraw'), await nextRetry('nobody@example.test', 'withdraw')];
    assert.deepEqual([never.status, never.body], [200, {}]);
    assert.deepEqual([unknown.status, unknown.body], [200, {}]);
  });
  it('a + in the address stays a +, and the address is decoded once', async () => {
    const email = `camille+${Date.now()}@example.test`;
    const person = await signUp(world, { email });
    expectStatus(await trigger(person, { action: 'withdraw' }), 201);
    assert.ok(await retryDateOf(person, 'withdraw'));
    const paths = [email, email.replace('@', '%40'), email.replace('+', '%20'), encodeURIComponent(encodeURIComponent(email))];
    const found = [];
    for (const path of paths) {
      const answer = await world.visitor().get<{ nextRetryDate?: string }>(`/auth/mfa/${path}/action/withdraw/next-retry-date`);
      found.push(expectStatus(answer, 200).body.nextRetryDate !== undefined);
    }
    assert.deepEqual(found, [true, true, false, false]);
  });
  it('action login, whatever the address -> 400 2fa.login-legacy-removed', async () => {
    for (const email of ['a@example.test', `${'a'.repeat(250)}@b.co`])
      expectCode(await nextRetry(email, 'login'), 400, '2fa.login-legacy-removed');
  });
  it('an unknown action -> 400 validation-failed', async () =>
    expectCode(await nextRetry('a@example.test', 'fly'), 400, 'validation-failed'));
  it('an address too long -> 400 validation-failed', async () =>
    expectCode(await nextRetry(`${'a'.repeat(250)}@b.co`, 'withdraw'), 400, 'validation-failed'));
});

it('the public routes take a tenth of the general limit -> 429 too-many-requests', async () => {
  const limited = await startWorld({ settings: { RATE_LIMIT_PER_MINUTE: '1' }, worker: false });
  const tenth = requestsPerMinute(limited.deps.config) / 10;
  try {
    const ask = () => limited.visitor().get('/auth/mfa/a@example.test/action/withdraw/next-retry-date');
    for (let asked = 0; asked < tenth; asked += 1) expectStatus(await ask(), 200);
    expectCode(await ask(), 429, 'too-many-requests');
    const again = () => limited.visitor().post('/auth/mfa/resend-code', { email: 'a@example.test', action: 'withdraw' });
    for (let asked = 0; asked < tenth; asked += 1) expectStatus(await again(), 404);
    expectCode(await again(), 429, 'too-many-requests');
  } finally {
    await limited.close();
  }
});
