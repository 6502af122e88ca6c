// Somebody reads the mailbox of an investor: they get into the account, and for three days no money gets out of it by a new way.

import assert from 'node:assert/strict';
import { after, before, describe, it } from 'node:test';
import { codesIn, waitForCode } from '../support/codes.ts';
import { walletOf } from '../support/readers.ts';
import { forgetCodeRequests } from '../support/session-states.ts';
import { addBankAccount, type Withdrawer, withdraw, withdrawer } from '../support/withdrawal-actors.ts';
import { expectCode, expectStatus, startWorld, type World } from '../support/world.ts';

const THEIR_PASSWORD = 'chosen by the thief';
const THEIR_IBAN = 'DE89370400440532013000';

let world: World;
let owner: Withdrawer;
/** The account in the hands of the thief. */
let taken: Withdrawer;
before(async () => {
  world = await startWorld();
  owner = await withdrawer(world, 50_000);
  taken = { ...owner, client: world.visitor() };
});
after(() => world.close());

describe('with the mailbox of an investor', () => {
  it('the link sets a password, and the sessions of the owner end', async () => {
    const { email } = owner;
    expectStatus(await taken.client.post('/api/auth/email-otp/request-password-reset', { email }), 200);
    const token = await world.until(
      async () => (await world.mails(email)).flatMap(({ text }) => /password-reset\?token=([\w-]+)/.exec(text)?.[1] ?? [])[0],
      'the link',
    );
    const reset = { token, password: THEIR_PASSWORD };
    expectStatus(await taken.client.post('/api/auth/email-otp/reset-password', reset), 200);
    expectStatus(await taken.client.post('/api/auth/sign-in/email', { email, password: THEIR_PASSWORD }), 200);
    expectCode(await owner.client.get('/customers/me'), 401, 'unauthenticated');
  });
  it('a bank account of theirs is not paid to -> 403 withdrawal.bank-account-delayed', async () => {
    const { id } = await addBankAccount(world, taken, THEIR_IBAN);
    expectCode(await withdraw(world, taken, { paymentMethodId: id }), 403, 'withdrawal.bank-account-delayed');
  });
  it('no gift card is bought -> 403 gift-card.delayed', async () => {
    const action = 'gift-card-purchase';
    await forgetCodeRequests(world, taken.customerId);
    expectStatus(await taken.client.post('/auth/mfa/trigger-mfa', { action }), 201);
    const code = await waitForCode(world, taken.email, action, (await codesIn(world, taken.email, action)).length || 1);
    const { body } = await taken.client.post<{ token: string }>('/auth/mfa/confirm-code', { action, code });
    const card = { token: body.token, amountCents: 1_000, recipientEmail: 'thief@example.test' };
    expectCode(await taken.client.post('/gift-cards', card), 403, 'gift-card.delayed');
  });
  it('the money is there when the owner has the mailbox again', async () => {
    assert.equal((await walletOf(taken)).availableCents, 50_000);
  });
});
