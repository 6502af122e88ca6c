// No answer shows whether an account exists, except where the documents say so: known and unknown addresses get one answer.

import assert from 'node:assert/strict';
import { randomUUID } from 'node:crypto';
import { after, before, describe, it } from 'node:test';
import { type Investor, PASSWORD, signInAdministrator, signUp, verifiedInvestor } from '../support/actors.ts';
import type { Answer } from '../support/client.ts';
import { waitForCode } from '../support/codes.ts';
import { forgetCodeRequests } from '../support/session-states.ts';
import { bankAccountOf } from '../support/withdrawal-actors.ts';
import { expectStatus, startWorld, type World } from '../support/world.ts';

let world: World;
let investor: Investor;
let known: Record<string, string>;
before(async () => {
  world = await startWorld();
  investor = await signUp(world);
  known = { 'an investor': investor.email, 'an administrator': (await signInAdministrator(world)).email };
});
after(() => world.close());

const nobody = () => `nobody-${randomUUID().slice(0, 13)}@example.test`;
/** All that a caller sees of an answer but what is new in each one. */
const seen = ({ status, text, headers }: Answer) => ({
  status,
  text: text.replace(/"requestId":"[^"]*"/, ''),
  type: headers.get('content-type'),
  cookies: headers.getSetCookie().map((cookie) => cookie.replace(/=[^;]*/, '')),
});

const QUESTIONS: [string, (email: string) => Promise<Answer>][] = [
  ['sign-in with a wrong password', (email) => post('/api/auth/sign-in/email', { email, password: `${PASSWORD} not` })],
  ['a forgotten password', (email) => post('/api/auth/email-otp/request-password-reset', { email })],
  [
    'a new password with a wrong code',
    (email) => post('/api/auth/email-otp/reset-password', { email, otp: '000000', password: `${PASSWORD} new` }),
  ],
  ['a code for the address', (email) => post('/api/auth/email-otp/send-verification-otp', { email, type: 'email-verification' })],
  ['a wrong code of the address', (email) => post('/api/auth/email-otp/verify-email', { email, otp: '000000' })],
  [
    'when to ask again, where nothing was asked',
    (email) => world.visitor().get(`/auth/mfa/${encodeURIComponent(email)}/action/withdraw/next-retry-date`),
  ],
];
const post = (path: string, body: object) => world.visitor().post(path, body);

for (const [question, ask] of QUESTIONS) {
  it(`${question}: an unknown address is answered as a known one`, async () => {
    const expected = seen(await ask(nobody()));
    for (const [who, email] of Object.entries(known)) {
      assert.deepEqual(seen(await ask(email)), expected, who);
      assert.deepEqual(seen(await ask(email.toUpperCase())), expected, `${who}, in capitals`);
    }
  });
}

it('sign-in with a wrong password does not show whether there is a second factor', async () => {
  const careful = await signUp(world);
  expectStatus(await careful.client.patch('/auth/mfa', { enabled: true }), 200);
  const code = await waitForCode(world, careful.email, 'mfa-enabled-update');
  expectStatus(await careful.client.post('/auth/mfa/confirm-code', { action: 'mfa-enabled-update', code }), 201);
  const attempt = (email: string) => post('/api/auth/sign-in/email', { email, password: `${PASSWORD} not` });
  assert.deepEqual(seen(await attempt(careful.email)), seen(await attempt(nobody())));
});

describe('of somebody signed in', () => {
  it('email-update to a taken address is answered as to a free one', async () => {
    const taken = (await signUp(world)).email;
    const answers = [];
    for (const newEmail of [nobody(), taken]) {
      const person = await signUp(world);
      answers.push(seen(await person.client.post('/auth/mfa/trigger-mfa', { action: 'email-update', newEmail })));
    }
    assert.deepEqual(answers[1], answers[0]);
  });
  it("another's ids are unknown ids: the same answer", async () => {
    const [owner, other] = [await verifiedInvestor(world, { fundsCents: 5_000 }), await verifiedInvestor(world)];
    const iban = [{ id: (await bankAccountOf(world, owner.customerId)).paymentMethodId }];
    const code = async () => {
      await forgetCodeRequests(world, other.customerId);
      expectStatus(await other.client.post('/auth/mfa/trigger-mfa', { action: 'withdraw' }), 201);
      return waitForCode(world, other.email, 'withdraw');
    };
    const tfa = await code();
    const withdraw = (paymentMethodId: string | undefined) =>
      other.client.post('/customers/provider/payment-intent/withdrawal', { paymentMethodId, amount: 100 }, { tfa });
    assert.deepEqual(seen(await withdraw(iban[0]?.id)), seen(await withdraw(randomUUID())));
    assert.equal((await withdraw(iban[0]?.id)).status, 404);
  });
});

describe('one address, two ways to it at once', () => {
  it('a sign-up and a change of address: one of them has it', async () => {
    for (let round = 1; round <= 4; round += 1) {
      const person = await signUp(world);
      const email = nobody();
      expectStatus(await person.client.post('/auth/mfa/trigger-mfa', { action: 'email-update', newEmail: email }), 201);
      const code = await waitForCode(world, email, 'email-update');
      const ofPresent = await waitForCode(world, person.email, 'email-update');
      expectStatus(await person.client.post('/auth/mfa/confirm-code', { action: 'email-update', code: ofPresent }), 201);
      const [changed, signedUp] = await Promise.all([
        person.client.post('/auth/mfa/confirm-code', { action: 'email-update', code }),
        post('/api/auth/sign-up/email', { email: email.toUpperCase(), password: PASSWORD, name: 'Somebody Else' }),
      ]);
      const wins = [changed.status === 201, signedUp.status === 200];
      assert.equal(wins.filter(Boolean).length, 1, `${changed.status} ${changed.text} ${signedUp.status} ${signedUp.text}`);
      const users = await world.sql('select 1 from auth_user where lower(email) = $1', [email]);
      assert.equal(users.length, 1);
    }
  });
});
