// What becomes of a withdrawal: the bank pays, sends back or stays silent, requests race each other. Money leaves once or not at all.

import assert from 'node:assert/strict';
import { after, afterEach, before, describe, it } from 'node:test';
import { type Person, resaleProperty, signInAdministrator, verifiedInvestor } from '../../../../test/support/actors.ts';
import { customerIs } from '../../../../test/support/customer-states.ts';
import { walletOf } from '../../../../test/support/readers.ts';
import {
  endPayout,
  orderedWithdrawal,
  proveLedger,
  type Withdrawer,
  withdraw,
  withdrawalCode,
  withdrawalOf,
  withdrawalsOf,
  withdrawer,
} from '../../../../test/support/withdrawal-actors.ts';
import { expectCode, expectStatus, startWorld, type World } from '../../../../test/support/world.ts';

type Movement = { id: number; kind: string; amountCents: number; status: number };

let world: World;
let administrator: Person;

before(async () => {
  world = await startWorld();
  administrator = await signInAdministrator(world);
});
after(() => world.close());
afterEach(() => world.control('DELETE', '/faults'));

const payoutsOf = async (person: Withdrawer) =>
  (await world.control<{ movements: Movement[] }>('GET', `/accounts/${person.customerId}`)).movements.filter(
    ({ kind }) => kind === 'moneyOut',
  );
const mailOf = (person: Withdrawer, subject: RegExp) =>
  world.until(async () => (await world.mails(person.email)).find((mail) => subject.test(mail.subject)), `a mail ${subject}`);

describe('the worker', () => {
  it('confirms what the bank has paid, and tells the investor', async () => {
    const person = await withdrawer(world, 5_000);
    expectStatus(await withdraw(world, person, { amount: 2_000 }), 201);
    await orderedWithdrawal(world, person);
    await world.runJob('wallet-transactions');
    assert.equal((await withdrawalOf(world, person)).status, 'WAITING');
    await endPayout(world, person, 'complete');
    assert.equal((await withdrawalOf(world, person)).status, 'CONFIRMED');
    assert.deepEqual(await walletOf(person), { availableCents: 3_000, heldCents: 0, balanceCents: 3_000 });
    assert.match((await mailOf(person, /est parti/)).text, /20,00/);
    await proveLedger(administrator);
  });
  it('gives back what the bank sends back later, and tells the investor', async () => {
    const person = await withdrawer(world, 5_000);
    expectStatus(await withdraw(world, person, { amount: 2_000 }), 201);
    await endPayout(world, person, 'fail');
    assert.equal((await withdrawalOf(world, person)).status, 'FAILED');
    assert.deepEqual(await walletOf(person), { availableCents: 5_000, heldCents: 0, balanceCents: 5_000 });
    await mailOf(person, /pas abouti/);
    await proveLedger(administrator);
    expectStatus(await withdraw(world, person, { amount: 5_000 }), 201);
    // The next test's fault is for its own order.
    await orderedWithdrawal(world, person);
  });
  it('gives back at once what the provider refuses', async () => {
    const person = await withdrawer(world, 5_000);
    await world.control('POST', '/faults', { route: 'POST /v2/moneyouts', mode: 'error-in-200', times: 1 });
    expectStatus(await withdraw(world, person, { amount: 2_000 }), 201);
    await world.until(async () => (await withdrawalOf(world, person)).status === 'FAILED', 'the refusal');
    assert.deepEqual(await walletOf(person), { availableCents: 5_000, heldCents: 0, balanceCents: 5_000 });
    assert.deepEqual(await payoutsOf(person), []);
    await proveLedger(administrator);
  });
  for (const mode of ['timeout-after', 'timeout-before', 'http-500'] as const) {
    it(`${mode} on the order: the money leaves once`, async () => {
      const person = await withdrawer(world, 5_000);
      await world.control('POST', '/faults', { route: 'POST /v2/moneyouts', mode, times: 1, latencyMs: 100 });
      expectStatus(await withdraw(world, person, { amount: 2_000 }), 201);
      await orderedWithdrawal(world, person);
      assert.equal((await payoutsOf(person)).length, 1);
      await endPayout(world, person, 'complete');
      assert.deepEqual(await walletOf(person), { availableCents: 3_000, heldCents: 0, balanceCents: 3_000 });
      await proveLedger(administrator);
    });
  }
  it('a provider that forgets a pay-out for a moment gets no second order', async () => {
    const person = await withdrawer(world, 5_000);
    expectStatus(await withdraw(world, person, { amount: 2_000 }), 201);
    await orderedWithdrawal(world, person);
    await world.control('POST', '/faults', { route: 'GET /v2/moneyouts', mode: 'error-in-200', code: 143, times: 100 });
    await world.runJob('wallet-transactions');
    await world.control('DELETE', '/faults');
    assert.equal((await payoutsOf(person)).length, 1);
    assert.equal((await withdrawalOf(world, person)).status, 'WAITING');
    await endPayout(world, person, 'complete');
    assert.equal((await walletOf(person)).balanceCents, 3_000);
  });
});

describe('at once', () => {
  it('one that is repeated while the first runs is told so, once it is over -> 403 2fa-code.invalid', async () => {
    const person = await withdrawer(world, 5_000);
    const tfa = await withdrawalCode(world, person);
    await world.control('POST', '/faults', { route: 'GET /v2/accounts/:id', mode: 'latency', times: 1, latencyMs: 1_500 });
    const first = withdraw(world, person, { tfa });
    await world.until(async () => {
      const claimed = await world.sql('select from mfa_context where customer_id = $1 and claim_token is not null', [
        person.customerId,
      ]);
      return claimed.length === 1;
    }, 'the first one runs');
    expectCode(await withdraw(world, person, { tfa }), 409, '2fa-code.in-use');
    expectStatus(await first, 201);
    expectCode(await withdraw(world, person, { tfa }), 403, '2fa-code.invalid');
    assert.equal((await withdrawalsOf(world, person)).length, 1);
  });
  it('three withdrawals with one code: one passes -> 409 2fa-code.in-use', async () => {
    const person = await withdrawer(world, 5_000);
    const tfa = await withdrawalCode(world, person);
    const answers = await Promise.all([1, 2, 3].map(() => withdraw(world, person, { tfa })));
    assert.equal(answers.filter(({ status }) => status === 201).length, 1);
    for (const { status, text } of answers) assert.ok(status === 201 || /2fa-code\.(in-use|invalid)/.test(text), text);
    assert.equal((await withdrawalsOf(world, person)).length, 1);
    await proveLedger(administrator);
  });
  it('a withdrawal and a purchase with money for one: the money is spent once', async () => {
    const seller = await verifiedInvestor(world);
    const { propertyId } = await resaleProperty(world, { owners: [{ customerId: seller.customerId, bricks: 2 }] });
    const deal = expectStatus(
      await seller.client.post<{ id: string }>('/marketplace/deal', { propertyId, amount: 1, price: 1_000 }),
      201,
    ).body;
    const person = await withdrawer(world, 1_500);
    const tfa = await withdrawalCode(world, person);
    const [withdrawn, bought] = await Promise.all([
      withdraw(world, person, { amount: 1_000, tfa }),
      person.client.post(`/marketplace/deal/${deal.id}/purchase`),
    ]);
    assert.deepEqual([withdrawn.status, bought.status].sort(), [201, 400], `${withdrawn.text} ${bought.text}`);
    await world.until(async () => (await walletOf(person)).availableCents === 500, 'half the money is left');
    await proveLedger(administrator);
  });
  it('frozen while the provider is asked -> 403 customer.rights.account-is-being-verified', async () => {
    const person = await withdrawer(world, 1_000);
    const tfa = await withdrawalCode(world, person);
    const route = `GET /v2/accounts/${person.customerId}`;
    await world.control('POST', '/faults', { route, mode: 'latency', times: 1, latencyMs: 1_200 });
    const pending = withdraw(world, person, { tfa });
    await world.until(
      async () => (await world.control<unknown[]>('GET', `/calls?path=/v2/accounts/${person.customerId}`)).length > 0,
      'the provider is being asked',
    );
    await customerIs(world, person.customerId, 'frozen');
    expectCode(await pending, 403, 'customer.rights.account-is-being-verified');
    assert.deepEqual(await withdrawalsOf(world, person), []);
  });
  it('a code that expires -> 403 2fa-code.invalid', async () => {
    const person = await withdrawer(world, 1_000);
    const tfa = await withdrawalCode(world, person);
    await world.moveClock({ advance: 'PT11M' });
    expectCode(await withdraw(world, person, { tfa }), 403, '2fa-code.invalid');
    expectStatus(await withdraw(world, person), 201);
  });
});
