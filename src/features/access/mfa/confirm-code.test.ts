// Confirming codes: what each action does, codes that are wrong, late, used or somebody else's, and many guesses at once.

import assert from 'node:assert/strict';
import { createHash } from 'node:crypto';
import { after, before, describe, it } from 'node:test';
import { hash } from '@node-rs/argon2';
import { type Investor, PASSWORD, signInAdministrator, signUp } from '../../../../test/support/actors.ts';
import { type CodeAction, changeAddress, codesIn, waitForCode, wrongCode } from '../../../../test/support/codes.ts';
import { damageCode, guessesOver } from '../../../../test/support/session-states.ts';
import { expectCode, expectStatus, startWorld, type World } from '../../../../test/support/world.ts';

const NO_CONTEXT = '2fa.verification-code.no-verification-context';
const WRONG = '2fa.verification-code.wrong-code';
const NEW_PASSWORD = 'a brand new password';

let world: World;
let newPasswordArgon2Hash: string;
before(async () => {
  world = await startWorld();
  newPasswordArgon2Hash = await hash(NEW_PASSWORD, { memoryCost: 19_456, timeCost: 2, parallelism: 1 });
});
after(() => world.close());

const confirm = (by: Investor, action: string, code: unknown) =>
  by.client.post<{ token: string }>('/auth/mfa/confirm-code', { action, code });
const signIn = (email: string, password: string) => world.visitor().post('/api/auth/sign-in/email', { email, password });
const trigger = async (by: Investor, body: { action: CodeAction; [field: string]: unknown }) =>
  expectStatus(await by.client.post('/auth/mfa/trigger-mfa', body), 201);
/** Asks for a code and reads it from the mailbox. */
const codeFor = async (by: Investor, body: { action: CodeAction; [field: string]: unknown }, address = by.email) => {
  const known = (await codesIn(world, address, body.action)).length;
  await trigger(by, body);
  return waitForCode(world, address, body.action, known + 1);
};
const sessionsOf = (userId: string) => world.sql<{ id: string }>('select id from auth_session where "userId" = $1', [userId]);
const noticesIn = async (address: string) => (await world.mails(address)).map(({ subject }) => subject);

describe('a confirmed code', () => {
  it('email-validation: the address is verified', async () => {
    const person = await signUp(world);
    expectStatus(await person.client.get('/customers/email/send-code'), 204);
    const code = await waitForCode(world, person.email, 'email-validation');
    const answer = expectStatus(await confirm(person, 'email-validation', code), 201);
    assert.equal(answer.text, '');
    const me = await person.client.get<{ emailVerified: boolean }>('/customers/me');
    assert.equal(me.body.emailVerified, true);
  });

  it('mfa-enabled-update: sign-in asks for a second factor, and after turning it off no more', async () => {
    const person = await signUp(world);
    const toggled = async (enabled: boolean, count: number) => {
      expectStatus(await person.client.patch('/auth/mfa', { enabled }), 200);
      const code = await waitForCode(world, person.email, 'mfa-enabled-update', count);
      expectStatus(await confirm(person, 'mfa-enabled-update', code), 201);
      const { body } = expectStatus(await signIn(person.email, PASSWORD), 200);
      return (body as { twoFactorRedirect?: boolean }).twoFactorRedirect ?? false;
    };
    assert.equal(await toggled(true, 1), true);
    await world.moveClock({ advance: 'PT1M' });
    assert.equal(await toggled(false, 2), false);
  });

  it('email-update: both addresses confirm, in either order; then the new one signs in, and the old one is told', async () => {
    for (const order of ['present first', 'new first']) {
      const person = await signUp(world);
      const newEmail = `new-${person.email}`;
      const ofNew = await codeFor(person, { action: 'email-update', newEmail }, newEmail);
      const ofPresent = await waitForCode(world, person.email, 'email-update');
      const codes = order === 'new first' ? [ofNew, ofPresent] : [ofPresent, ofNew];
      const first = expectStatus(await confirm(person, 'email-update', codes[0]), 201);
      const other = order === 'new first' ? 'present-address' : 'new-address';
      assert.deepEqual(first.body, { stillToConfirm: other });
      expectStatus(await signIn(newEmail, PASSWORD), 401);
      assert.equal(expectStatus(await confirm(person, 'email-update', codes[1]), 201).text, '');
      expectStatus(await signIn(newEmail, PASSWORD), 200);
    }
  });
  it('email-update: the code of the new address alone changes nothing, however often it is confirmed', async () => {
    const person = await signUp(world);
    const newEmail = `thief-${person.email}`;
    const code = await codeFor(person, { action: 'email-update', newEmail }, newEmail);
    expectStatus(await confirm(person, 'email-update', code), 201);
    for (let time = 0; time < 5; time += 1) expectCode(await confirm(person, 'email-update', code), 400, WRONG);
    expectCode(await confirm(person, 'email-update', code), 400, NO_CONTEXT);
    const me = await person.client.get<{ email: string }>('/customers/me');
    assert.equal(me.body.email, person.email);
  });
  it('email-update: what one address has confirmed is worth nothing for another new address', async () => {
    const person = await signUp(world);
    const [mine, theirs] = [`mine-${person.email}`, `theirs-${person.email}`];
    await codeFor(person, { action: 'email-update', newEmail: mine }, mine);
    expectStatus(await confirm(person, 'email-update', await waitForCode(world, person.email, 'email-update')), 201);
    await world.moveClock({ advance: 'PT1M' });
    const code = await codeFor(person, { action: 'email-update', newEmail: theirs }, theirs);
    assert.deepEqual((await confirm(person, 'email-update', code)).body, { stillToConfirm: 'present-address' });
  });
  it('email-update confirmed twice at once with each code: it changes once', async () => {
    const person = await signUp(world);
    const newEmail = `new-${person.email}`;
    const ofNew = await codeFor(person, { action: 'email-update', newEmail }, newEmail);
    const ofPresent = await waitForCode(world, person.email, 'email-update');
    const answers = await Promise.all([ofNew, ofPresent, ofNew, ofPresent].map((code) => confirm(person, 'email-update', code)));
    assert.deepEqual(answers.map(({ status }) => status).sort(), [201, 201, 400, 400]);
    const changes = await world.sql('select from credential_change where user_id = $1', [person.userId]);
    assert.equal(changes.length, 1);
  });
  it('email-update: the account has its new address, and the old one is told', async () => {
    const person = await signUp(world);
    const newEmail = await changeAddress(world, person);
    expectStatus(await signIn(newEmail, PASSWORD), 200);
    expectStatus(await signIn(person.email, PASSWORD), 401);
    const me = await person.client.get<{ email: string; emailVerified: boolean }>('/customers/me');
    assert.deepEqual([me.body.email, me.body.emailVerified], [newEmail, true]);
    await world.until(async () => (await noticesIn(person.email)).includes('Votre adresse e-mail a été modifiée'), 'the notice');
  });
  it('email-update of two to one address at once: one has it, the other -> 400 session.email-already-used', async () => {
    const people = [await signUp(world), await signUp(world)] as const;
    const newEmail = `wanted-${people[0].email}`;
    const codes = [await codeFor(people[0], { action: 'email-update', newEmail }, newEmail)];
    codes.push(await codeFor(people[1], { action: 'email-update', newEmail }, newEmail));
    for (const person of people)
      expectStatus(await confirm(person, 'email-update', await waitForCode(world, person.email, 'email-update')), 201);
    const answers = await Promise.all(people.map((person, index) => confirm(person, 'email-update', codes[index])));
    assert.deepEqual(answers.map(({ status }) => status).sort(), [201, 400]);
    for (const answer of answers) if (answer.status === 400) expectCode(answer, 400, 'session.email-already-used');
    const owners = await world.sql('select id from auth_user where lower(email) = $1', [newEmail]);
    assert.equal(owners.length, 1);
  });

  it('password-update: the new password signs in, the named session stays, the others end, a notice is mailed', async () => {
    const person = await signUp(world);
    expectStatus(await signIn(person.email, PASSWORD), 200);
    const { body } = await person.client.get<{ session: { id: string } }>('/api/auth/get-session');
    assert.equal((await sessionsOf(person.userId)).length, 2);
    const currentSessionId = body.session.id;
    const code = await codeFor(person, { action: 'password-update', newPasswordArgon2Hash, currentSessionId });
    expectStatus(await signIn(person.email, PASSWORD), 200);
    const answer = expectStatus(await confirm(person, 'password-update', code), 201);
    assert.equal(answer.text, '');
    assert.deepEqual(await sessionsOf(person.userId), [{ id: currentSessionId }]);
    expectStatus(await person.client.get('/customers/me'), 200);
    expectStatus(await signIn(person.email, PASSWORD), 401);
    expectStatus(await signIn(person.email, NEW_PASSWORD), 200);
    await world.until(async () => (await noticesIn(person.email)).includes('Votre mot de passe a été modifié'), 'the notice');
  });
  for (const currentSessionId of [undefined, 'no session', '4f5ad2f8-6b0e-4d9b-8a1e-5f3c3d1f0a77']) {
    it(`password-update with session ${currentSessionId}: every session ends`, async () => {
      const person = await signUp(world);
      const code = await codeFor(person, { action: 'password-update', newPasswordArgon2Hash, currentSessionId });
      expectStatus(await confirm(person, 'password-update', code), 201);
      assert.deepEqual(await sessionsOf(person.userId), []);
      expectStatus(await signIn(person.email, NEW_PASSWORD), 200);
    });
  }
  it("password-update naming another's session keeps none of one's own", async () => {
    const [person, other] = [await signUp(world), await signUp(world)];
    const [session] = await sessionsOf(other.userId);
    const code = await codeFor(person, { action: 'password-update', newPasswordArgon2Hash, currentSessionId: session?.id });
    expectStatus(await confirm(person, 'password-update', code), 201);
    assert.deepEqual([(await sessionsOf(person.userId)).length, (await sessionsOf(other.userId)).length], [0, 1]);
  });

  it('gift-card-purchase: a one-shot token, kept as a digest until it expires', async () => {
    const person = await signUp(world);
    const code = await codeFor(person, { action: 'gift-card-purchase' });
    const { token } = expectStatus(await confirm(person, 'gift-card-purchase', code), 201).body;
    assert.match(token, /^[0-9a-f]{8}-[0-9a-f]{4}-4[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}$/);
    const rows = await world.sql<{ digest: Buffer; minutes: number; used_at: Date | null }>(
      `select token_sha256 as digest, extract(epoch from expires_at - created_at)::integer / 60 as minutes, used_at
         from gift_card_token where customer_id = $1`,
      [person.customerId],
    );
    assert.deepEqual(rows, [{ digest: createHash('sha256').update(token).digest(), minutes: 15, used_at: null }]);
  });
  it('gift-card-purchase confirmed ten times at once: one token', async () => {
    const person = await signUp(world);
    const code = await codeFor(person, { action: 'gift-card-purchase' });
    const answers = await Promise.all(Array.from({ length: 10 }, () => confirm(person, 'gift-card-purchase', code)));
    assert.equal(answers.filter(({ status }) => status === 201).length, 1);
    for (const answer of answers) if (answer.status !== 201) expectCode(answer, 400, NO_CONTEXT);
    const tokens = await world.sql('select from gift_card_token where customer_id = $1', [person.customerId]);
    assert.equal(tokens.length, 1);
  });

  for (const action of ['withdraw', 'bank-account-creation'] as const) {
    it(`${action}: verified without being used up`, async () => {
      const person = await signUp(world);
      const code = await codeFor(person, { action });
      for (let time = 0; time < 2; time += 1) assert.equal(expectStatus(await confirm(person, action, code), 201).text, '');
    });
  }
});

describe('a code that does not confirm', () => {
  it('never asked for -> 400 2fa.verification-code.no-verification-context', async () =>
    expectCode(await confirm(await signUp(world), 'withdraw', '123456'), 400, NO_CONTEXT));
  it('used already -> 400 2fa.verification-code.no-verification-context', async () => {
    const person = await signUp(world);
    expectStatus(await person.client.get('/customers/email/send-code'), 204);
    const code = await waitForCode(world, person.email, 'email-validation');
    expectStatus(await confirm(person, 'email-validation', code), 201);
    expectCode(await confirm(person, 'email-validation', code), 400, NO_CONTEXT);
  });
  it('wrong -> 400 2fa.verification-code.wrong-code, and the right one still works', async () => {
    const person = await signUp(world);
    const code = await codeFor(person, { action: 'gift-card-purchase' });
    for (let time = 0; time < 4; time += 1) expectCode(await confirm(person, 'gift-card-purchase', wrongCode(code)), 400, WRONG);
    expectStatus(await confirm(person, 'gift-card-purchase', code), 201);
  });
  it('after its life -> 400 2fa.verification-code.code-expired', async () => {
    const person = await signUp(world);
    const code = await codeFor(person, { action: 'gift-card-purchase' });
    await world.moveClock({ advance: 'PT10M' });
    expectCode(await confirm(person, 'gift-card-purchase', code), 400, '2fa.verification-code.code-expired');
    expectCode(await confirm(person, 'gift-card-purchase', wrongCode(code)), 400, WRONG);
  });
  it('action login, whatever the code -> 400 2fa.login-legacy-removed', async () => {
    const person = await signUp(world);
    for (const code of ['123456', '12', undefined, 7])
      expectCode(await confirm(person, 'login', code), 400, '2fa.login-legacy-removed');
  });
  it("another customer's -> 400 2fa.verification-code.wrong-code", async () => {
    const [person, other] = [await signUp(world), await signUp(world)];
    const code = await codeFor(person, { action: 'gift-card-purchase' });
    let own = await codeFor(other, { action: 'gift-card-purchase' });
    // One in a million: both drew the same digits.
    if (own === code) own = wrongCode(code);
    expectCode(await confirm(other, 'gift-card-purchase', code), 400, WRONG);
    expectStatus(await confirm(person, 'gift-card-purchase', code), 201);
  });
  it("another customer's, with nothing asked for -> 400 2fa.verification-code.no-verification-context", async () => {
    const code = await codeFor(await signUp(world), { action: 'gift-card-purchase' });
    expectCode(await confirm(await signUp(world), 'gift-card-purchase', code), 400, NO_CONTEXT);
  });
  it('of a change that another session asked for -> 400 2fa.verification-code.no-verification-context', async () => {
    const person = await signUp(world);
    const thief = { ...person, client: world.visitor() };
    expectStatus(await thief.client.post('/api/auth/sign-in/email', { email: person.email, password: PASSWORD }), 200);
    // They have asked, and the owner types the code that was mailed: nothing of theirs comes true, and nothing is counted.
    const code = await codeFor(thief, { action: 'password-update', newPasswordArgon2Hash });
    for (let time = 0; time < 6; time += 1) expectCode(await confirm(person, 'password-update', code), 400, NO_CONTEXT);
    expectStatus(await signIn(person.email, PASSWORD), 200);
    expectStatus(await signIn(person.email, NEW_PASSWORD), 401);
    expectStatus(await confirm(thief, 'password-update', code), 201);
  });
  it('of an action that changes nothing by itself: any session of the owner confirms it', async () => {
    const person = await signUp(world);
    const other = { ...person, client: world.visitor() };
    expectStatus(await other.client.post('/api/auth/sign-in/email', { email: person.email, password: PASSWORD }), 200);
    const code = await codeFor(person, { action: 'gift-card-purchase' });
    expectStatus(await confirm(other, 'gift-card-purchase', code), 201);
  });
  it("another action's -> 400 2fa.verification-code.no-verification-context", async () => {
    const person = await signUp(world);
    const code = await codeFor(person, { action: 'withdraw' });
    expectCode(await confirm(person, 'gift-card-purchase', code), 400, NO_CONTEXT);
  });
  for (const [what, action, code] of [
    ['five digits', 'withdraw', '12345'],
    ['seven digits', 'withdraw', '1234567'],
    ['a number', 'withdraw', 123456],
    ['other digits', 'withdraw', '１２３４５６'],
    ['a line break after it', 'withdraw', '123456\n'],
    ['no code', 'withdraw', undefined],
    ['an unknown action', 'fly', '123456'],
  ] as const) {
    it(`${what} -> 400 validation-failed`, async () =>
      expectCode(await confirm(await signUp(world), action, code), 400, 'validation-failed'));
  }
  it('without a session -> 401 unauthenticated', async () => {
    const answer = await world.visitor().post('/auth/mfa/confirm-code', { action: 'withdraw', code: '123456' });
    expectCode(answer, 401, 'unauthenticated');
  });
  it('as an administrator -> 403 forbidden', async () => {
    const { client } = await signInAdministrator(world);
    expectCode(await client.post('/auth/mfa/confirm-code', { action: 'withdraw', code: '123456' }), 403, 'forbidden');
  });
});

describe('guessing', () => {
  it('the fifth wrong code voids it; resend-code gives a new one that keeps what the context carries', async () => {
    const person = await signUp(world);
    const code = await codeFor(person, { action: 'password-update', newPasswordArgon2Hash });
    for (let time = 0; time < 5; time += 1) expectCode(await confirm(person, 'password-update', wrongCode(code)), 400, WRONG);
    expectCode(await confirm(person, 'password-update', code), 400, NO_CONTEXT);
    await world.moveClock({ advance: 'PT30S' });
    const resent = await world.visitor().post('/auth/mfa/resend-code', { email: person.email, action: 'password-update' });
    expectStatus(resent, 201);
    const fresh = await waitForCode(world, person.email, 'password-update', 2);
    assert.notEqual(fresh, code);
    for (let time = 0; time < 4; time += 1) expectCode(await confirm(person, 'password-update', wrongCode(fresh)), 400, WRONG);
    expectStatus(await confirm(person, 'password-update', fresh), 201);
    expectStatus(await signIn(person.email, NEW_PASSWORD), 200);
  });
  it('the same code mailed again does not give guesses back', async () => {
    const person = await signUp(world);
    const code = await codeFor(person, { action: 'withdraw' });
    for (let time = 0; time < 4; time += 1) expectCode(await confirm(person, 'withdraw', wrongCode(code)), 400, WRONG);
    await world.moveClock({ advance: 'PT30S' });
    assert.equal(await codeFor(person, { action: 'withdraw' }), code);
    expectCode(await confirm(person, 'withdraw', wrongCode(code)), 400, WRONG);
    expectCode(await confirm(person, 'withdraw', code), 400, NO_CONTEXT);
  });
  it('a hundred guesses at once: five are looked at', async () => {
    const person = await signUp(world);
    const code = await codeFor(person, { action: 'gift-card-purchase' });
    const guesses = Array.from({ length: 101 }, (_, guess) => String(guess).padStart(6, '0')).filter((guess) => guess !== code);
    const answers = await Promise.all(guesses.slice(0, 100).map((guess) => confirm(person, 'gift-card-purchase', guess)));
    const codes = answers.map(({ body }) => (body as { code?: string }).code);
    assert.equal(codes.filter((one) => one === WRONG).length, 5);
    // Some are not served at all: by the limit of the route, or on a busy machine.
    const others = new Set(codes.filter((one) => one !== WRONG));
    assert.ok(
      others.has(NO_CONTEXT) && others.isSubsetOf(new Set([NO_CONTEXT, 'temporarily-unavailable', 'too-many-requests'])),
      [...others].join(),
    );
    expectCode(await confirm(person, 'gift-card-purchase', code), 400, NO_CONTEXT);
  });
  it('twenty in a day, over codes and actions: the next waits, right or not -> 429 too-many-requests', async () => {
    const person = await signUp(world);
    for (const action of ['gift-card-purchase', 'withdraw', 'bank-account-creation', 'bank-account-removal'] as const) {
      const code = await codeFor(person, { action });
      for (let time = 0; time < 5; time += 1) expectCode(await confirm(person, action, wrongCode(code)), 400, WRONG);
    }
    const code = await codeFor(person, { action: 'profile-correction' });
    expectCode(await confirm(person, 'profile-correction', code), 429, 'too-many-requests');
    const asHeader = await person.client.post('/customers/profile/corrections', { city: 'Paris' }, { tfa: code });
    assert.ok([403, 429].includes(asHeader.status));
    await guessesOver(world, '30 seconds');
    expectStatus(await confirm(person, 'profile-correction', code), 201);
    // Another account has its own.
    const other = await signUp(world);
    expectStatus(await confirm(other, 'withdraw', await codeFor(other, { action: 'withdraw' })), 201);
  });
  it('a code sealed under a former key confirms nothing, and the next request replaces it', async () => {
    const person = await signUp(world);
    const code = await codeFor(person, { action: 'gift-card-purchase' });
    await damageCode(world, person.customerId);
    expectCode(await confirm(person, 'gift-card-purchase', code), 400, WRONG);
    await world.moveClock({ advance: 'PT30S' });
    expectStatus(await confirm(person, 'gift-card-purchase', await codeFor(person, { action: 'gift-card-purchase' })), 201);
  });
});
