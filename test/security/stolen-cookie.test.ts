// Somebody has the cookie of an investor, and another mailbox: they see what the session shows, and get nothing.

import assert from 'node:assert/strict';
import { after, before, describe, it } from 'node:test';
import { hash } from '@node-rs/argon2';
import { PASSWORD, verifiedInvestor } from '../support/actors.ts';
import type { Client } from '../support/client.ts';
import { codesIn, waitForCode } from '../support/codes.ts';
import { walletOf } from '../support/readers.ts';
import { forgetCodeRequests } from '../support/session-states.ts';
import { bankAccountOf, type Withdrawer } from '../support/withdrawal-actors.ts';
import { expectCode, expectStatus, startWorld, type World } from '../support/world.ts';

const METHODS = '/customers/provider/payment-method';
const WITHDRAWAL = '/customers/provider/payment-intent/withdrawal';
const THEIR_IBAN = 'DE89370400440532013000';

let world: World;
let owner: Withdrawer;
let thief: Client;
let theirMailbox: string;
before(async () => {
  world = await startWorld();
  const investor = await verifiedInvestor(world, { fundsCents: 50_000 });
  owner = { ...investor, ...(await bankAccountOf(world, investor.customerId)) };
  thief = world.visitor();
  for (const [name, value] of owner.client.cookies) thief.cookies.set(name, value);
  theirMailbox = `thief-of-${owner.email}`;
});
after(() => world.close());

const trigger = async (body: object) => {
  await forgetCodeRequests(world, owner.customerId);
  expectStatus(await thief.post('/auth/mfa/trigger-mfa', body), 201);
};
const confirm = (action: string, code: string) =>
  thief.post<{ stillToConfirm?: string }>('/auth/mfa/confirm-code', { action, code });

describe('with the cookie of an investor', () => {
  it('the address does not change: the code of another mailbox proves nothing', async () => {
    await trigger({ action: 'email-update', newEmail: theirMailbox });
    const code = await waitForCode(world, theirMailbox, 'email-update');
    assert.deepEqual(expectStatus(await confirm('email-update', code), 201).body, { stillToConfirm: 'present-address' });
    expectCode(await confirm('email-update', code), 400, '2fa.verification-code.wrong-code');
    expectStatus(await world.visitor().post('/auth/mfa/resend-code', { email: owner.email, action: 'email-update' }), 403);
    expectStatus(await world.visitor().post('/auth/mfa/resend-code', { email: theirMailbox, action: 'email-update' }), 404);
    // The owner reads which address wants the account.
    await world.until(
      async () => (await world.mails(owner.email)).some(({ text }) => text.includes(theirMailbox)),
      'the owner to be told of the address',
    );
  });
  it('no code of another action reaches their mailbox', async () => {
    const newPasswordArgon2Hash = await hash('chosen by the thief', { memoryCost: 19_456, timeCost: 2, parallelism: 1 });
    for (const action of ['password-update', 'withdraw', 'bank-account-creation', 'gift-card-purchase'] as const) {
      await trigger(action === 'password-update' ? { action, newPasswordArgon2Hash } : { action });
      await waitForCode(world, owner.email, action);
      assert.deepEqual(await codesIn(world, theirMailbox, action), []);
    }
    await forgetCodeRequests(world, owner.customerId);
    expectStatus(await thief.patch('/auth/mfa', { enabled: true }), 200);
    await waitForCode(world, owner.email, 'mfa-enabled-update');
  });
  it('no bank account is added, and no money leaves', async () => {
    const added = await thief.post(METHODS, { iban: THEIR_IBAN, holder: 'A Thief' }, { tfa: '123456' });
    expectCode(added, 403, '2fa-code.invalid');
    const asked = { paymentMethodId: owner.paymentMethodId, amount: 50_000 };
    expectCode(await thief.post(WITHDRAWAL, asked, { tfa: '123456' }), 403, '2fa-code.invalid');
  });
  it('afterwards everything is the owner’s as before', async () => {
    assert.equal((await walletOf(owner)).availableCents, 50_000);
    const { items } = expectStatus(await owner.client.get<{ items: unknown[] }>(METHODS), 200).body;
    assert.equal(items.length, 1);
    assert.deepEqual(await world.sql('select from credential_change where user_id = $1', [owner.userId]), []);
    const signedIn = await world.visitor().post('/api/auth/sign-in/email', { email: owner.email, password: PASSWORD });
    expectStatus(signedIn, 200);
    expectStatus(await world.visitor().post('/api/auth/sign-in/email', { email: theirMailbox, password: PASSWORD }), 401);
  });
});
