// The wallet through HTTP: money that arrives is booked once, whoever looks first; statement and holdings page by page.

import assert from 'node:assert/strict';
import { randomUUID } from 'node:crypto';
import { after, afterEach, before, describe, it } from 'node:test';
import {
  type Investor,
  openFunding,
  resaleProperty,
  signInAdministrator,
  signUp,
  spvWithWallet,
  verifiedInvestor,
} from '../../../../test/support/actors.ts';
import { assertSoundLedger } from '../../../../test/support/ledger-proof.ts';
import { ledgerCents } from '../../../../test/support/readers.ts';
import { expectCode, expectStatus, startWorld, type World } from '../../../../test/support/world.ts';
import { centsOf } from '../../../core/cents.ts';
import type { PropertyId } from '../../../core/db/tables.ts';
import { syncMoneyIn } from './provider-account.ts';

type Wallet = { availableCents: number; heldCents: number; balanceCents: number };
type Transaction = {
  id: string;
  type: string;
  status: string;
  amountCents: number;
  createdAt: string;
  eventAt: string;
  reference: string;
  propertyId: PropertyId | null;
  propertyName: string | null;
  direction: string;
  isHeld: boolean;
  record: { kind: string; id: string } | null;
  paper: string | null;
};
type Holding = { propertyId: PropertyId; propertyName: string; brickCount: number; sellingBrickCount: number };
type Page<T> = { items: T[]; nextCursor: string | null };
type Report = {
  arrived: number;
  ofCustomers: number;
  booked: number;
  ofSpvs: number;
  ofPlatform: number;
  ofOthers: number;
  failure?: string;
};

let world: World;

before(async () => {
  world = await startWorld({ worker: false });
});
after(() => world.close());
afterEach(async () => {
  await world.control('DELETE', '/faults');
  await assertSoundLedger(world);
});

const wire = (accountId: string, amountCents: number) =>
  world.control<{ id: number }>('POST', `/accounts/${accountId}/credit`, { amountCents });
const wallet = async (of: Investor) => expectStatus(await of.client.get<Wallet>('/customers/wallet'), 200).body;
const statement = async (of: Investor, query = '') =>
  expectStatus(await of.client.get<Page<Transaction>>(`/customers/wallet/transactions${query}`), 200).body;
const scan = (body: { dryRun?: boolean } = {}) => world.runJob<Report>('incoming-wires', body);
const scannedUntil = async () =>
  (await world.sql<{ at: Date }>('select scanned_until as at from incoming_wire_scan'))[0]?.at.getTime();

describe('GET /customers/wallet', () => {
  it('books what arrived since the last look', async () => {
    const person = await verifiedInvestor(world);
    assert.deepEqual(await wallet(person), { availableCents: 0, heldCents: 0, balanceCents: 0 });
    await wire(person.customerId, 70_000);
    await wire(person.customerId, 30_000);
    assert.deepEqual(await wallet(person), { availableCents: 100_000, heldCents: 0, balanceCents: 100_000 });
    await wire(person.customerId, 1);
    assert.equal((await wallet(person)).balanceCents, 100_001);
  });
  it('books a wire once, however many look at once', async () => {
    const person = await verifiedInvestor(world);
    await wire(person.customerId, 500);
    await Promise.all([wallet(person), wallet(person), scan(), wallet(person), scan()]);
    assert.equal((await wallet(person)).balanceCents, 500);
    assert.equal((await statement(person)).items.length, 1);
  });
  it('does not book a transfer between wallets', async () => {
    const person = await verifiedInvestor(world);
    // Nobody's here: what reaches an SPV is booked.
    await world.control('POST', '/accounts', { accountId: 'elsewhere', kind: 'legal', status: 6, balanceCents: 900 });
    const moved = {
      fromAccountId: 'elsewhere',
      toAccountId: person.customerId,
      amountCents: centsOf(900),
      comment: '',
      reference: randomUUID(),
    };
    assert.ok((await world.deps.payments.transfer(moved)).ok);
    assert.equal((await wallet(person)).balanceCents, 0);
  });
  it('shows what is booked when the provider does not answer', async () => {
    const person = await verifiedInvestor(world, { fundsCents: 500 });
    await wire(person.customerId, 100);
    await world.control('POST', '/faults', { route: 'GET /v2/accounts/:id/transactions', mode: 'http-500', times: 1 });
    assert.equal((await wallet(person)).balanceCents, 500);
    assert.equal((await wallet(person)).balanceCents, 600);
  });
  it('is empty for somebody without an account at the provider', async () => {
    const person = await signUp(world);
    assert.deepEqual(await wallet(person), { availableCents: 0, heldCents: 0, balanceCents: 0 });
    assert.equal(await syncMoneyIn(world.deps, person.customerId), 0);
  });
  it('does not run on HEAD', async () => {
    const person = await verifiedInvestor(world);
    assert.equal((await person.client.send('HEAD', '/customers/wallet')).status, 404);
  });
  it('without a session -> 401 unauthenticated', async () =>
    expectCode(await world.visitor().get('/customers/wallet'), 401, 'unauthenticated'));
  it('as an administrator -> 403 forbidden', async () => {
    const administrator = await signInAdministrator(world);
    expectCode(await administrator.client.get('/customers/wallet'), 403, 'forbidden');
  });
});

describe('the job incoming-wires', () => {
  it('books the wires of investors, counts those of SPVs and others', async () => {
    await scan();
    const people = [await verifiedInvestor(world), await verifiedInvestor(world)];
    const spv = await spvWithWallet(world);
    const before = await scan({ dryRun: true });
    for (const person of people) await wire(person.customerId, 1_000);
    await wire(spv.accountId, 5_000);
    await wire('mortar-main', 7_000);
    const expected = {
      arrived: before.arrived + 4,
      ofCustomers: before.ofCustomers + 2,
      ofSpvs: before.ofSpvs + 1,
      ofPlatform: before.ofPlatform + 1,
      ofOthers: before.ofOthers,
    };
    const { from: _, to: __, ...dry } = (await scan({ dryRun: true })) as Report & { from: string; to: string };
    assert.deepEqual(dry, { ...expected, booked: 2, dryRun: true });
    assert.equal((await statement(people[0] as Investor)).items.length, 0);
    const mainCents = () => ledgerCents(world, 'PLAT:MAIN');
    const mainBefore = await mainCents();
    assert.equal((await scan()).booked, 2);
    assert.equal((await scan()).booked, 0);
    for (const person of people) assert.equal((await statement(person)).items.length, 1);
    assert.equal((await mainCents()) - mainBefore, 7_000);
  });
  it('finds what arrived while the provider was silent', async () => {
    await scan();
    const until = await scannedUntil();
    const person = await verifiedInvestor(world);
    await wire(person.customerId, 300);
    await world.moveClock({ advance: 'P3D' });
    await world.control('POST', '/faults', { route: 'GET /v2/moneyins/bankwire', mode: 'http-500', times: 1 });
    assert.equal((await scan()).failure, 'unavailable');
    assert.equal(await scannedUntil(), until);
    assert.equal((await scan()).booked, 1);
    assert.ok(((await scannedUntil()) ?? 0) > (until ?? 0));
  });
  it('a dry run moves nothing on', async () => {
    await scan();
    const until = await scannedUntil();
    await scan({ dryRun: true });
    assert.equal(await scannedUntil(), until);
  });
  it('works on after the test clock was put back', async () => {
    const person = await verifiedInvestor(world);
    const now = world.deps.clock.now();
    await world.moveClock({ advance: 'P30D' });
    await scan();
    await world.moveClock({ now: now.toString() });
    await wire(person.customerId, 200);
    assert.equal((await scan()).booked, 1);
    await wire(person.customerId, 50);
    assert.equal((await wallet(person)).balanceCents, 250);
  });
});

describe('GET /customers/wallet/transactions', () => {
  it('lists own transactions newest first, page by page', async () => {
    const person = await verifiedInvestor(world);
    const ids: string[] = [];
    for (const cents of [100, 200, 300]) {
      ids.unshift(String((await wire(person.customerId, cents)).id));
      await wallet(person);
    }
    const first = await statement(person, '?limit=2');
    const { id: _, createdAt: __, eventAt: ___, ...newest } = first.items[0] as Transaction;
    assert.deepEqual(newest, {
      type: 'MONEY_IN',
      status: 'CONFIRMED',
      amountCents: 300,
      reference: ids[0],
      propertyId: null,
      propertyName: null,
      direction: 'in',
      isHeld: false,
      record: null,
      paper: null,
    });
    const second = await statement(person, `?limit=2&cursor=${first.nextCursor}`);
    assert.deepEqual(
      [...first.items, ...second.items].map(({ reference }) => reference),
      ids,
    );
    assert.equal(second.nextCursor, null);
  });
  it('names the project of what was bought', async () => {
    const { propertyId } = await openFunding(world, { bricks: 2 });
    const person = await verifiedInvestor(world, { fundsCents: 2_000 });
    expectStatus(await person.client.post(`/properties/${propertyId}/purchase`, { amount: 1 }), 201);
    const { name } = expectStatus(await world.visitor().get<{ name: string }>(`/properties/${propertyId}`), 200).body;
    const bought = (await statement(person)).items.find(({ type }) => type === 'PRIMARY_PURCHASE');
    assert.deepEqual([bought?.propertyId, bought?.propertyName], [propertyId, name]);
  });
  it("shows nobody else's", async () => assert.deepEqual((await statement(await verifiedInvestor(world))).items, []));
  it('a cursor we never gave -> 400 validation-failed', async () =>
    expectCode(await (await signUp(world)).client.get('/customers/wallet/transactions?cursor=x'), 400, 'validation-failed'));
  it('limit 0 -> 400 validation-failed', async () =>
    expectCode(await (await signUp(world)).client.get('/customers/wallet/transactions?limit=0'), 400, 'validation-failed'));
  it('without a session -> 401 unauthenticated', async () =>
    expectCode(await world.visitor().get('/customers/wallet/transactions'), 401, 'unauthenticated'));
});

describe('GET /customers/bricks', () => {
  const bricks = async (of: Investor, query = '') =>
    expectStatus(await of.client.get<Page<Holding>>(`/customers/bricks${query}`), 200).body;

  it('lists what is held, by property, with what is for sale', async () => {
    const person = await verifiedInvestor(world);
    const owners = [{ customerId: person.customerId, bricks: 5 }];
    const properties = [await resaleProperty(world, { owners }), await resaleProperty(world, { owners })];
    expectStatus(
      await person.client.post('/marketplace/deal', { propertyId: properties[1]?.propertyId, amount: 2, price: 900 }),
      201,
    );
    const first = await bricks(person, '?limit=1');
    assert.deepEqual(first.items, [
      { propertyId: properties[1]?.propertyId, propertyName: 'Les Tilleuls', brickCount: 5, sellingBrickCount: 2 },
    ]);
    const second = await bricks(person, `?limit=1&cursor=${first.nextCursor}`);
    assert.deepEqual(
      second.items.map(({ propertyId, sellingBrickCount }) => [propertyId, sellingBrickCount]),
      [[properties[0]?.propertyId, 0]],
    );
    assert.equal(second.nextCursor, null);
  });
  it("shows nobody else's", async () => assert.deepEqual((await bricks(await verifiedInvestor(world))).items, []));
  it('a cursor we never gave -> 400 validation-failed', async () =>
    expectCode(await (await signUp(world)).client.get('/customers/bricks?cursor=x'), 400, 'validation-failed'));
  it('without a session -> 401 unauthenticated', async () =>
    expectCode(await world.visitor().get('/customers/bricks'), 401, 'unauthenticated'));
});
