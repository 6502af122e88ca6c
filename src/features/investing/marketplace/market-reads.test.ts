// What an investor reads of the market before selling or buying: one deal, the orders of the list, what was sold, the terms of a sale.

import assert from 'node:assert/strict';
import { randomUUID } from 'node:crypto';
import { after, before, describe, it } from 'node:test';
import { type Investor, resaleProperty, signInAdministrator, verifiedInvestor } from '../../../../test/support/actors.ts';
import { customerIs } from '../../../../test/support/customer-states.ts';
import { expectCode, expectStatus, startWorld, type World } from '../../../../test/support/world.ts';
import type { PropertyId } from '../../../core/db/tables.ts';
import { designateCompanyAccount } from '../../access/customers/index.ts';

type Figures = { brickPriceVariation: number; profitability: number; revenueYield: number };
type Offer = Figures & { id: string; propertyName: string; isOwn: boolean; sellingBrickPriceValue: number };
type Page<T> = { items: T[]; nextCursor: string | null };
type Terms = {
  minPriceCents: number;
  maxPriceCents: number;
  brickCount: number;
  freeBrickCount: number;
  dealsLeftToday: number | null;
  commissionBps: number;
  ofOffer: (Figures & { priceCents: number; commissionCents: number; netCents: number }) | null;
};

let world: World;
let seller: Investor;
let closed: Investor;
let propertyId: PropertyId;

before(async () => {
  world = await startWorld({ settings: { MARKETPLACE_SELLER_COMMISSION_BPS: '200', MAX_DAILY_RESALE_DEALS: '40' } });
  seller = await verifiedInvestor(world);
  closed = await verifiedInvestor(world, { canSeeRoyalty: false });
  ({ propertyId } = await resaleProperty(world, {
    owners: [{ customerId: seller.customerId, bricks: 60 }],
    returnOnInvestment: 8,
  }));
});
after(() => world.close());

const offer = async (price: number, amount = 1) =>
  expectStatus(await seller.client.post<Offer>('/marketplace/deal', { propertyId, amount, price }), 201).body.id;
const terms = async ({ client }: Investor, query = '') =>
  expectStatus(await client.get<Terms>(`/marketplace/property/${propertyId}/sale-terms${query}`), 200).body;

describe('GET /marketplace/deal in an order', () => {
  const ordered = async (sort: string, cursor?: string) =>
    expectStatus(
      await seller.client.get<Page<Offer>>(
        `/marketplace/deal?propertyId=${propertyId}&sort=${sort}&limit=2${cursor === undefined ? '' : `&cursor=${cursor}`}`,
      ),
      200,
    ).body;
  async function all(sort: string): Promise<Offer[]> {
    const found: Offer[] = [];
    for (let cursor: string | undefined | null; cursor !== null; ) {
      const { items, nextCursor } = await ordered(sort, cursor);
      found.push(...items);
      cursor = nextCursor;
    }
    return found;
  }

  it('gives each deal once, page by page, the cheapest against its official price first', async () => {
    for (const price of [990, 900, 950, 900, 1_000]) await offer(price);
    const offers = await all('discount');
    assert.deepEqual(
      offers.map((each) => each.sellingBrickPriceValue),
      [900, 900, 950, 990, 1_000],
    );
    assert.equal(new Set(offers.map(({ id }) => id)).size, 5);
    const byProfit = (await all('profitability')).map(({ profitability }) => profitability);
    assert.deepEqual(
      byProfit,
      byProfit.toSorted((a, b) => b - a),
    );
    assert.equal(byProfit.length, 5);
    const { isOwn, propertyName } = offers[0] as Offer;
    assert.deepEqual([isOwn, propertyName], [true, 'Les Tilleuls']);
  });
  it('a cursor of another order -> 400 validation-failed', async () => {
    const { nextCursor } = await ordered('newest');
    expectCode(await seller.client.get(`/marketplace/deal?sort=discount&cursor=${nextCursor}`), 400, 'validation-failed');
    const { nextCursor: byNumber } = await ordered('discount');
    expectCode(await seller.client.get(`/marketplace/deal?cursor=${byNumber}`), 400, 'validation-failed');
  });
});

describe('GET /marketplace/deal/:dealId', () => {
  it('is the deal as the list has it, until it is not for sale any more', async () => {
    const buyer = await verifiedInvestor(world, { fundsCents: 5_000 });
    const id = await offer(960);
    const shown = expectStatus(await buyer.client.get<Offer>(`/marketplace/deal/${id}`), 200).body;
    const { items } = expectStatus(await buyer.client.get<Page<Offer>>('/marketplace/deal?limit=1'), 200).body;
    assert.deepEqual(shown, items[0]);
    assert.equal(shown.isOwn, false);
    expectStatus(await buyer.client.post(`/marketplace/deal/${id}/purchase`), 201);
    expectCode(await seller.client.get(`/marketplace/deal/${id}`), 404, 'marketplace.buy.DEAL_NOT_FOUND');
  });
  it('one whose seller is frozen, and one that never was -> 404 marketplace.buy.DEAL_NOT_FOUND', async () => {
    const owner = await verifiedInvestor(world);
    const other = await resaleProperty(world, { owners: [{ customerId: owner.customerId, bricks: 1 }] });
    const asked = { propertyId: other.propertyId, amount: 1, price: 900 };
    const { id } = expectStatus(await owner.client.post<Offer>('/marketplace/deal', asked), 201).body;
    await customerIs(world, owner.customerId, 'frozen');
    for (const dealId of [id, randomUUID()])
      expectCode(await seller.client.get(`/marketplace/deal/${dealId}`), 404, 'marketplace.buy.DEAL_NOT_FOUND');
  });
  it('canSeeRoyalty is false -> 403 marketplace-forbidden', async () =>
    expectCode(await closed.client.get(`/marketplace/deal/${await offer(960)}`), 403, 'marketplace-forbidden'));
  it('without a session -> 401 unauthenticated', async () =>
    expectCode(await world.visitor().get(`/marketplace/deal/${randomUUID()}`), 401, 'unauthenticated'));
  it('as an administrator -> 403 forbidden', async () => {
    const administrator = await signInAdministrator(world);
    expectCode(await administrator.client.get(`/marketplace/deal/${randomUUID()}`), 403, 'forbidden');
  });
});

describe('GET /marketplace/property/:propertyId/sales', () => {
  type Sale = { id: string; brickCount: number; brickPriceCents: number; officialBrickPriceCents: number; priceCents: number };
  const sales = (person: Investor, id: string = propertyId, query = '') =>
    person.client.get<Page<Sale>>(`/marketplace/property/${id}/sales${query}`);

  it('has confirmed deals alone, newest first, page by page, without their parties', async () => {
    const owner = await verifiedInvestor(world);
    const own = await resaleProperty(world, { owners: [{ customerId: owner.customerId, bricks: 6 }] });
    const buyer = await verifiedInvestor(world, { fundsCents: 10_000 });
    const sell = async (price: number) => {
      const asked = { propertyId: own.propertyId, amount: 2, price };
      const { id } = expectStatus(await owner.client.post<Offer>('/marketplace/deal', asked), 201).body;
      return id;
    };
    for (const price of [900, 950]) {
      const id = await sell(price);
      expectStatus(await buyer.client.post(`/marketplace/deal/${id}/purchase`), 201);
      await world.until(
        async () => (await buyer.client.get<{ status: string }>(`/customers/deals/${id}`)).body.status === 'confirmed',
        'the deal is confirmed',
      );
    }
    await sell(990);
    const first = expectStatus(await sales(buyer, own.propertyId, '?limit=1'), 200).body;
    const second = expectStatus(await sales(buyer, own.propertyId, `?limit=1&cursor=${first.nextCursor}`), 200).body;
    assert.deepEqual(
      [...first.items, ...second.items].map(({ brickCount, brickPriceCents, officialBrickPriceCents, priceCents }) => [
        ...[brickCount, brickPriceCents, officialBrickPriceCents, priceCents],
      ]),
      [
        [2, 950, 1_000, 1_900],
        [2, 900, 1_000, 1_800],
      ],
    );
    assert.deepEqual(
      Object.keys(first.items[0] ?? {}).filter((name) => /seller|buyer/i.test(name)),
      [],
    );
    assert.equal(second.nextCursor, null);
  });
  it('an unknown property -> 404 marketplace.sell.PROPERTY_NOT_FOUND', async () =>
    expectCode(await sales(seller, randomUUID()), 404, 'marketplace.sell.PROPERTY_NOT_FOUND'));
  it('canSeeRoyalty is false -> 403 marketplace-forbidden', async () =>
    expectCode(await sales(closed), 403, 'marketplace-forbidden'));
  it('a cursor we never gave -> 400 validation-failed', async () =>
    expectCode(await sales(seller, propertyId, '?cursor=x'), 400, 'validation-failed'));
  it('without a session -> 401 unauthenticated', async () =>
    expectCode(await world.visitor().get(`/marketplace/property/${propertyId}/sales`), 401, 'unauthenticated'));
});

describe('GET /marketplace/property/:propertyId/sale-terms', () => {
  const ask = (person: Investor, id: string) => person.client.get(`/marketplace/property/${id}/sale-terms`);

  it('tells range, free bricks and quota, and of an offer what it then is', async () => {
    const owner = await verifiedInvestor(world);
    const own = await resaleProperty(world, { owners: [{ customerId: owner.customerId, bricks: 20 }], returnOnInvestment: 8 });
    const path = `/marketplace/property/${own.propertyId}/sale-terms`;
    const read = async (query = '') => expectStatus(await owner.client.get<Terms>(path + query), 200).body;
    const { ofOffer: none, ...before } = await read('?price=950');
    assert.deepEqual(before, {
      propertyId: own.propertyId,
      propertyName: 'Les Tilleuls',
      minPriceCents: 100,
      maxPriceCents: 1_000,
      brickCount: 20,
      freeBrickCount: 20,
      dealsLeftToday: 40,
      commissionBps: 200,
    });
    assert.equal(none, null);
    const { ofOffer } = await read('?amount=19&price=950');
    assert.deepEqual([ofOffer?.priceCents, ofOffer?.commissionCents, ofOffer?.netCents], [18_050, 361, 17_689]);
    const asked = { propertyId: own.propertyId, amount: 19, price: 950 };
    const made = expectStatus(await owner.client.post<Figures>('/marketplace/deal', asked), 201).body;
    for (const name of ['brickPriceVariation', 'profitability', 'revenueYield'] as const)
      assert.equal(ofOffer?.[name], made[name]);
    const { freeBrickCount, dealsLeftToday } = await read();
    assert.deepEqual([freeBrickCount, dealsLeftToday], [1, 39]);
  });
  it('who holds none has none to sell; the company account has no quota', async () => {
    const company = await verifiedInvestor(world);
    await designateCompanyAccount(world.deps, company);
    const { brickCount, freeBrickCount, dealsLeftToday } = await terms(company);
    assert.deepEqual([brickCount, freeBrickCount, dealsLeftToday], [0, 0, null]);
  });
  it('an unknown property -> 404 marketplace.sell.PROPERTY_NOT_FOUND', async () =>
    expectCode(await ask(seller, randomUUID()), 404, 'marketplace.sell.PROPERTY_NOT_FOUND'));
  it('a loan -> 403 marketplace.sell.property-forbidden', async () => {
    const loan = await resaleProperty(world, { owners: [{ customerId: seller.customerId, bricks: 1 }], contractType: 'loan' });
    expectCode(await ask(seller, loan.propertyId), 403, 'marketplace.sell.property-forbidden');
  });
  it('without an official price -> 404 marketplace.sell.PROPERTY_BRICKS_PRICE_NOT_FOUND', async () => {
    const priceless = await resaleProperty(world, {
      owners: [{ customerId: seller.customerId, bricks: 1 }],
      officialCents: null,
    });
    expectCode(await ask(seller, priceless.propertyId), 404, 'marketplace.sell.PROPERTY_BRICKS_PRICE_NOT_FOUND');
  });
  it('canSeeRoyalty is false -> 403 marketplace-forbidden', async () =>
    expectCode(await ask(closed, propertyId), 403, 'marketplace-forbidden'));
  it('a price of nothing -> 400 validation-failed', async () =>
    expectCode(
      await seller.client.get(`/marketplace/property/${propertyId}/sale-terms?amount=1&price=0`),
      400,
      'validation-failed',
    ));
  it('without a session -> 401 unauthenticated', async () =>
    expectCode(await world.visitor().get(`/marketplace/property/${propertyId}/sale-terms`), 401, 'unauthenticated'));
});

describe('GET /marketplace/property', () => {
  type Sellable = { propertyId: string; brickCount: number; freeBrickCount: number; isMarketOpen: boolean };
  const sellable = ({ client }: Investor, query = '') => client.get<Page<Sellable>>(`/marketplace/property${query}`);

  it('has what is held, page by page, and whether its market is open', async () => {
    const owner = await verifiedInvestor(world);
    const owners = [{ customerId: owner.customerId, bricks: 5 }];
    const open = await resaleProperty(world, { owners });
    const loan = await resaleProperty(world, { owners, contractType: 'loan' });
    const asked = { propertyId: open.propertyId, amount: 2, price: 900 };
    expectStatus(await owner.client.post('/marketplace/deal', asked), 201);
    const first = expectStatus(await sellable(owner, '?limit=1'), 200).body;
    const second = expectStatus(await sellable(owner, `?limit=1&cursor=${first.nextCursor}`), 200).body;
    const found = [...first.items, ...second.items].map((each) => [
      ...[each.propertyId, each.brickCount, each.freeBrickCount, each.isMarketOpen],
    ]);
    assert.deepEqual(
      new Set(found.map(String)),
      new Set([[open.propertyId, 5, 3, true].join(), [loan.propertyId, 5, 5, false].join()]),
    );
  });
  it('canSeeRoyalty is false -> 403 marketplace-forbidden', async () =>
    expectCode(await sellable(closed), 403, 'marketplace-forbidden'));
  it('a cursor we never gave -> 400 validation-failed', async () =>
    expectCode(await sellable(seller, '?cursor=x'), 400, 'validation-failed'));
  it('without a session -> 401 unauthenticated', async () =>
    expectCode(await world.visitor().get('/marketplace/property'), 401, 'unauthenticated'));
});
