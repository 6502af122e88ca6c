// The table of what replaces what, walked row by row through the product: the proofs that a session still needs, what ends, who is told,
// what is delayed. And the table of docs/domain/access.md says the same.

import assert from 'node:assert/strict';
import { randomUUID } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { after, before, describe, it } from 'node:test';
import { hash } from '@node-rs/argon2';
import { type Investor, PASSWORD, verifiedInvestor } from '../../../../test/support/actors.ts';
import type { Client } from '../../../../test/support/client.ts';
import { type CodeAction, codesIn, sessionCode, waitForCode } from '../../../../test/support/codes.ts';
import { mailedPasskeyCode, PASSKEYS, registerPasskey } from '../../../../test/support/investor-passkeys.ts';
import { forgetCodeRequests } from '../../../../test/support/session-states.ts';
import { addBankAccount, removeBankAccount } from '../../../../test/support/withdrawal-actors.ts';
import { expectCode, expectStatus, startWorld, type World } from '../../../../test/support/world.ts';
import { createAdministrator } from '../administrators/index.ts';
import { REPLACEMENTS } from './replacements.ts';

const NO_CONTEXT = '2fa.verification-code.no-verification-context';
const NEW_PASSWORD = 'a brand new password';
const [OLD_KEY, RECENT_KEY] = ['ancienne', 'récente'];
const METHODS = '/customers/provider/payment-method';
const WITHDRAWAL = '/customers/provider/payment-intent/withdrawal';

let world: World;
let newPasswordArgon2Hash: string;
before(async () => {
  world = await startWorld();
  newPasswordArgon2Hash = await hash(NEW_PASSWORD, { memoryCost: 19_456, timeCost: 2, parallelism: 1 });
});
after(() => world.close());

/** Those of administrators’ factors: features/access/factors. */
type OfFactors = 'first-factor' | 'factor-registration' | 'factor-removal' | 'recovery-codes' | 'factor-reset';
type Way = Exclude<keyof typeof REPLACEMENTS, OfFactors>;
type Body = { action: CodeAction } & Record<string, unknown>;

const signIn = (client: Client, email: string, password: string) =>
  client.post<{ twoFactorRedirect?: boolean }>('/api/auth/sign-in/email', { email, password });
const isSignedIn = async (client: Client) => (await client.get('/customers/me')).status === 200;
const confirm = (client: Client, action: string, code: string) => client.post('/auth/mfa/confirm-code', { action, code });

async function askFor(person: Investor, body: Body): Promise<string> {
  await forgetCodeRequests(world, person.customerId);
  const known = (await codesIn(world, person.email, body.action)).length;
  expectStatus(await person.client.post('/auth/mfa/trigger-mfa', body), 201);
  return waitForCode(world, person.email, body.action, known + 1);
}

/** Turns the second factor on; a device of a colleague is trusted with it, a stranger's sign-in waits for its code. */
async function guard(person: Investor): Promise<{ device: Client; waiting: Client }> {
  expectStatus(await person.client.patch('/auth/mfa', { enabled: true }), 200);
  const code = await waitForCode(world, person.email, 'mfa-enabled-update');
  expectStatus(await confirm(person.client, 'mfa-enabled-update', code), 201);
  const [device, waiting] = [world.visitor(), world.visitor()];
  expectStatus(await signIn(device, person.email, PASSWORD), 200);
  const otp = await sessionCode(world, person.email, () => device.post('/api/auth/two-factor/send-otp', {}));
  expectStatus(await device.post('/api/auth/two-factor/verify-otp', { code: otp, trustDevice: true }), 200);
  expectStatus(await signIn(waiting, person.email, PASSWORD), 200);
  return { device, waiting };
}

/** An account with all that a replacement may end: two sessions, a trusted device, a sign-in under way, a code and a token. */
async function opened(way?: Way) {
  const person = await verifiedInvestor(world, { fundsCents: 5_000 });
  if (way !== undefined) {
    await registerPasskey(world, person, OLD_KEY);
    await world.moveClock({ advance: 'PT73H' });
    await registerPasskey(world, person, RECENT_KEY);
  }
  const { device, waiting } = await guard(person);
  const waitingCode = await sessionCode(world, person.email, () => waiting.post('/api/auth/two-factor/send-otp', {}));
  const gift = await askFor(person, { action: 'gift-card-purchase' });
  const { token } = expectStatus(await confirm(person.client, 'gift-card-purchase', gift), 201).body as { token: string };
  const tfa = await askFor(person, { action: 'withdraw' });
  return { person, device, waiting, waitingCode, tfa, token };
}
type Opened = Awaited<ReturnType<typeof opened>>;

/** Replaces it by all proofs of the row; answers the address and password with which one signs in then. */
const WAYS: Record<
  Exclude<Way, 'admin-create' | 'bank-account-creation' | 'bank-account-removal'>,
  (by: Investor) => Promise<{ email: string; password: string | undefined }>
> = {
  'password-update': async (by) => {
    const { body } = await by.client.get<{ session: { id: string } }>('/api/auth/get-session');
    const asked = { newPasswordArgon2Hash, currentSessionId: body.session.id };
    const code = await askFor(by, { action: 'password-update', ...asked });
    expectStatus(await confirm(by.client, 'password-update', code), 201);
    return { email: by.email, password: NEW_PASSWORD };
  },
  'password-reset': async ({ email }) => {
    const visitor = world.visitor();
    const otp = await sessionCode(world, email, () => visitor.post('/api/auth/email-otp/request-password-reset', { email }));
    expectStatus(await visitor.post('/api/auth/email-otp/reset-password', { email, otp, password: NEW_PASSWORD }), 200);
    return { email, password: NEW_PASSWORD };
  },
  'mfa-enabled-update': async (by) => {
    await forgetCodeRequests(world, by.customerId);
    const known = (await codesIn(world, by.email, 'mfa-enabled-update')).length;
    expectStatus(await by.client.patch('/auth/mfa', { enabled: false }), 200);
    const code = await waitForCode(world, by.email, 'mfa-enabled-update', known + 1);
    expectStatus(await confirm(by.client, 'mfa-enabled-update', code), 201);
    return { email: by.email, password: PASSWORD };
  },
  'passkey-registration': async (by) => {
    await registerPasskey(world, by);
    return { email: by.email, password: PASSWORD };
  },
  'passkey-removal': async (by) => {
    const { body } = await by.client.get<{ passkeys: { id: string }[] }>('/customers/security');
    const tfa = await mailedPasskeyCode(world, by, 'passkey-removal');
    expectStatus(await by.client.send('DELETE', `${PASSKEYS}/${body.passkeys[0]?.id}`, undefined, { tfa }), 200);
    return { email: by.email, password: PASSWORD };
  },
  'email-update': async (by) => ({ email: await moveAway(by), password: PASSWORD }),
  'email-update-undo': async (by) => {
    await moveAway(by);
    expectStatus(await world.visitor().post('/auth/email-change/undo', { token: await undoToken(by.email) }), 201);
    return { email: by.email, password: undefined };
  },
};

async function moveAway(by: Investor): Promise<string> {
  const newEmail = `moved-${by.email}`;
  const code = await askFor(by, { action: 'email-update', newEmail });
  expectStatus(await confirm(by.client, 'email-update', code), 201);
  expectStatus(await confirm(by.client, 'email-update', await waitForCode(world, newEmail, 'email-update')), 201);
  return newEmail;
}

async function undoToken(formerEmail: string): Promise<string> {
  return world.until(async () => {
    const texts = (await world.mails(formerEmail)).map(({ text }) => text);
    return texts.flatMap((text) => /undo\?token=([\w.-]+)/.exec(text)?.[1] ?? [])[0];
  }, 'the link');
}

const NOTICES: Record<Way, Partial<Record<'present-address' | 'former-address', string>>> = {
  'password-update': { 'present-address': 'Votre mot de passe a été modifié' },
  'password-reset': { 'present-address': 'Votre mot de passe a été modifié' },
  'admin-create': { 'present-address': 'Votre mot de passe a été modifié' },
  'mfa-enabled-update': { 'present-address': 'La double authentification est désactivée' },
  'passkey-registration': { 'present-address': 'Une clé d’accès a été enregistrée' },
  'passkey-removal': { 'present-address': 'Une clé d’accès a été retirée' },
  'email-update': { 'former-address': 'Votre adresse e-mail a été modifiée' },
  'email-update-undo': {
    'present-address': 'Votre adresse e-mail est rétablie',
    'former-address': 'Votre adresse e-mail a été modifiée',
  },
  'bank-account-creation': { 'present-address': 'Un compte bancaire a été ajouté' },
  'bank-account-removal': { 'present-address': 'Un compte bancaire a été retiré' },
};

async function isTold(way: Way, address: string, mailbox: 'present-address' | 'former-address'): Promise<void> {
  const subject = NOTICES[way][mailbox];
  assert.ok(subject, `${way} tells ${mailbox}`);
  await world.until(
    async () => (await world.mails(address)).some((mail) => mail.subject === subject),
    `${subject} to ${address}`,
  );
}

const IBAN = 'FR7630006000011234567890189';

async function withdraw(person: Investor, paymentMethodId: string) {
  const tfa = await askFor(person, { action: 'withdraw' });
  return person.client.post(WITHDRAWAL, { paymentMethodId, amount: 1_000 }, { tfa });
}

async function buyCard(person: Investor) {
  const code = await askFor(person, { action: 'gift-card-purchase' });
  const { token } = expectStatus(await confirm(person.client, 'gift-card-purchase', code), 201).body as { token: string };
  return person.client.post('/gift-cards', { token, amountCents: 1_000, recipientEmail: 'a-friend@example.test' });
}

for (const way of Object.keys(WAYS) as (keyof typeof WAYS)[]) {
  const row = REPLACEMENTS[way];
  describe(`${way}, which replaces the ${row.replaces}`, () => {
    let begun: Opened;
    let signsIn: { email: string; password: string | undefined };
    before(async () => {
      begun = await opened(way);
      signsIn = await WAYS[way](begun.person);
    });

    it(`keeps ${row.keeps}; every other session, the trusted device and the sign-in under way have ended`, async () => {
      const { person, device, waiting, waitingCode } = begun;
      assert.equal(await isSignedIn(person.client), row.keeps !== 'no-session');
      assert.equal(await isSignedIn(device), false);
      const late = await waiting.post('/api/auth/two-factor/verify-otp', { code: waitingCode });
      assert.notEqual(late.status, 200);
      if (signsIn.password === undefined) return;
      const again = await signIn(device, signsIn.email, signsIn.password);
      // Of an account without a second factor no device need be trusted.
      assert.equal(again.body.twoFactorRedirect ?? false, way !== 'mfa-enabled-update');
    });
    it('codes and tokens under way are worth nothing', async () => {
      const { person, tfa, token } = begun;
      const left = await world.sql('select from mfa_context where owner_id = $1 and code_ciphertext is not null', [
        person.customerId,
      ]);
      assert.deepEqual(left, []);
      assert.deepEqual(await world.sql('select from gift_card_token where customer_id = $1', [person.customerId]), []);
      if (row.keeps === 'no-session') return;
      expectCode(await confirm(person.client, 'withdraw', tfa), 400, NO_CONTEXT);
      const bought = await person.client.post('/gift-cards', { token, amountCents: 1_000, recipientEmail: 'a@example.test' });
      assert.equal(bought.status >= 400, true);
    });
    it(`ends passkeys: ${row.endsPasskeys}`, async () => {
      const left = await world.sql<{ name: string }>(
        'select name from passkey where user_id = $1 and name = any ($2) order by created_at',
        [begun.person.userId, [OLD_KEY, RECENT_KEY]],
      );
      const expected = { all: [], recent: [OLD_KEY], none: [OLD_KEY, RECENT_KEY] }[row.endsPasskeys];
      // The one that it is about.
      const removed = way === 'passkey-removal' ? [OLD_KEY] : [];
      assert.deepEqual(
        left.map(({ name }) => name),
        expected.filter((name) => !removed.includes(name)),
      );
    });
    it(`tells ${row.tells.join(' and ')}`, async () => {
      const isAddress = row.replaces === 'address';
      const former = way === 'email-update' ? begun.person.email : `moved-${begun.person.email}`;
      for (const mailbox of row.tells) {
        assert.notEqual(mailbox, 'new-address');
        await isTold(
          way,
          isAddress && mailbox === 'former-address' ? former : signsIn.email,
          mailbox === 'former-address' ? mailbox : 'present-address',
        );
      }
    });
    it('is delayed: a bank account added now is not paid to for 72 hours -> 403 withdrawal.bank-account-delayed', async () => {
      assert.equal(row.delays, true);
      const person = { ...begun.person, email: signsIn.email };
      if (row.keeps === 'no-session') person.client = await newSession(person, signsIn.password);
      const { id, payableFrom } = await addBankAccount(world, person, IBAN);
      const [{ replaced } = { replaced: '' }] = await world.sql<{ replaced: string }>(
        `select max(changed_at) as replaced from credential_change where user_id = $1`,
        [person.userId],
      );
      assert.equal(Date.parse(payableFrom ?? ''), new Date(replaced).getTime() + 72 * 3_600_000);
      expectCode(await withdraw(person, id), 403, 'withdrawal.bank-account-delayed');
      expectCode(await buyCard(person), 403, 'gift-card.delayed');
      await world.moveClock({ advance: 'PT72H' });
      expectStatus(await withdraw(person, id), 201);
      expectStatus(await buyCard(person), 201);
    });
  });
}

/** Signs in; whoever has no password sets one first, and the second factor is asked for. */
async function newSession(person: Investor, password: string | undefined): Promise<Client> {
  const client = world.visitor();
  const { email } = person;
  if (password === undefined) {
    const otp = await sessionCode(world, email, () => client.post('/api/auth/email-otp/request-password-reset', { email }));
    expectStatus(await client.post('/api/auth/email-otp/reset-password', { email, otp, password: NEW_PASSWORD }), 200);
  }
  assert.equal((await signIn(client, email, password ?? NEW_PASSWORD)).body.twoFactorRedirect, true);
  const code = await sessionCode(world, email, () => client.post('/api/auth/two-factor/send-otp', {}));
  expectStatus(await client.post('/api/auth/two-factor/verify-otp', { code }), 200);
  return client;
}

describe('bank-account-creation', () => {
  it('needs a code of the present address, ends nothing, tells the present address, and delays nothing', async () => {
    const { person, device } = await opened();
    // What opened it turned the second factor on.
    await world.moveClock({ advance: 'PT72H' });
    expectCode(await person.client.post(METHODS, { iban: IBAN, holder: 'Camille Durand' }), 403, '2fa-code.invalid');
    const { id, payableFrom } = await addBankAccount(world, person, IBAN);
    assert.equal(payableFrom, null);
    assert.deepEqual([await isSignedIn(person.client), await isSignedIn(device)], [true, true]);
    await isTold('bank-account-creation', person.email, 'present-address');
    expectStatus(await withdraw(person, id), 201);
  });
  it('an account from before the replacement is paid to at once', async () => {
    const person = await verifiedInvestor(world, { fundsCents: 5_000 });
    const { id } = await addBankAccount(world, person, IBAN);
    await moveAway(person);
    const moved = { ...person, email: `moved-${person.email}` };
    expectStatus(await withdraw(moved, id), 201);
  });
});

describe('bank-account-removal', () => {
  it('needs a code of the present address, ends nothing, and tells the present address, once', async () => {
    const { person, device } = await opened();
    const { id } = await addBankAccount(world, person, IBAN);
    expectCode(await person.client.send('DELETE', `${METHODS}/${id}`), 403, '2fa-code.invalid');
    for (const _ of [1, 2]) expectStatus(await removeBankAccount(world, person, id), 200);
    await isTold('bank-account-removal', person.email, 'present-address');
    const told = (await world.mails(person.email)).filter(({ text }) => /retiré[\s\S]*IBAN se terminant par 0189/.test(text));
    assert.equal(told.length, 1);
    assert.deepEqual([await isSignedIn(person.client), await isSignedIn(device)], [true, true]);
    expectCode(await person.client.post(METHODS, { iban: IBAN, holder: 'Camille Durand' }), 403, '2fa-code.invalid');
  });
});

describe('password-reset, with passkeys', () => {
  it('the mail lists those that stay, and says that recent ones ended', async () => {
    const { person } = await opened('password-reset');
    await WAYS['password-reset'](person);
    const mail = await world.until(
      async () => (await world.mails(person.email)).find(({ subject }) => subject === 'Votre mot de passe a été modifié'),
      'the notice',
    );
    assert.match(mail.text, /enregistrées ces derniers jours ont été retirées[\s\S]*ancienne/);
    assert.doesNotMatch(mail.text, /récente\b/);
  });
});

describe('admin-create', () => {
  it('of an administrator who is there: every session ends, and the address is told', async () => {
    const email = `admin-${randomUUID().slice(0, 13)}@mortar.test`;
    await createAdministrator(world.deps, { email, password: PASSWORD, name: 'Alix', roles: ['owner'] });
    const client = world.visitor();
    expectStatus(await signIn(client, email, PASSWORD), 200);
    await createAdministrator(world.deps, { email, password: NEW_PASSWORD, name: 'Alix' });
    expectCode(await client.get('/administration/customers'), 401, 'unauthenticated');
    await isTold('admin-create', email, 'present-address');
  });
});

it('the page of the domain has the same table', () => {
  const page = readFileSync(new URL('../../../../docs/domain/access.md', import.meta.url), 'utf8');
  const section = page.split('## What replaces what')[1]?.split('\n## ')[0] ?? '';
  const rows = section
    .split('\n')
    .filter((line) => line.startsWith('| `'))
    .map((line) =>
      line
        .split('|')
        .slice(1, -1)
        .map((cell) => cell.trim()),
    );
  const words = (mailboxes: readonly string[]) => mailboxes.map((one) => one.replaceAll('-', ' ')).join(', ') || 'none';
  const expected = Object.entries(REPLACEMENTS).map(([way, { replaces, proofs, keeps, endsPasskeys, tells, delays }]) => [
    `\`${way}\``,
    replaces.replace('-', ' '),
    words(proofs),
    keeps.replace('-', ' '),
    endsPasskeys,
    words(tells),
    delays ? 'yes' : 'no',
  ]);
  assert.deepEqual(rows, expected);
});
