// A former address takes its account back: the page, its button, what is undone, and links that lead nowhere any more.

import assert from 'node:assert/strict';
import { after, before, describe, it } from 'node:test';
import { credit, type Investor, PASSWORD, signUp, verifiedInvestor } from '../../../../test/support/actors.ts';
import { changeAddress, sessionCode, waitForCode } from '../../../../test/support/codes.ts';
import { customerIs } from '../../../../test/support/customer-states.ts';
import { paidGiftCard } from '../../../../test/support/gift-card-actors.ts';
import { registerPasskey } from '../../../../test/support/investor-passkeys.ts';
import { readChat } from '../../../../test/support/readers.ts';
import { forgetCodeRequests } from '../../../../test/support/session-states.ts';
import {
  addBankAccount,
  withdraw,
  withdrawalCode,
  withdrawalOf,
  withdrawer,
} from '../../../../test/support/withdrawal-actors.ts';
import { expectCode, expectStatus, startWorld, type World } from '../../../../test/support/world.ts';

const URL = '/auth/email-change/undo';
const NEW_PASSWORD = 'a brand new password';
const OVER = 'email-change.undo-link-over';

let world: World;
before(async () => {
  world = await startWorld();
});
after(() => world.close());

/** The token of the newest link that reached the address. */
const tokenIn = (address: string, { count = 1, of = world } = {}) =>
  of.until(async () => {
    const mails = await of.mails(address);
    const tokens = mails.flatMap(({ text }) => /undo\?token=([\w.-]+)/.exec(text)?.[1] ?? []);
    return tokens.length >= count && tokens[0];
  }, 'the link');
const undo = (token: string) => world.visitor().post<{ email: string }>(URL, { token });
const show = async (token: string) => expectStatus(await world.visitor().get(`${URL}?token=${token}`), 200).text;
const signIn = (email: string, password = PASSWORD) =>
  world.visitor().post<{ twoFactorRedirect?: boolean }>('/api/auth/sign-in/email', { email, password });
const emailOf = async ({ userId }: Investor) =>
  (await world.sql<{ email: string }>('select email from auth_user where id = $1', [userId]))[0]?.email;
/** The account as whoever took it over has it. */
const moved = async <P extends Investor>(person: P, newEmail?: string): Promise<P> => {
  await forgetCodeRequests(world, person.customerId);
  return { ...person, email: await changeAddress(world, person, newEmail) };
};
/** Sets a password by the code of the mailbox. */
async function resetPassword(email: string): Promise<void> {
  const otp = await sessionCode(world, email, () =>
    world.visitor().post('/api/auth/email-otp/request-password-reset', { email }),
  );
  const reset = { email, otp, password: NEW_PASSWORD };
  expectStatus(await world.visitor().post('/api/auth/email-otp/reset-password', reset), 200);
}
async function switchSecondFactor(person: Investor, enabled: boolean): Promise<void> {
  await forgetCodeRequests(world, person.customerId);
  expectStatus(await person.client.patch('/auth/mfa', { enabled }), 200);
  const code = await waitForCode(world, person.email, 'mfa-enabled-update');
  expectStatus(await person.client.post('/auth/mfa/confirm-code', { action: 'mfa-enabled-update', code }), 201);
}

describe('POST /auth/email-change/undo', () => {
  it('gives the former address back; sessions and passwords of whoever took over are worth nothing', async () => {
    const person = await signUp(world);
    const taken = await moved(person);
    await resetPassword(taken.email);
    const client = world.visitor();
    expectStatus(await client.post('/api/auth/sign-in/email', { email: taken.email, password: NEW_PASSWORD }), 200);
    assert.deepEqual(expectStatus(await undo(await tokenIn(person.email)), 201).body, { email: person.email });
    assert.equal(await emailOf(person), person.email);
    expectCode(await client.get('/customers/me'), 401, 'unauthenticated');
    for (const password of [PASSWORD, NEW_PASSWORD])
      for (const email of [taken.email, person.email]) expectStatus(await signIn(email, password), 401);
    await resetPassword(person.email);
    expectStatus(await signIn(person.email, NEW_PASSWORD), 200);
  });
  it('removes bank accounts that were added since, and keeps that of before', async () => {
    const person = await withdrawer(world, 5_000);
    await world.moveClock({ advance: 'PT1M' });
    const taken = await moved(person);
    const { id } = await addBankAccount(world, taken, 'DE89370400440532013000');
    expectStatus(await undo(await tokenIn(person.email)), 201);
    const stored = () =>
      world.sql<{ id: string; status: string }>(
        'select id, status from bank_account where customer_id = $1 order by created_at',
        [person.customerId],
      );
    await world.until(async () => (await stored())[1]?.status === 'removed', 'the provider forgets it');
    assert.deepEqual(await stored(), [
      { id: person.paymentMethodId, status: 'activated' },
      { id, status: 'removed' },
    ]);
  });
  it('removes every passkey: who changed the address may have registered one before', async () => {
    const person = await signUp(world);
    await registerPasskey(world, person, 'avant');
    await world.moveClock({ advance: 'PT1M' });
    await registerPasskey(world, await moved(person), 'après');
    expectStatus(await undo(await tokenIn(person.email)), 201);
    assert.deepEqual(await world.sql('select from passkey where user_id = $1', [person.userId]), []);
  });
  it('blocks gift cards that were bought since, and tells the team; that of before can be redeemed', async () => {
    const before = await paidGiftCard(world);
    await world.moveClock({ advance: 'PT1M' });
    const taken = await moved(before.buyer);
    await credit(world, taken.customerId, 2_000);
    // None is sold before (gift-card.delayed).
    await world.moveClock({ advance: 'PT73H' });
    const since = await paidGiftCard(world, taken);
    expectStatus(await undo(await tokenIn(before.buyer.email)), 201);
    const friend = await verifiedInvestor(world);
    expectCode(await friend.client.post('/gift-cards/redeem', { code: since.code }), 403, 'gift-card.blocked');
    expectStatus(await friend.client.post('/gift-cards/redeem', { code: before.code }), 201);
    const alert = (text: string) => text.includes(before.buyer.customerId) && text.endsWith('à débloquer : 1.');
    await world.until(async () => (await readChat(world)).some(({ text }) => alert(text)), 'the alert');
  });
  it('turns the second factor on again that was on before', async () => {
    const person = await signUp(world);
    await switchSecondFactor(person, true);
    const taken = await moved(person);
    await switchSecondFactor(taken, false);
    expectStatus(await undo(await tokenIn(person.email)), 201);
    await resetPassword(person.email);
    assert.equal((await signIn(person.email, NEW_PASSWORD)).body.twoFactorRedirect, true);
  });
  it('a frozen account is given back too, and stays frozen', async () => {
    const person = await signUp(world);
    await moved(person);
    await customerIs(world, person.customerId, 'frozen');
    expectStatus(await undo(await tokenIn(person.email)), 201);
    const [row] = await world.sql<{ frozen: boolean }>('select frozen_at is not null as frozen from customer where id = $1', [
      person.customerId,
    ]);
    assert.equal(row?.frozen, true);
  });
  it('after two changes: the first link leads all the way back, and the second one nowhere -> 400 email-change.undo-link-over', async () => {
    const person = await signUp(world);
    const taken = await moved(person);
    const away = await moved(taken, `away-${person.email}`);
    const [first, second] = [await tokenIn(person.email), await tokenIn(taken.email)];
    expectStatus(await undo(first), 201);
    assert.equal(await emailOf(away), person.email);
    expectCode(await undo(second), 400, OVER);
    assert.equal(await emailOf(away), person.email);
  });
  it('after two changes: the second link leads one step back, and the first one further', async () => {
    const person = await signUp(world);
    const taken = await moved(person);
    await moved(taken, `away-${person.email}`);
    expectStatus(await undo(await tokenIn(taken.email)), 201);
    assert.equal(await emailOf(person), taken.email);
    expectStatus(await undo(await tokenIn(person.email)), 201);
    assert.equal(await emailOf(person), person.email);
  });
  it('again, and two at once: the same answer, and it is done once', async () => {
    const person = await signUp(world);
    await moved(person);
    const token = await tokenIn(person.email);
    const answers = await Promise.all([undo(token), undo(token)]);
    for (const answer of [...answers, await undo(token)])
      assert.deepEqual(expectStatus(answer, 201).body, { email: person.email });
    const done = await world.sql(`select from credential_change where user_id = $1 and replaced_by = 'email-update-undo'`, [
      person.userId,
    ]);
    assert.equal(done.length, 1);
  });
  it('after its days -> 400 email-change.undo-link-over', async () => {
    const person = await signUp(world);
    const taken = await moved(person);
    const token = await tokenIn(person.email);
    await world.moveClock({ advance: 'P7D' });
    expectCode(await undo(token), 400, OVER);
    assert.match(await show(token), /ne fonctionne plus/);
    assert.equal(await emailOf(person), taken.email);
  });
  it('once the account has returned by itself -> 400 email-change.undo-link-over', async () => {
    const person = await signUp(world);
    const taken = await moved(person);
    const token = await tokenIn(person.email);
    await moved(taken, person.email);
    expectCode(await undo(token), 400, OVER);
    assert.equal(await emailOf(person), person.email);
  });
  for (const [what, damage] of [
    ['a changed signature', (token: string) => `${token.slice(0, -2)}${token.endsWith('AA') ? 'BB' : 'AA'}`],
    ['the id alone', (token: string) => token.split('.')[0] ?? ''],
    ['what goes on behind the signature', (token: string) => `${token}."><b>`],
    ['no link', () => 'x'],
  ] as const)
    it(`${what} -> 404 email-change.undo-link-unknown`, async () => {
      const person = await signUp(world);
      const taken = await moved(person);
      const token = damage(await tokenIn(person.email));
      expectCode(await undo(token), 404, 'email-change.undo-link-unknown');
      assert.match(await show(encodeURIComponent(token)), /ne fonctionne plus/);
      assert.equal(await emailOf(person), taken.email);
    });
  it('no token -> 400 validation-failed', async () => expectCode(await world.visitor().post(URL, {}), 400, 'validation-failed'));
});

describe('the page behind the link', () => {
  it('changes nothing by being looked at, and its button does', async () => {
    const person = await signUp(world);
    const taken = await moved(person);
    const token = await tokenIn(person.email);
    assert.match(await show(token), /<button>Rétablir mon adresse<\/button>/);
    assert.equal(await emailOf(person), taken.email);
    const form = new URLSearchParams({ token });
    const pressed = await world.visitor().post(URL, form);
    assert.deepEqual([pressed.status, pressed.headers.get('location')], [303, `${URL}?token=${token}`]);
    assert.equal(await emailOf(person), person.email);
    assert.match(await show(token), /Votre adresse est rétablie/);
  });
  it('says that a link leads nowhere', async () => {
    const form = new URLSearchParams({ token: 'x' });
    expectStatus(await world.visitor().post(URL, form), 303);
    assert.match(await show('x'), /ne fonctionne plus/);
  });
});

describe('the address that was given up', () => {
  const signUpWith = (email: string) =>
    world.visitor().post<{ code: string }>('/api/auth/sign-up/email', { email, password: PASSWORD, name: 'Somebody Else' });

  it('is kept: nobody signs up with it or moves to it, in any case; its own account may return', async () => {
    const [person, other] = [await signUp(world), await signUp(world)];
    const taken = await moved(person);
    await tokenIn(person.email);
    for (const email of [person.email, person.email.toUpperCase()])
      assert.equal(expectStatus(await signUpWith(email), 422).body.code, 'FAILED_TO_CREATE_USER');
    expectStatus(await other.client.post('/auth/mfa/trigger-mfa', { action: 'email-update', newEmail: person.email }), 201);
    for (const address of [other.email, person.email]) {
      const code = await waitForCode(world, address, 'email-update', address === person.email ? 2 : 1);
      const answer = await other.client.post('/auth/mfa/confirm-code', { action: 'email-update', code });
      if (address === person.email) expectCode(answer, 400, 'session.email-already-used');
      else expectStatus(answer, 201);
    }
    assert.equal((await moved(taken, person.email)).email, person.email);
  });
  it('is free again after those days, once the job has run', async () => {
    const person = await signUp(world);
    await moved(person);
    await world.moveClock({ advance: 'P7D' });
    assert.ok((await world.runJob<{ ended: number }>('end-address-undos')).ended >= 1);
    expectStatus(await signUpWith(person.email), 200);
  });
});

it('a withdrawal that was not sent is canceled, its money back at once', async () => {
  const idle = await startWorld({ worker: false });
  try {
    const person = await withdrawer(idle, 5_000);
    const worker = await idle.another({ api: false, worker: true });
    const taken = { ...person, email: await changeAddress(idle, person) };
    const token = await tokenIn(person.email, { of: idle });
    const tfa = await withdrawalCode(idle, taken);
    await worker.close();
    expectStatus(await withdraw(idle, taken, { tfa }), 201);
    expectStatus(await idle.visitor().post(URL, { token }), 201);
    assert.equal((await withdrawalOf(idle, person)).status, 'CANCELED');
    const [{ held } = { held: null }] = await idle.sql<{ held: string }>(
      `select coalesce(sum(balance_cents), 0) as held from ledger_account where name = $1`,
      [`INV:${person.customerId}:HELD`],
    );
    assert.equal(Number(held), 0);
  } finally {
    await idle.close();
  }
});
