// The table of what a bare session may do, walked over the routes: with the cookie of an investor alone nothing happens that needs a proof.

import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { after, before, describe, it } from 'node:test';
import { hash } from '@node-rs/argon2';
import { signUp } from '../support/actors.ts';
import type { Answer, Client } from '../support/client.ts';
import { challengeFor, registerPasskey, sendAssertion } from '../support/investor-passkeys.ts';
import { createPasskey } from '../support/passkeys.ts';
import { forgetCodeRequests } from '../support/session-states.ts';
import { type Withdrawer, withdrawer } from '../support/withdrawal-actors.ts';
import { expectCode, expectStatus, startWorld, type World } from '../support/world.ts';
import { BARE_SESSIONS, type Proof } from './bare-sessions.ts';
import { type DeclaredRoute, declaredRoutes } from './declared-routes.ts';

const UUID = '00000000-0000-4000-8000-000000000000';

let world: World;
let owner: Withdrawer;
let thief: Client;
let passkeyId: string;
let routes: DeclaredRoute[];

before(async () => {
  world = await startWorld();
  owner = await withdrawer(world, 50_000);
  ({ id: passkeyId } = await registerPasskey(world, owner));
  thief = world.visitor();
  for (const [name, value] of owner.client.cookies) thief.cookies.set(name, value);
  routes = await declaredRoutes(world.visitor());
});
after(() => world.close());

/** Everything that a thief would like to change. */
async function belongings(): Promise<unknown> {
  const [people, passwords, accounts, cards, corrections, passkeys, money] = await Promise.all([
    world.sql('select email, name, "emailVerified", "twoFactorEnabled" from auth_user where id = $1', [owner.userId]),
    world.sql('select password from auth_account where "userId" = $1', [owner.userId]),
    world.sql('select id, iban_digest, status from bank_account where customer_id = $1', [owner.customerId]),
    world.sql('select id from gift_card where buyer_customer_id = $1', [owner.customerId]),
    world.sql('select id from profile_correction where customer_id = $1', [owner.customerId]),
    world.sql('select id, name from passkey where user_id = $1', [owner.userId]),
    world.sql('select id, status from wallet_transaction where customer_id = $1 order by id', [owner.customerId]),
  ]);
  return { people, passwords, accounts, cards, corrections, passkeys, money };
}

const named = (proof: Proof) => Object.keys(BARE_SESSIONS).filter((name) => BARE_SESSIONS[name]?.proof === proof);

/** Each request whole, but for its proof; `tfa` is a guess. */
const WITHOUT_PROOF: Readonly<Record<string, (headers: Record<string, string>) => Promise<Answer>>> = {
  'POST /customers/provider/payment-method': (headers) =>
    thief.post('/customers/provider/payment-method', { iban: 'DE89370400440532013000', holder: 'A Thief' }, headers),
  'DELETE /customers/provider/payment-method/{bankAccountId}': (headers) =>
    thief.delete(`/customers/provider/payment-method/${owner.paymentMethodId}`, undefined, headers),
  'POST /customers/provider/payment-intent/withdrawal': (headers) => {
    const asked = { paymentMethodId: owner.paymentMethodId, amount: 1_000 };
    return thief.post('/customers/provider/payment-intent/withdrawal', asked, headers);
  },
  'POST /customers/profile/corrections': (headers) =>
    thief.post('/customers/profile/corrections', { lastName: 'Thief' }, headers),
  'POST /customers/personal-data/erasure': (headers) =>
    thief.send('POST', '/customers/personal-data/erasure', undefined, headers),
  'POST /customers/personal-data/export': (headers) => thief.send('POST', '/customers/personal-data/export', undefined, headers),
  'POST /customers/security/passkeys': (headers) => {
    const attestation = { id: '', rawId: '', type: 'public-key', response: { clientDataJSON: '', attestationObject: '' } };
    return thief.post('/customers/security/passkeys', { name: 'of a thief', attestation }, headers);
  },
  'DELETE /customers/security/passkeys/{passkeyId}': (headers) =>
    thief.delete(`/customers/security/passkeys/${passkeyId}`, undefined, headers),
  'POST /gift-cards': () =>
    thief.post('/gift-cards', { token: UUID, amountCents: 1_000, recipientEmail: 'a-thief@example.test' }),
};

const asksForCode = (action: string, more: object = {}) => thief.post('/auth/mfa/trigger-mfa', { action, ...more });

/** Each way to have a code mailed to the owner. */
const MAILED: Readonly<Record<string, () => Promise<readonly Answer[]>>> = {
  'PATCH /auth/mfa': async () => [await thief.patch('/auth/mfa', { enabled: true })],
  'GET /customers/email/send-code': async () => [await thief.get('/customers/email/send-code')],
  'POST /auth/mfa/trigger-mfa': async () => {
    const newPasswordArgon2Hash = await hash('chosen by the thief', { memoryCost: 19_456, timeCost: 2, parallelism: 1 });
    const actions = [
      'withdraw',
      'bank-account-creation',
      'bank-account-removal',
      'gift-card-purchase',
      'profile-correction',
      'personal-data-export',
      'passkey-registration',
      'passkey-removal',
      'personal-data-erasure',
    ];
    return Promise.all([
      asksForCode('password-update', { newPasswordArgon2Hash }),
      asksForCode('email-update', { newEmail: 'a-thief@example.test' }),
      ...actions.map((action) => asksForCode(action)),
    ]);
  },
};

it('the table has each request of an investor that writes, and no other', async () => {
  const written = routes.filter(({ guard, method, hasEffects }) => guard === 'customer' && (method !== 'GET' || hasEffects));
  const { body } = await world.visitor().get<{ paths: Record<string, Record<string, { security?: object[] }>> }>('/openapi.json');
  const ofSessions = Object.entries(body.paths).flatMap(([path, { post }]) =>
    path.startsWith('/api/auth/') && (post?.security?.length ?? 0) > 0 ? [`POST ${path}`] : [],
  );
  assert.ok(ofSessions.length > 3);
  assert.deepEqual([...written.map(({ name }) => name), ...ofSessions].toSorted(), Object.keys(BARE_SESSIONS).toSorted());
  assert.deepEqual(Object.keys(WITHOUT_PROOF).toSorted(), [...named('code-in-header'), ...named('confirmed-code')].toSorted());
  assert.deepEqual(Object.keys(MAILED).toSorted(), named('mails-a-code').toSorted());
});

describe('with the cookie alone', () => {
  for (const [name, { proof }] of Object.entries(BARE_SESSIONS)) {
    const ask = WITHOUT_PROOF[name];
    if (!ask) continue;
    const code = proof === 'confirmed-code' ? 'gift-card.token-invalid' : '2fa-code.invalid';
    it(`${name} does nothing -> 403 ${code}`, async () => {
      const before = await belongings();
      for (const headers of [{}, { tfa: '' }, { tfa: '123456' }]) expectCode(await ask(headers), 403, code);
      assert.deepEqual(await belongings(), before);
    });
  }
  it('POST /customers/security/confirmation gives no code for a passkey of somebody else -> 400 factors.wrong-proof', async () => {
    const person = await signUp(world);
    await registerPasskey(world, person);
    const asked = { action: 'withdraw' };
    const theirs = createPasskey(world.url);
    for (const options of [await challengeFor(person, asked), { options: { challenge: '' } }])
      expectCode(await sendAssertion(person, asked, theirs.assert(options)), 400, 'factors.wrong-proof');
  });
  for (const [name, ask] of Object.entries(MAILED))
    it(`${name} mails, and changes nothing, whatever five guesses are confirmed`, async () => {
      await forgetCodeRequests(world, owner.customerId);
      const before = await belongings();
      for (const { status } of await ask()) assert.ok(status < 300, String(status));
      for (const action of ['password-update', 'email-update', 'mfa-enabled-update', 'gift-card-purchase'])
        for (let guess = 0; guess < 5; guess += 1)
          expectStatus(await thief.post('/auth/mfa/confirm-code', { action, code: `00000${guess}` }), 400);
      assert.deepEqual(await belongings(), before);
    });
  it('the session layer’s own ways to change an account are not there -> 404 not-found', async () => {
    for (const path of ['change-password', 'set-password', 'change-email', 'update-user', 'delete-user', 'two-factor/disable'])
      expectCode(
        await thief.post(`/api/auth/${path}`, { newPassword: 'chosen by the thief', name: 'A Thief' }),
        404,
        'not-found',
      );
  });
  it('a session that has ended opens nothing -> 401 unauthenticated', async () => {
    const person = await signUp(world);
    const copy = world.visitor();
    for (const [cookie, value] of person.client.cookies) copy.cookies.set(cookie, value);
    expectStatus(await person.client.post('/api/auth/revoke-other-sessions'), 200);
    expectStatus(await copy.get('/customers/me'), 200);
    expectStatus(await person.client.post('/api/auth/revoke-sessions'), 200);
    expectCode(await copy.get('/customers/me'), 401, 'unauthenticated');
  });
});

it('the page of the domain has the rows that need a proof', () => {
  const page = readFileSync(new URL('../../docs/domain/access.md', import.meta.url), 'utf8');
  const section = page.split('## What a session alone may do')[1]?.split('\n## ')[0] ?? '';
  const rows = section
    .split('\n')
    .filter((line) => line.startsWith('| `'))
    .map((line) =>
      line
        .split('|')
        .slice(1, -1)
        .map((cell) => cell.trim()),
    );
  const WORDS: Readonly<Record<Proof, string>> = {
    'code-in-header': 'code in `tfa`',
    'confirmed-code': 'token of a confirmed code',
    'mails-a-code': 'a code is mailed',
    'the-code': 'the mailed code',
    'the-passkey': 'signature of a passkey',
    none: 'nothing',
  };
  const proven = Object.entries(BARE_SESSIONS).filter(([, { proof }]) => proof !== 'none');
  assert.deepEqual(
    rows,
    proven.map(([name, { proof, why }]) => [`\`${name}\``, WORDS[proof], why]),
  );
});
