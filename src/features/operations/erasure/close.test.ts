// An account is closed by its investor or an administrator: only when nothing belongs to it any more, at once, for good, and once.

import assert from 'node:assert/strict';
import { randomUUID } from 'node:crypto';
import { after, before, describe, it } from 'node:test';
import {
  credit,
  type Investor,
  openFunding,
  PASSWORD,
  type Person,
  signInAdministrator,
  signUp,
  verifiedInvestor,
} from '../../../../test/support/actors.ts';
import { changeAddress, codesIn, sessionCode, waitForCode } from '../../../../test/support/codes.ts';
import { customerIs } from '../../../../test/support/customer-states.ts';
import { paidGiftCard } from '../../../../test/support/gift-card-actors.ts';
import { holdAuditRows, holdLock } from '../../../../test/support/held-lock.ts';
import { readAudits } from '../../../../test/support/readers.ts';
import { referredBy } from '../../../../test/support/referral-actors.ts';
import { expectCode, expectStatus, startWorld, type World } from '../../../../test/support/world.ts';
import type { ErasurePlan } from './schemas.ts';

const OWN = '/customers/personal-data/erasure';
/** As every change of an investor does it. */
const LOCKED = 'select from customer where id = $1 for no key update';
const ASKED = { reason: 'asked for it by letter' };

let world: World;
let admin: Person;

before(async () => {
  world = await startWorld();
  admin = await signInAdministrator(world);
});
after(() => world.close());

const pathOf = (customerId: string) => `/administration/customers/${customerId}/personal-data/erasure`;
const planOf = async (customerId: string) => expectStatus(await admin.client.get<ErasurePlan>(pathOf(customerId)), 200).body;
const closeByLetter = ({ customerId }: { customerId: string }) => admin.client.post<ErasurePlan>(pathOf(customerId), ASKED);
const closeOwn = ({ client }: Person, tfa: string) => client.post<ErasurePlan>(OWN, undefined, { tfa });

async function codeOf({ client, email }: Investor): Promise<string> {
  const known = (await codesIn(world, email, 'personal-data-erasure')).length;
  expectStatus(await client.post('/auth/mfa/trigger-mfa', { action: 'personal-data-erasure' }), 201);
  return waitForCode(world, email, 'personal-data-erasure', known + 1);
}

const signIn = (email: string) => world.visitor().post('/api/auth/sign-in/email', { email, password: PASSWORD });
const rowsOf = async (table: string, column: string, id: string) =>
  (await world.sql(`select from ${table} where "${column}" = $1`, [id])).length;

describe('POST /customers/personal-data/erasure', () => {
  it('ends the account at once: nobody signs in, what it alone needed is gone, and the address is free', async () => {
    const person = await verifiedInvestor(world);
    const referee = await referredBy(world, person, 0);
    const other = world.visitor();
    expectStatus(await other.post('/api/auth/sign-in/email', { email: person.email, password: PASSWORD }), 200);
    const plan = { active: true, amountPerPropertyCents: 5_000, contractTypes: ['loan'] };
    expectStatus(await person.client.put('/customers/investment-plan', plan), 200);
    const before = expectStatus(await person.client.get<ErasurePlan>(OWN), 200).body;
    assert.deepEqual([before.closedAt, before.holds], [null, []]);
    assert.ok(before.parts[0]?.rows.some(({ table, rows }) => table === 'investment_plan' && rows === 1));

    const { body } = expectStatus(await closeOwn(person, await codeOf(person)), 200);
    assert.ok(body.closedAt);
    assert.deepEqual(
      body.parts.map(({ part, isErased, rows }) => [part, isErased, rows.length > 0]),
      [
        ['account', true, false],
        ['identity', false, true],
        ['accounting', false, false],
      ],
    );
    expectStatus(await person.client.get('/customers/me'), 401);
    expectStatus(await other.get('/customers/me'), 401);
    expectStatus(await signIn(person.email), 401);
    for (const [table, column] of [
      ['auth_account', 'userId'],
      ['auth_session', 'userId'],
      ['credential_change', 'user_id'],
    ] as const)
      assert.equal(await rowsOf(table, column, person.userId), 0, table);
    for (const table of ['investment_plan', 'mfa_context', 'sent_mail'])
      assert.equal(await rowsOf(table, 'customer_id', person.customerId), 0, table);
    const [kept] = await world.sql<{ phone: string | null; first_name: string | null }>(
      'select phone, first_name from customer where id = $1',
      [person.customerId],
    );
    assert.deepEqual(kept, { phone: null, first_name: 'Camille' });
    const { profile } = expectStatus(await referee.client.get<{ profile: { phone: string } }>('/customers/me'), 200).body;
    assert.ok(profile.phone, 'what somebody else said of themselves stays');
    await world.until(
      async () => (await world.mails(person.email)).some(({ subject }) => subject === 'Votre compte est fermé'),
      'the mail',
    );

    const again = await signUp(world, { email: person.email });
    assert.notEqual(again.customerId, person.customerId);
    assert.deepEqual((await planOf(person.customerId)).closedAt, body.closedAt);
  });
  it('without the header -> 403 2fa-code.invalid', async () => {
    const { client } = await signUp(world);
    expectCode(await client.post(OWN), 403, '2fa-code.invalid');
  });
  it('a code of another action -> 403 2fa-code.invalid', async () => {
    const { client, email } = await signUp(world);
    expectStatus(await client.post('/auth/mfa/trigger-mfa', { action: 'personal-data-export' }), 201);
    const tfa = await waitForCode(world, email, 'personal-data-export');
    expectCode(await client.post(OWN, undefined, { tfa }), 403, '2fa-code.invalid');
  });
  it('while another request has claimed the code -> 409 2fa-code.in-use', async () => {
    const person = await signUp(world);
    const tfa = await codeOf(person);
    const held = await holdLock(world, LOCKED, [person.customerId]);
    const first = closeOwn(person, tfa);
    await world.until(
      async () =>
        (await world.sql('select from mfa_context where customer_id = $1 and claim_token is not null', [person.customerId]))
          .length === 1,
      'the claim',
    );
    expectCode(await closeOwn(person, tfa), 409, '2fa-code.in-use');
    await held.release();
    expectStatus(await first, 200);
  });
  it('what belongs to it holds it open, and the code stays good -> 409 erasure.account-held', async () => {
    const person = await verifiedInvestor(world, { fundsCents: 700 });
    const tfa = await codeOf(person);
    const refused = await person.client.post<{ errors: object[] }>(OWN, undefined, { tfa });
    expectCode(refused, 409, 'erasure.account-held');
    assert.deepEqual(refused.body.errors, [{ path: 'account', reason: 'money-in-wallet' }]);
    expectStatus(await person.client.get('/customers/me'), 200);
  });
  it('without a session -> 401 unauthenticated', async () =>
    expectCode(await world.visitor().post(OWN, undefined, { tfa: '123456' }), 401, 'unauthenticated'));
});

describe('the closing by an administrator', () => {
  it('is audited each time, and the second one changes nothing', async () => {
    const person = await verifiedInvestor(world);
    const first = expectStatus(await closeByLetter(person), 200).body;
    const second = expectStatus(await closeByLetter(person), 200).body;
    assert.equal(second.closedAt, first.closedAt);
    expectStatus(await person.client.get('/customers/me'), 401);
    const audits = await readAudits<{ kind: string; payload: object }>(world, { targetId: person.customerId }, [
      'kind',
      'payload',
    ]);
    assert.deepEqual(audits, [
      { kind: 'CUSTOMER_ACCOUNT_CLOSING', payload: ASKED },
      { kind: 'CUSTOMER_ACCOUNT_CLOSING', payload: ASKED },
    ]);
  });
  it('of nobody -> 404 not-found', async () => expectCode(await closeByLetter({ customerId: randomUUID() }), 404, 'not-found'));
  it('of nobody, what it would erase -> 404 not-found', async () =>
    expectCode(await admin.client.get(pathOf(randomUUID())), 404, 'not-found'));
  it('of a frozen account -> 409 erasure.account-held', async () => {
    const person = await verifiedInvestor(world);
    await customerIs(world, person.customerId, 'frozen');
    expectCode(await closeByLetter(person), 409, 'erasure.account-held');
    assert.deepEqual((await planOf(person.customerId)).holds, ['account-frozen']);
  });
  it('without a reason -> 400 validation-failed', async () => {
    const { customerId } = await signUp(world);
    expectCode(await admin.client.post(pathOf(customerId), {}), 400, 'validation-failed');
  });
});

it('leaves the codes of who has a former address of it now', async () => {
  const person = await verifiedInvestor(world);
  await changeAddress(world, person);
  await world.moveClock({ advance: 'P7D' });
  await world.runJob('end-address-undos');
  admin = await signInAdministrator(world);
  const { email } = await signUp(world, { email: person.email });
  const otp = await sessionCode(world, email, () =>
    world.visitor().post('/api/auth/email-otp/request-password-reset', { email }),
  );
  expectStatus(await closeByLetter(person), 200);
  const reset = { email, otp, password: 'a brand new password' };
  expectStatus(await world.visitor().post('/api/auth/email-otp/reset-password', reset), 200);
});

describe('at the same time', () => {
  it('a wire that is booked while the closing waits for the lock holds the account', async () => {
    const person = await verifiedInvestor(world);
    const held = await holdLock(world, LOCKED, [person.customerId]);
    const closed = closeByLetter(person);
    await held.waiting(1);
    await credit(world, person.customerId, 500);
    await held.release();
    expectCode(await closed, 409, 'erasure.account-held');
    expectStatus(await person.client.get('/customers/me'), 200);
  });
  it('a gift card that is redeemed behind the closing stays unused, as nobody is signed in -> 401 unauthenticated', async () => {
    const { code, id } = await paidGiftCard(world);
    const person = await verifiedInvestor(world);
    const held = await holdLock(world, LOCKED, [person.customerId]);
    const closed = closeByLetter(person);
    await held.waiting(1);
    const redeemed = person.client.post('/gift-cards/redeem', { code });
    await held.waiting(2);
    await held.release();
    expectStatus(await closed, 200);
    expectCode(await redeemed, 401, 'unauthenticated');
    const [card] = await world.sql<{ status: string }>('select status from gift_card where id = $1', [id]);
    assert.equal(card?.status, 'active');
  });
  it('what would open something of it behind the closing is refused -> 401 unauthenticated', async () => {
    for (const ask of [
      ({ client }: Person) => client.post('/customers/calendar-feed'),
      ({ client }: Person) => client.get('/customers/provider/deposit-account'),
    ]) {
      const person = await verifiedInvestor(world);
      const held = await holdLock(world, LOCKED, [person.customerId]);
      const closed = closeByLetter(person);
      await held.waiting(1);
      const asked = ask(person);
      await held.waiting(2);
      await held.release();
      expectStatus(await closed, 200);
      expectCode(await asked, 401, 'unauthenticated');
      for (const table of ['calendar_feed', 'deposit_account'])
        assert.equal(await rowsOf(table, 'customer_id', person.customerId), 0, table);
    }
  });
  it('a sign-in that was under way opens nothing: neither our routes nor those of the session layer take it', async () => {
    for (const { path, status } of [
      { path: '/api/auth/get-session', status: 200 },
      { path: '/api/auth/list-sessions', status: 401 },
      { path: '/customers/me', status: 401 },
    ]) {
      const person = await verifiedInvestor(world);
      const visitor = world.visitor();
      const held = await holdAuditRows(world);
      const closed = closeByLetter(person);
      await held.waiting(1);
      const signedIn = visitor.post('/api/auth/sign-in/email', { email: person.email, password: PASSWORD });
      await held.waiting(2);
      await held.release();
      expectStatus(await closed, 200);
      expectStatus(await signedIn, 200);
      assert.equal(await rowsOf('auth_session', 'userId', person.userId), 1);
      const answer = expectStatus(await visitor.get(path), status);
      if (status === 200) assert.equal(answer.body, null);
    }
  });
  it('a process that dies before the commit has closed nothing, and the code is good again later', async () => {
    const person = await verifiedInvestor(world);
    const held = await holdLock(world, LOCKED, [person.customerId]);
    const closed = closeByLetter(person);
    await held.waiting(1);
    await world.sql(
      `select pg_terminate_backend(pid) from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'`,
    );
    assert.ok((await closed).status >= 500);
    await held.release();
    assert.equal((await planOf(person.customerId)).closedAt, null);
    expectStatus(await closeByLetter(person), 200);
  });
  it('a purchase and the closing: one of both', async () => {
    const { propertyId } = await openFunding(world, { bricks: 100 });
    for (let turn = 0; turn < 4; turn += 1) {
      const person = await verifiedInvestor(world, { fundsCents: 1_000 });
      // All of the money: while it waits to be paid nothing else holds the account.
      const [bought, closed] = await Promise.all([
        person.client.post(`/properties/${propertyId}/purchase`, { amount: 1 }),
        closeByLetter(person),
      ]);
      assert.equal(closed.status, 409, 'money or bricks hold it');
      assert.ok(bought.status < 300, bought.text);
    }
  });
  it('two closings and what writes to the account: nothing of it stays after the sweep', async () => {
    const person = await verifiedInvestor(world);
    const plan = { active: true, amountPerPropertyCents: 5_000, contractTypes: ['loan'] };
    const [first, second] = await Promise.all([
      closeByLetter(person),
      closeByLetter(person),
      person.client.put('/customers/investment-plan', plan),
      person.client.put('/customers/tax-identity', { birthName: 'Durand', birthCommune: { code: '69123' } }),
    ]);
    assert.deepEqual([first.status, second.status], [200, 200]);
    await world.moveClock({ advance: 'PT49H' });
    await world.runJob('complete-erasures');
    assert.equal(await rowsOf('investment_plan', 'customer_id', person.customerId), 0);
  });
});
