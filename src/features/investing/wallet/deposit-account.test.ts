// The IBAN that an investor wires money to, through HTTP: made once, whatever the provider does with the call.

import assert from 'node:assert/strict';
import { after, afterEach, before, describe, it } from 'node:test';
import { type Investor, signInAdministrator, signUp, verifiedInvestor } from '../../../../test/support/actors.ts';
import { customerIs } from '../../../../test/support/customer-states.ts';
import { depositAccount } from '../../../../test/support/money-states.ts';
import { expectCode, expectStatus, startWorld, type World } from '../../../../test/support/world.ts';

type Deposit = { iban: string; bic: string | null; holder: string; reference: string };
type AtProvider = { ibans: { id: number; iban: string; status: number; virtual?: boolean }[] };

const URL = '/customers/provider/deposit-account';
const CREATION = 'POST /v2/moneyins/bankwire/iban/create';

let world: World;

before(async () => {
  world = await startWorld();
});
after(() => world.close());
afterEach(() => world.control('DELETE', '/faults'));

const ask = (person: Investor) => person.client.get<Deposit>(URL);
const shown = async (person: Investor) => expectStatus(await ask(person), 200).body;
const atProvider = async (person: Investor) =>
  (await world.control<AtProvider>('GET', `/accounts/${person.customerId}`)).ibans.filter(({ virtual }) => virtual);
const fault = (mode: string, more: object = {}) => world.control('POST', '/faults', { route: CREATION, mode, times: 1, ...more });
/** The margin is half a minute of the database's own time, which nothing moves. */
const letMarginPass = (person: Investor) => depositAccount.marginOver(world, person.customerId);

describe('GET /customers/provider/deposit-account', () => {
  it('shows one IBAN, the same every time; a wire to it is money of the wallet', async () => {
    const person = await verifiedInvestor(world);
    const deposit = await shown(person);
    const [iban, ...more] = await atProvider(person);
    assert.equal(more.length, 0);
    assert.deepEqual([deposit.iban, deposit.reference], [iban?.iban, person.customerId]);
    assert.ok(deposit.bic && deposit.holder);
    await world.control('POST', '/faults', { route: 'GET /v2/moneyouts/:id/iban', mode: 'http-500', times: 1 });
    assert.deepEqual(await shown(person), deposit);
    await world.control('POST', '/wires', { iban: deposit.iban, amountCents: 12_345, comment: deposit.reference });
    await world.runJob('incoming-wires');
    const wallet = expectStatus(await person.client.get<{ availableCents: number }>('/customers/wallet'), 200);
    assert.equal(wallet.body.availableCents, 12_345);
  });
  it('is another one for everybody', async () => {
    const [one, other] = [await verifiedInvestor(world), await verifiedInvestor(world)];
    assert.notEqual((await shown(one)).iban, (await shown(other)).iban);
  });
  it('twelve at once: one is made, and all see it', async () => {
    const person = await verifiedInvestor(world);
    const answers = await Promise.all(Array.from({ length: 12 }, () => shown(person)));
    assert.equal(new Set(answers.map(({ iban }) => iban)).size, 1);
    assert.equal((await atProvider(person)).length, 1);
  });
  it('an answer that is lost -> 503 temporarily-unavailable; again: the one that was made', async () => {
    const person = await verifiedInvestor(world);
    await fault('timeout-after');
    expectCode(await ask(person), 503, 'temporarily-unavailable');
    assert.equal((await shown(person)).iban, (await atProvider(person))[0]?.iban);
    assert.equal((await atProvider(person)).length, 1);
  });
  it('a creation that comes late -> 503 temporarily-unavailable until it is there; no second one is sent', async () => {
    const person = await verifiedInvestor(world);
    await fault('late-effect', { afterSeconds: 1 });
    expectCode(await ask(person), 503, 'temporarily-unavailable');
    expectCode(await ask(person), 503, 'temporarily-unavailable');
    await world.until(async () => (await atProvider(person)).length > 0, 'the late creation');
    await shown(person);
    assert.equal((await atProvider(person)).length, 1);
  });
  it('a creation that never arrived is sent again once it can come no more', async () => {
    const person = await verifiedInvestor(world);
    await fault('http-500');
    expectCode(await ask(person), 503, 'temporarily-unavailable');
    expectCode(await ask(person), 503, 'temporarily-unavailable');
    await letMarginPass(person);
    await shown(person);
    assert.equal((await atProvider(person)).length, 1);
  });
  it('the list of the provider cannot be read -> 503 temporarily-unavailable, nothing is sent', async () => {
    const person = await verifiedInvestor(world);
    await world.control('POST', '/faults', { route: 'GET /v2/moneyouts/:id/iban', mode: 'http-500', times: 1 });
    expectCode(await ask(person), 503, 'temporarily-unavailable');
    assert.deepEqual(await atProvider(person), []);
    await shown(person);
  });
  it('an IBAN that the provider has not opened yet -> 503 temporarily-unavailable, then it is shown', async () => {
    const person = await verifiedInvestor(world);
    await fault('timeout-after');
    expectCode(await ask(person), 503, 'temporarily-unavailable');
    const [made] = await atProvider(person);
    await world.control('PUT', `/ibans/${made?.id}`, { status: 4 });
    expectCode(await ask(person), 503, 'temporarily-unavailable');
    await world.control('PUT', `/ibans/${made?.id}`, { status: 5 });
    assert.equal((await shown(person)).iban, made?.iban);
  });
  it("another process's turn -> 503 temporarily-unavailable; it ends by itself when that process has died", async () => {
    const person = await verifiedInvestor(world);
    // As a process leaves it that is killed in its turn: a test has none of its own.
    await depositAccount.leased(world, person.customerId);
    expectCode(await ask(person), 503, 'temporarily-unavailable');
    assert.deepEqual(await atProvider(person), []);
    await depositAccount.leaseOver(world, person.customerId);
    await shown(person);
  });
  it('refused by the provider -> 400 deposit-account.refused-by-provider; again at once: asked anew', async () => {
    const person = await verifiedInvestor(world);
    await fault('error-in-200', { code: 234 });
    expectCode(await ask(person), 400, 'deposit-account.refused-by-provider');
    await shown(person);
  });
  it('no account at the provider -> 400 deposit-account.provider-account-required', async () => {
    const person = await signUp(world);
    expectCode(await ask(person), 400, 'deposit-account.provider-account-required');
    await world.control('POST', '/accounts', { accountId: person.customerId, kind: 'individual', status: 6 });
    await shown(person);
  });
  it('frozen -> 403 customer.rights.account-is-being-verified; who has one still sees it', async () => {
    const [without, having] = [await verifiedInvestor(world), await verifiedInvestor(world)];
    const deposit = await shown(having);
    // By an administrator: a charge-back is another test's.
    for (const { customerId } of [without, having]) await customerIs(world, customerId, 'frozen');
    expectCode(await ask(without), 403, 'customer.rights.account-is-being-verified');
    assert.deepEqual(await atProvider(without), []);
    assert.deepEqual(await shown(having), deposit);
  });
  it('is no bank account to withdraw to', async () => {
    const person = await verifiedInvestor(world);
    await shown(person);
    const { body } = await person.client.get<{ items: unknown[] }>('/customers/provider/payment-method');
    assert.deepEqual(body.items, []);
  });
  it('does not run on HEAD', async () => {
    const person = await verifiedInvestor(world);
    assert.equal((await person.client.send('HEAD', URL)).status, 404);
    assert.deepEqual(await atProvider(person), []);
  });
  it('without a session -> 401 unauthenticated', async () => expectCode(await world.visitor().get(URL), 401, 'unauthenticated'));
  it('as an administrator -> 403 forbidden', async () =>
    expectCode(await (await signInAdministrator(world)).client.get(URL), 403, 'forbidden'));
});
