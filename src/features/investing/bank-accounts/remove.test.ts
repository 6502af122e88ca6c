// A bank account that its owner takes away, through HTTP: not under a withdrawal, once, and the provider hears of it.

import assert from 'node:assert/strict';
import { randomUUID } from 'node:crypto';
import { after, afterEach, before, describe, it } from 'node:test';
import { type Investor, verifiedInvestor } from '../../../../test/support/actors.ts';
import { waitForCode, wrongCode } from '../../../../test/support/codes.ts';
import {
  endPayout,
  removalCode,
  removeBankAccount,
  type Withdrawer,
  withdraw,
  withdrawalsOf,
  withdrawer,
} from '../../../../test/support/withdrawal-actors.ts';
import { expectCode, expectStatus, startWorld, type World } from '../../../../test/support/world.ts';

type AtProvider = { ibans: { id: number; status: number }[] };

const URL = '/customers/provider/payment-method';
const DEACTIVATED = 8;
/** The one of every {@link withdrawer}. */
const IBAN = 'FR7630006000011234567890189';

let world: World;

before(async () => {
  world = await startWorld();
});
after(() => world.close());
afterEach(() => world.control('DELETE', '/faults'));

/** With a fresh code unless one is given. */
const remove = (person: Investor, id: string, tfa?: string) =>
  tfa === undefined ? removeBankAccount(world, person, id) : person.client.send('DELETE', `${URL}/${id}`, undefined, { tfa });
const shown = async (person: Investor) => expectStatus(await person.client.get<{ items: { id: string }[] }>(URL), 200).body.items;
const statusesAtProvider = async (person: Investor) =>
  (await world.control<AtProvider>('GET', `/accounts/${person.customerId}`)).ibans.map(({ status }) => status);
const stored = async (person: Withdrawer) =>
  (await world.sql<{ status: string }>('select status from bank_account where id = $1', [person.paymentMethodId]))[0]?.status;
const forgotten = (person: Withdrawer) =>
  world.until(async () => (await stored(person)) === 'removed', 'the provider forgets it');

describe('DELETE /customers/provider/payment-method/:bankAccountId', () => {
  it('is gone at once, unregistered at the provider, and paid to no more', async () => {
    const person = await withdrawer(world, 5_000);
    assert.equal(expectStatus(await remove(person, person.paymentMethodId), 200).text, '');
    assert.deepEqual(await shown(person), []);
    await forgotten(person);
    assert.deepEqual(await statusesAtProvider(person), [DEACTIVATED]);
    expectCode(await withdraw(world, person), 404, 'withdrawal.payment-method.not-found');
  });
  it('four times at once with one code: once; again with another code: nothing more happens', async () => {
    const person = await withdrawer(world, 5_000);
    const tfa = await removalCode(world, person);
    const answers = await Promise.all(Array.from({ length: 4 }, () => remove(person, person.paymentMethodId, tfa)));
    assert.equal(answers.filter(({ status }) => status === 200).length, 1);
    await forgotten(person);
    expectStatus(await remove(person, person.paymentMethodId), 200);
    const calls = await world.control<unknown[]>('GET', `/calls?path=/iban/${person.ibanId}/unregister`);
    assert.equal(calls.length, 1);
    const [jobs] = await world.sql<{ count: number }>(
      `select count(*)::integer as count from pgboss.job where name = 'unregister-bank-account' and data->>'bankAccountId' = $1`,
      [person.paymentMethodId],
    );
    assert.equal(jobs?.count, 1);
  });
  it('a withdrawal to it is open -> 409 bank-account.withdrawal-open; once it is paid the account can go', async () => {
    const person = await withdrawer(world, 5_000);
    expectStatus(await withdraw(world, person), 201);
    expectCode(await remove(person, person.paymentMethodId), 409, 'bank-account.withdrawal-open');
    assert.equal((await shown(person)).length, 1);
    await endPayout(world, person, 'complete');
    expectStatus(await remove(person, person.paymentMethodId), 200);
  });
  it('taken away while a withdrawal to it is being checked -> 404 withdrawal.payment-method.not-found, no money is held', async () => {
    const person = await withdrawer(world, 5_000);
    // The withdrawal has read the bank account and asks for the balance, slowly.
    await world.control('POST', '/faults', { route: 'GET /v2/accounts/:id', mode: 'latency', latencyMs: 700, times: 1 });
    const asked = withdraw(world, person);
    await world.until(
      async () => (await world.control<unknown[]>('GET', `/calls?path=/accounts/${person.customerId}`)).length > 0,
      'the balance is asked for',
    );
    expectStatus(await remove(person, person.paymentMethodId), 200);
    expectCode(await asked, 404, 'withdrawal.payment-method.not-found');
    assert.deepEqual(await withdrawalsOf(world, person), []);
  });
  it('the provider does not answer: gone here, and asked again until it has forgotten', async () => {
    const person = await withdrawer(world, 5_000);
    await world.control('POST', '/faults', { route: 'PUT /v2/moneyouts/iban/:id/unregister', mode: 'timeout-after', times: 1 });
    expectStatus(await remove(person, person.paymentMethodId), 200);
    assert.deepEqual(await shown(person), []);
    await forgotten(person);
    assert.deepEqual(await statusesAtProvider(person), [DEACTIVATED]);
  });
  it('can be added again once the provider has forgotten it: the same id, waiting, and new to the rules against fraud', async () => {
    const person = await withdrawer(world, 5_000);
    await world.control('POST', '/faults', { route: 'PUT /v2/moneyouts/iban/:id/unregister', mode: 'http-500', times: 1 });
    await world.moveClock({ advance: 'P3D' });
    expectStatus(await remove(person, person.paymentMethodId), 200);
    expectStatus(await person.client.post('/auth/mfa/trigger-mfa', { action: 'bank-account-creation' }), 201);
    const tfa = await waitForCode(world, person.email, 'bank-account-creation', 1);
    const add = () =>
      person.client.post<{ id: string; status: string; createdAt: string }>(
        URL,
        { iban: IBAN, holder: 'Camille Durand' },
        { tfa },
      );
    expectCode(await add(), 503, 'temporarily-unavailable');
    await forgotten(person);
    const { body } = expectStatus(await add(), 201);
    assert.deepEqual([body.id, body.status], [person.paymentMethodId, 'waiting']);
    assert.ok(Temporal.Instant.from(body.createdAt).until(world.deps.clock.now()).total('hours') < 1);
    assert.equal((await shown(person)).length, 1);
    assert.deepEqual((await statusesAtProvider(person)).toSorted(), [4, DEACTIVATED]);
  });
  it("somebody else's, and one that never was -> 404 bank-account.not-found", async () => {
    const [person, other] = [await withdrawer(world, 0), await verifiedInvestor(world)];
    expectCode(await remove(other, person.paymentMethodId), 404, 'bank-account.not-found');
    expectCode(await remove(other, randomUUID()), 404, 'bank-account.not-found');
    assert.equal(await stored(person), 'activated');
  });
  it('without a code, and with a wrong one -> 403 2fa-code.invalid', async () => {
    const person = await withdrawer(world, 0);
    expectCode(await person.client.send('DELETE', `${URL}/${person.paymentMethodId}`), 403, '2fa-code.invalid');
    const tfa = await removalCode(world, person);
    expectCode(await remove(person, person.paymentMethodId, wrongCode(tfa)), 403, '2fa-code.invalid');
    assert.equal(await stored(person), 'activated');
    expectStatus(await remove(person, person.paymentMethodId, tfa), 200);
  });
  it('refused: the code stays valid; used: it removes no second one -> 403 2fa-code.invalid', async () => {
    const person = await withdrawer(world, 0);
    const tfa = await removalCode(world, person);
    expectCode(await remove(person, randomUUID(), tfa), 404, 'bank-account.not-found');
    expectStatus(await remove(person, person.paymentMethodId, tfa), 200);
    expectCode(await remove(person, person.paymentMethodId, tfa), 403, '2fa-code.invalid');
  });
  it('without a session -> 401 unauthenticated', async () =>
    expectCode(await world.visitor().send('DELETE', `${URL}/${randomUUID()}`), 401, 'unauthenticated'));
});
