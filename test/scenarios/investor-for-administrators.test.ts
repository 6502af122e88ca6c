// What administrators see of one investor: the lists that the investor sees, with what became of each payment, and nobody else's.

import assert from 'node:assert/strict';
import { randomUUID } from 'node:crypto';
import { after, before, describe, it } from 'node:test';
import type { CustomerId, PropertyId } from '../../src/core/db/tables.ts';
import { newId } from '../../src/core/ids.ts';
import {
  type Investor,
  openFunding,
  type Person,
  resaleProperty,
  signInAdministrator,
  verifiedInvestor,
} from '../support/actors.ts';
import { assertFilters, assertPages, assertPeriod, itRefuses, pageOf } from '../support/administration-lists.ts';
import { endPayout, type Withdrawer, withdraw, withdrawer } from '../support/withdrawal-actors.ts';
import { expectCode, expectStatus, startWorld, type World } from '../support/world.ts';

type Transaction = {
  id: string;
  type: string;
  status: string;
  createdAt: string;
  paymentId: string | null;
  failure: string | null;
} & {
  propertyId: PropertyId | null;
  propertyName: string | null;
  paymentStatus: string | null;
  providerPaymentId: number | null;
};
type Withdrawal = {
  id: string;
  status: string;
  feeStatus: string | null;
  failure: string | null;
  createdAt: string;
  invoiceId: string;
};
type Holding = { propertyId: PropertyId; brickCount: number };
type Purchase = {
  id: string;
  status: string;
  propertyId: PropertyId;
  createdAt: string;
  paymentId: string;
  isAutomatic: boolean;
};
type Deal = { id: string; role: string; status: string; propertyId: PropertyId; createdAt: string } & {
  sellerId: CustomerId;
  buyerId: CustomerId | null;
  commissionStatus: string;
  counterpartName: string | null;
};
type Invoice = { id: string; number: string; kind: string; status: string; creditNoteId: string | null; issuedAt: string } & {
  customerId: CustomerId;
  creditedInvoiceId: string | null;
};
type Wallet = { availableCents: number; heldCents: number; balanceCents: number };

/** The lists, and where the investor reads the same. */
const OWN = {
  transactions: '/customers/wallet/transactions',
  withdrawals: '/customers/withdrawals',
  bricks: '/customers/bricks',
  purchases: '/customers/purchases',
  deals: '/customers/deals',
  invoices: '/customers/invoices',
} as const;
type Name = keyof typeof OWN;
const NAMES = Object.keys(OWN) as Name[];

let world: World;
let admin: Person;
let seller: Investor;
let buyer: Withdrawer;
let stranger: Investor;
let resale: { propertyId: PropertyId };
let other: { propertyId: PropertyId };
let funding: { propertyId: PropertyId };

const pathOf = (of: { customerId: CustomerId }, name: Name | 'wallet') => `/administration/customers/${of.customerId}/${name}`;
const ended = () =>
  world.until(
    async () => (await world.sql(`select from payment where status in ('created', 'sent') and kind = 'transfer'`)).length === 0,
    'the payments have ended',
  );

before(async () => {
  world = await startWorld({ settings: { WITHDRAW_FREE_PER_YEAR: '1', MARKETPLACE_SELLER_COMMISSION_BPS: '200' } });
  admin = await signInAdministrator(world);
  seller = await verifiedInvestor(world);
  buyer = await withdrawer(world, 100_000);
  stranger = await verifiedInvestor(world);
  resale = await resaleProperty(world, { owners: [{ customerId: seller.customerId, bricks: 40 }] });
  other = await resaleProperty(world, { owners: [{ customerId: seller.customerId, bricks: 10 }] });
  funding = await openFunding(world, { bricks: 20 });
  await trade();
  await buyAndCancel();
  await takeOut();
});
after(() => world.close());

/** The buyer takes one of the seller's deals, and sells a brick of it on. */
async function trade(): Promise<void> {
  const offer = async (by: Investor, propertyId: PropertyId, amount: number) =>
    expectStatus(await by.client.post<{ id: string }>('/marketplace/deal', { propertyId, amount, price: 950 }), 201).body.id;
  const dealId = await offer(seller, resale.propertyId, 2);
  await offer(seller, other.propertyId, 1);
  expectStatus(await buyer.client.post(`/marketplace/deal/${dealId}/purchase`), 201);
  await world.until(async () => (await world.sql(`select from market_deal where status = 'confirmed'`)).length > 0, 'the deal');
  await ended();
  await offer(buyer, resale.propertyId, 1);
  expectStatus(await buyer.client.post(`/marketplace/deal/${await offer(seller, other.propertyId, 1)}/purchase`), 201);
  await ended();
}

async function buyAndCancel(): Promise<void> {
  const buy = async (propertyId: PropertyId, amount: number) => {
    const path = `/properties/${propertyId}/purchase`;
    const { id } = expectStatus(await buyer.client.post<{ id: string }>(path, { amount }), 201).body;
    await world.until(async () => (await purchase(id))?.status === 'confirmed', 'the purchase is confirmed');
    return id;
  };
  const purchase = async (id: string) => (await pageOf<Purchase>(buyer, OWN.purchases)).items.find((one) => one.id === id);
  const first = await buy(funding.propertyId, 3);
  await buy(funding.propertyId, 2);
  await buy((await openFunding(world, { bricks: 5 })).propertyId, 1);
  expectStatus(await buyer.client.delete(`/customers/purchases/${first}`), 200);
  await world.until(async () => (await purchase(first))?.status === 'canceled', 'the purchase is cancelled');
  await ended();
}

/** A free withdrawal, one with a fee, and one that the bank sends back: its invoice is credited. */
async function takeOut(): Promise<void> {
  for (const end of ['complete', 'complete', 'fail'] as const) {
    expectStatus(await withdraw(world, buyer, { amount: 1_000 }), 201);
    await endPayout(world, buyer, end);
  }
  await ended();
}

describe('what an administrator sees of an investor', () => {
  for (const name of NAMES)
    it(`${name}: everything that the investor sees, as they see it, page by page`, async () => {
      const own = (await pageOf<Record<string, unknown>>(buyer, OWN[name])).items;
      const shown = (await pageOf<Record<string, unknown>>(admin, pathOf(buyer, name))).items;
      assert.ok(own.length > 2, `${own.length} items`);
      const asOwn = shown.map((item, index) => Object.fromEntries(Object.keys(own[index] ?? {}).map((key) => [key, item[key]])));
      assert.deepEqual(asOwn, own);
      await assertPages<Record<string, unknown>>(admin, pathOf(buyer, name), (item) => String(item.id ?? item.propertyId));
    });
  it('nothing of one investor under another', async () => {
    for (const name of NAMES)
      assert.deepEqual(await pageOf(admin, pathOf(stranger, name)), { items: [], nextCursor: null }, name);
    const buyers = await Promise.all(NAMES.map(async (name) => (await pageOf(admin, pathOf(buyer, name))).items));
    const ids = new Set(buyers.flat().flatMap(({ id }) => (id === undefined ? [] : [id])));
    for (const name of NAMES.filter((one) => one !== 'deals'))
      for (const { id } of (await pageOf(admin, pathOf(seller, name))).items) assert.ok(!ids.has(id), `${name} ${id}`);
  });
  for (const name of [...NAMES, 'wallet'] as const)
    it(`${name} of an investor who never was -> 404 not-found`, async () =>
      expectCode(await admin.client.get(pathOf({ customerId: newId() }, name)), 404, 'not-found'));
  const parts = { world: () => world, administrator: () => admin };
  const url = (name: Name) => `/administration/customers/${randomUUID()}/${name}`;
  for (const [name, wrong] of [
    ['transactions', ['type=GIFT', 'type=SPV_WIRE_IN', 'status=paid', 'propertyId=x']],
    ['withdrawals', ['status=paid']],
    ['purchases', ['status=paid', 'propertyId=x', 'isAutomatic=perhaps']],
    ['deals', ['status=paid', 'role=broker', 'propertyId=x']],
    ['invoices', ['status=paid', 'kind=bill', 'reason=gift']],
  ] as const)
    itRefuses(`an investor’s ${name}`, { ...parts, at: () => pathOf(buyer, name), wrong });
  it('bricks with a filter that they do not have -> 400 validation-failed', async () =>
    expectCode(await admin.client.get(`${url('bricks')}?propertyId=x`), 400, 'validation-failed'));
  for (const name of ['bricks', 'wallet'] as const) {
    it(`${name} without a session -> 401 unauthenticated`, async () =>
      expectCode(await world.visitor().get(pathOf(buyer, name)), 401, 'unauthenticated'));
    it(`${name} as the investor themself -> 403 forbidden`, async () =>
      expectCode(await buyer.client.get(pathOf(buyer, name)), 403, 'forbidden'));
  }
});

describe('GET /administration/customers/:customerId/wallet', () => {
  const read = async (of: Investor) =>
    expectStatus(await admin.client.get<Wallet & { provider: object | null }>(pathOf(of, 'wallet')), 200).body;
  it('shows the books beside the provider, and books nothing itself', async () => {
    const person = await verifiedInvestor(world, { fundsCents: 500 });
    await world.control('POST', `/accounts/${person.customerId}/credit`, { amountCents: 100 });
    const books = { availableCents: 500, heldCents: 0, balanceCents: 500 };
    for (const _look of [1, 2])
      assert.deepEqual(await read(person), { ...books, provider: { balanceCents: 600, blocked: false } });
    await world.control('PUT', `/accounts/${person.customerId}/blocked`, { blocked: true });
    assert.deepEqual((await read(person)).provider, { balanceCents: 600, blocked: true });
    const own = expectStatus(await person.client.get<Wallet>('/customers/wallet'), 200).body;
    assert.deepEqual(own, { availableCents: 600, heldCents: 0, balanceCents: 600 });
  });
  it('shows only the books while the provider does not answer', async () => {
    const person = await verifiedInvestor(world, { fundsCents: 500 });
    await world.control('POST', '/faults', { route: 'GET /v2/accounts/:id', mode: 'http-500', times: 1 });
    assert.deepEqual(await read(person), { availableCents: 500, heldCents: 0, balanceCents: 500, provider: null });
  });
});

describe('the filters', () => {
  it('of transactions: type, status, property, period; a payment says what became of it', async () => {
    const path = pathOf(buyer, 'transactions');
    await assertFilters<Transaction>(admin, path, [
      ['type=WITHDRAWAL', ({ type }) => type === 'WITHDRAWAL'],
      ['status=FAILED', ({ status }) => status === 'FAILED'],
      ['type=WITHDRAWAL&status=CONFIRMED', ({ type, status }) => type === 'WITHDRAWAL' && status === 'CONFIRMED'],
      [`propertyId=${funding.propertyId}`, ({ propertyId }) => propertyId === funding.propertyId],
    ]);
    await assertPeriod<Transaction>(admin, path, ({ createdAt }) => createdAt);
    const { items } = await pageOf<Transaction>(admin, path);
    const failed = items.find(({ type, status }) => type === 'WITHDRAWAL' && status === 'FAILED');
    assert.deepEqual([failed?.paymentStatus, typeof failed?.failure], ['failed', 'string']);
    assert.ok(failed?.paymentId && failed.providerPaymentId);
    assert.equal(items.find(({ propertyId }) => propertyId === funding.propertyId)?.propertyName, 'Les Acacias');
    const moneyIn = items.find(({ type }) => type === 'MONEY_IN');
    assert.equal(moneyIn?.propertyName, null);
    assert.deepEqual([moneyIn?.paymentId, moneyIn?.paymentStatus, typeof moneyIn?.providerPaymentId], [null, null, 'number']);
  });
  it('of withdrawals: status, period; the reason of a refusal and the state of the fee are shown', async () => {
    const path = pathOf(buyer, 'withdrawals');
    await assertFilters<Withdrawal>(admin, path, [
      ['status=FAILED', ({ status }) => status === 'FAILED'],
      ['status=CONFIRMED', ({ status }) => status === 'CONFIRMED'],
    ]);
    await assertPeriod<Withdrawal>(admin, path, ({ createdAt }) => createdAt);
    const { items } = await pageOf<Withdrawal>(admin, path);
    assert.deepEqual(
      items.map(({ status, feeStatus, failure }) => [status, feeStatus, failure !== null]),
      [
        ['FAILED', 'CANCELED', true],
        ['CONFIRMED', 'CONFIRMED', false],
        ['CONFIRMED', null, false],
      ],
    );
  });
  it('of bricks: property', async () =>
    assertFilters<Holding>(admin, pathOf(buyer, 'bricks'), [
      [`propertyId=${resale.propertyId}`, ({ propertyId }) => propertyId === resale.propertyId],
    ]));
  it('of purchases: status, property, automatic or not, period', async () => {
    const path = pathOf(buyer, 'purchases');
    await assertFilters<Purchase>(admin, path, [
      ['status=canceled', ({ status }) => status === 'canceled'],
      [`propertyId=${funding.propertyId}`, ({ propertyId }) => propertyId === funding.propertyId],
    ]);
    await assertPeriod<Purchase>(admin, path, ({ createdAt }) => createdAt);
    assert.deepEqual((await pageOf(admin, path, '?isAutomatic=true')).items, []);
    const { items } = await pageOf<Purchase>(admin, path, '?isAutomatic=false');
    assert.deepEqual([items.length, items.every(({ paymentId }) => paymentId !== null)], [3, true]);
  });
  it('of deals: status, role, property, period; both sides are shown', async () => {
    const path = pathOf(buyer, 'deals');
    await assertFilters<Deal>(admin, path, [
      ['status=pending', ({ status }) => status === 'pending'],
      ['role=seller', ({ role }) => role === 'seller'],
      ['role=buyer', ({ role }) => role === 'buyer'],
      [`propertyId=${other.propertyId}`, ({ propertyId }) => propertyId === other.propertyId],
    ]);
    await assertPeriod<Deal>(admin, path, ({ createdAt }) => createdAt);
    const [bought] = (await pageOf<Deal>(admin, path, '?role=buyer')).items;
    assert.equal(bought?.counterpartName, 'Camille Durand');
    assert.equal((await pageOf<Deal>(admin, path, '?status=pending')).items[0]?.counterpartName, null);
    const sides = [bought?.sellerId, bought?.buyerId, bought?.commissionStatus];
    assert.deepEqual(sides, [seller.customerId, buyer.customerId, 'moved']);
    const own = await buyer.client.get(`${OWN.deals}/${bought?.id}`);
    assert.ok(!own.text.includes(seller.customerId), 'an investor is not told who stands on the other side');
  });
  it('of invoices: kind, state, period; a credited one names its credit note', async () => {
    const path = pathOf(buyer, 'invoices');
    await assertFilters<Invoice>(admin, path, [
      ['kind=credit-note', ({ kind }) => kind === 'credit-note'],
      ['kind=invoice', ({ kind }) => kind === 'invoice'],
      ['status=credited', ({ status }) => status === 'credited'],
      ['status=issued', ({ status }) => status === 'issued'],
    ]);
    await assertPeriod<Invoice>(admin, path, ({ issuedAt }) => issuedAt);
    assert.deepEqual((await pageOf(admin, path, '?reason=management-fees')).items, []);
    assert.equal((await pageOf(admin, path, '?reason=withdrawal-fee')).items.length, 3);
    const [credited] = (await pageOf<Invoice>(admin, path, '?status=credited')).items;
    const [note] = (await pageOf<Invoice>(admin, path, '?kind=credit-note')).items;
    assert.deepEqual([credited?.creditNoteId, note?.creditedInvoiceId], [note?.id, credited?.id]);
    assert.equal(credited?.customerId, buyer.customerId);
  });
});
