// A passkey in place of a mail: what it signs is of one action with its values, one session, one site and one account, and works once.

import assert from 'node:assert/strict';
import { after, before, describe, it } from 'node:test';
import { hash } from '@node-rs/argon2';
import { type Investor, PASSWORD, signUp, verifiedInvestor } from '../../../../test/support/actors.ts';
import type { Client } from '../../../../test/support/client.ts';
import { codesIn } from '../../../../test/support/codes.ts';
import {
  challengeFor,
  codeByPasskey,
  PASSKEYS,
  type RegisteredPasskey,
  registerPasskey,
  sendAssertion,
} from '../../../../test/support/investor-passkeys.ts';
import { createPasskey } from '../../../../test/support/passkeys.ts';
import { forgetCodeRequests } from '../../../../test/support/session-states.ts';
import { withdrawer } from '../../../../test/support/withdrawal-actors.ts';
import { expectCode, expectStatus, startWorld, type World } from '../../../../test/support/world.ts';
import { claimTfa } from '../mfa/index.ts';

let world: World;
before(async () => {
  world = await startWorld();
});
after(() => world.close());

const WRONG = 'factors.wrong-proof';
const confirm = ({ client }: Investor, action: string, code: string) => client.post('/auth/mfa/confirm-code', { action, code });
const isOn = async ({ client }: Pick<Investor, 'client'>) =>
  expectStatus(await client.get<{ mfaEnabled: boolean }>('/customers/me'), 200).body.mfaEnabled;

async function withPasskey(): Promise<{ person: Investor; passkey: RegisteredPasskey }> {
  const person = await signUp(world);
  return { person, passkey: await registerPasskey(world, person) };
}

async function anotherSession({ email }: Investor): Promise<Client> {
  const client = world.visitor();
  expectStatus(await client.post('/api/auth/sign-in/email', { email, password: PASSWORD }), 200);
  return client;
}

/** Turns the second factor at sign-in on, by the passkey. */
async function turnOn(person: Investor, passkey: RegisteredPasskey): Promise<void> {
  const code = await codeByPasskey(person, passkey, { action: 'mfa-enabled-update', enabled: true });
  expectStatus(await confirm(person, 'mfa-enabled-update', code), 201);
}

describe('a passkey gives the code of an action', () => {
  it('for the header tfa: a bank account is added, once, and no code is mailed', async () => {
    const person = await verifiedInvestor(world);
    const passkey = await registerPasskey(world, person);
    const tfa = await codeByPasskey(person, passkey, { action: 'bank-account-creation' });
    const add = () =>
      person.client.post(
        '/customers/provider/payment-method',
        { iban: 'FR7630006000011234567890189', holder: 'Camille Durand' },
        { tfa },
      );
    expectStatus(await add(), 201);
    expectCode(await add(), 403, '2fa-code.invalid');
    assert.deepEqual(await codesIn(world, person.email, 'bank-account-creation'), []);
  });
  it('for the header tfa: money is withdrawn', async () => {
    const person = await withdrawer(world, 50_000);
    const passkey = await registerPasskey(world, person);
    const tfa = await codeByPasskey(person, passkey, { action: 'withdraw' });
    const asked = { paymentMethodId: person.paymentMethodId, amount: 1_000 };
    expectStatus(await person.client.post('/customers/provider/payment-intent/withdrawal', asked, { tfa }), 201);
    assert.deepEqual(await codesIn(world, person.email, 'withdraw'), []);
  });
  it('for confirm-code: a gift card is bought, once new ones are delayed no more', async () => {
    const person = await verifiedInvestor(world, { fundsCents: 5_000 });
    const passkey = await registerPasskey(world, person);
    await world.moveClock({ advance: 'PT72H' });
    const code = await codeByPasskey(person, passkey, { action: 'gift-card-purchase' });
    const { token } = expectStatus(await confirm(person, 'gift-card-purchase', code), 201).body as { token: string };
    const card = { token, amountCents: 1_000, recipientEmail: 'a-friend@example.test' };
    expectStatus(await person.client.post('/gift-cards', card), 201);
  });
  it('for confirm-code: the second factor is switched', async () => {
    const { person, passkey } = await withPasskey();
    await turnOn(person, passkey);
    assert.equal(await isOn(person), true);
    const { passkeys } = expectStatus(
      await person.client.get<{ passkeys: { lastUsedAt: string | null }[] }>('/customers/security'),
      200,
    ).body;
    assert.notEqual(passkeys[0]?.lastUsedAt, null);
  });
  it('for confirm-code: another password, in the session that asked', async () => {
    const { person, passkey } = await withPasskey();
    const newPasswordArgon2Hash = await hash('three more words', { memoryCost: 19_456, timeCost: 2, parallelism: 1 });
    const code = await codeByPasskey(person, passkey, { action: 'password-update', newPasswordArgon2Hash });
    expectStatus(await confirm(person, 'password-update', code), 201);
    const client = world.visitor();
    expectStatus(await client.post('/api/auth/sign-in/email', { email: person.email, password: 'three more words' }), 200);
  });
  it('and that of a mail before it is worth nothing', async () => {
    const { person, passkey } = await withPasskey();
    expectStatus(await person.client.post('/auth/mfa/trigger-mfa', { action: 'withdraw' }), 201);
    const mailed = await world.until(async () => (await codesIn(world, person.email, 'withdraw'))[0], 'a code');
    const given = await codeByPasskey(person, passkey, { action: 'withdraw' });
    if (mailed !== given) expectCode(await confirm(person, 'withdraw', mailed), 400, '2fa.verification-code.wrong-code');
    expectStatus(await confirm(person, 'withdraw', given), 201);
  });
});

describe('what was signed', () => {
  it('works once -> 400 factors.wrong-proof', async () => {
    const { person, passkey } = await withPasskey();
    const asked = { action: 'withdraw' };
    const assertion = passkey.assert(await challengeFor(person, asked));
    expectStatus(await sendAssertion(person, asked, assertion), 201);
    expectCode(await sendAssertion(person, asked, assertion), 400, WRONG);
  });
  it('is of one action with its values -> 400 factors.wrong-proof', async () => {
    const { person, passkey } = await withPasskey();
    const [ours, theirs] = await Promise.all(
      ['three quiet words', 'three wrong words'].map((password) =>
        hash(password, { memoryCost: 19_456, timeCost: 2, parallelism: 1 }),
      ),
    );
    const changes = [
      [{ action: 'withdraw' }, { action: 'bank-account-creation' }],
      [
        { action: 'password-update', newPasswordArgon2Hash: ours },
        { action: 'password-update', newPasswordArgon2Hash: theirs },
      ],
      [
        { action: 'password-update', newPasswordArgon2Hash: ours },
        { action: 'password-update', newPasswordArgon2Hash: ours, currentSessionId: 'none' },
      ],
    ] as const;
    for (const [signed, sent] of changes) {
      const assertion = passkey.assert(await challengeFor(person, signed));
      expectCode(await sendAssertion(person, sent, assertion), 400, WRONG);
      expectCode(await sendAssertion(person, signed, assertion), 400, WRONG);
    }
  });
  it('is of one session, and of the newest challenge -> 400 factors.wrong-proof', async () => {
    const { person, passkey } = await withPasskey();
    const client = await anotherSession(person);
    const asked = { action: 'withdraw' };
    const assertion = passkey.assert(await challengeFor(person, asked));
    await challengeFor({ client }, asked);
    expectCode(await sendAssertion({ client }, asked, assertion), 400, WRONG);
    const old = passkey.assert(await challengeFor(person, asked));
    await challengeFor(person, asked);
    expectCode(await sendAssertion(person, asked, old), 400, WRONG);
  });
  it('is of one account, of one site, and not late -> 400 factors.wrong-proof', async () => {
    const [{ person, passkey }, other] = [await withPasskey(), await withPasskey()];
    const asked = { action: 'withdraw' };
    expectCode(await sendAssertion(person, asked, other.passkey.assert(await challengeFor(person, asked))), 400, WRONG);
    const elsewhere = { ...createPasskey('http://elsewhere.test').assert(await challengeFor(person, asked)), id: idOf(passkey) };
    expectCode(await sendAssertion(person, asked, elsewhere), 400, WRONG);
    const late = passkey.assert(await challengeFor(person, asked));
    await world.moveClock({ advance: 'PT5M' });
    expectCode(await sendAssertion(person, asked, late), 400, WRONG);
  });
  it('by a copy, whose counter lags behind -> 400 factors.wrong-proof', async () => {
    const { person, passkey } = await withPasskey();
    const client = await anotherSession(person);
    const asked = { action: 'withdraw' };
    const first = passkey.assert(await challengeFor(person, asked));
    const second = passkey.assert(await challengeFor({ client }, asked));
    expectStatus(await sendAssertion({ client }, asked, second), 201);
    expectCode(await sendAssertion(person, asked, first), 400, WRONG);
  });
  it('by a passkey that was removed meanwhile opens nothing -> 400 factors.wrong-proof', async () => {
    const { person, passkey } = await withPasskey();
    const second = await registerPasskey(world, person, 'seconde');
    const asked = { action: 'withdraw' };
    const assertion = second.assert(await challengeFor(person, asked));
    const tfa = await codeByPasskey(person, passkey, { action: 'passkey-removal' });
    expectStatus(await person.client.send('DELETE', `${PASSKEYS}/${second.id}`, undefined, { tfa }), 200);
    expectCode(await sendAssertion(person, asked, assertion), 400, WRONG);
  });
  it('wrongly is counted with the wrong codes of the day', async () => {
    const { person, passkey } = await withPasskey();
    const asked = { action: 'withdraw' };
    const wrong = async () =>
      sendAssertion(person, { action: 'personal-data-export' }, passkey.assert(await challengeFor(person, asked)));
    for (let count = 0; count < 20; count += 1) expectCode(await wrong(), 400, WRONG);
    expectCode(await wrong(), 429, 'too-many-requests');
  });
});

const idOf = (passkey: RegisteredPasskey) => passkey.assert({ options: { challenge: '' } }).id;

describe('what is asked', () => {
  const ask = ({ client }: Pick<Investor, 'client'>, asked: object) => client.post('/customers/security/challenge', asked);
  it('of an account without a passkey -> 400 passkeys.none', async () => {
    expectCode(await ask(await signUp(world), { action: 'withdraw' }), 400, 'passkeys.none');
  });
  it('changes something -> 400 2fa.mfa-enabled.patch-is-same', async () => {
    const { person, passkey } = await withPasskey();
    const same = { action: 'mfa-enabled-update', enabled: false };
    expectCode(await ask(person, same), 400, '2fa.mfa-enabled.patch-is-same');
    const assertion = passkey.assert(await challengeFor(person, { ...same, enabled: true }));
    expectCode(await sendAssertion(person, same, assertion), 400, '2fa.mfa-enabled.patch-is-same');
  });
  it('an address is proven by its mailbox alone -> 400', async () => {
    const { person } = await withPasskey();
    for (const action of ['email-update', 'email-validation', 'first-factor'])
      expectCode(await ask(person, { action, newEmail: 'a@example.test' }), 400, 'validation-failed');
  });
  it('is done by one request at a time -> 409 2fa-code.in-use', async () => {
    const { person, passkey } = await withPasskey();
    const asked = { action: 'withdraw' };
    const code = await codeByPasskey(person, passkey, asked);
    await claimTfa(world.deps, { customerId: person.customerId, action: 'withdraw', code });
    const assertion = passkey.assert(await challengeFor(person, asked));
    expectCode(await sendAssertion(person, asked, assertion), 409, '2fa-code.in-use');
  });
  it('in another session waits for its code -> 409 2fa.asked-in-another-session', async () => {
    const { person, passkey } = await withPasskey();
    const client = await anotherSession(person);
    await forgetCodeRequests(world, person.customerId);
    expectStatus(await client.patch('/auth/mfa', { enabled: true }), 200);
    const asked = { action: 'mfa-enabled-update', enabled: true };
    const assertion = passkey.assert(await challengeFor(person, asked));
    expectCode(await sendAssertion(person, asked, assertion), 409, '2fa.asked-in-another-session');
  });
});
