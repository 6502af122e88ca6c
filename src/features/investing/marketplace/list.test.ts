// What an investor reads of the deals they have part in, through HTTP.

import assert from 'node:assert/strict';
import { randomUUID } from 'node:crypto';
import { after, before, describe, it } from 'node:test';
import { type Investor, resaleProperty, verifiedInvestor } from '../../../../test/support/actors.ts';
import { expectCode, expectStatus, startWorld, type World } from '../../../../test/support/world.ts';
import type { PropertyId } from '../../../core/db/tables.ts';

type Deal = { id: string; role: string; status: string; priceCents: number; createdAt: string; confirmedAt: string | null };
type Page = { items: Deal[]; nextCursor: string | null };

const URL = '/customers/deals';

let world: World;
let seller: Investor;
let propertyId: PropertyId;

before(async () => {
  world = await startWorld({ settings: { MARKETPLACE_SELLER_COMMISSION_BPS: '200' } });
  seller = await verifiedInvestor(world);
  ({ propertyId } = await resaleProperty(world, { owners: [{ customerId: seller.customerId, bricks: 40 }] }));
});
after(() => world.close());

const offer = async (price = 950) =>
  expectStatus(await seller.client.post<{ id: string }>('/marketplace/deal', { propertyId, amount: 2, price }), 201).body.id;
const list = async (person: Investor, query = '') => expectStatus(await person.client.get<Page>(`${URL}${query}`), 200).body;

describe('GET /customers/deals and /customers/deals/:dealId', () => {
  it('shows both sides of a deal from its offer to its confirmation, with price, commission and dates', async () => {
    const buyer = await verifiedInvestor(world, { fundsCents: 10_000 });
    const dealId = await offer();
    const pending = (await list(seller)).items.find(({ id }) => id === dealId);
    assert.ok(pending);
    const { createdAt, ...told } = pending;
    assert.deepEqual(told, {
      id: dealId,
      role: 'seller',
      propertyId,
      propertyName: 'Les Tilleuls',
      status: 'pending',
      brickCount: 2,
      brickPriceCents: 950,
      priceCents: 1_900,
      commissionCents: 38,
      netCents: 1_862,
      reservedAt: null,
      confirmedAt: null,
    });
    assert.deepEqual((await list(buyer)).items, []);
    expectStatus(await buyer.client.post(`/marketplace/deal/${dealId}/purchase`), 201);
    const confirmed = await world.until(async () => {
      const { body } = expectStatus(await buyer.client.get<Deal>(`${URL}/${dealId}`), 200);
      return body.status === 'confirmed' && body;
    }, 'the deal is confirmed');
    assert.deepEqual([confirmed.role, confirmed.priceCents, confirmed.createdAt], ['buyer', 1_900, createdAt]);
    assert.ok(confirmed.confirmedAt);
    assert.equal((await seller.client.get<Deal>(`${URL}/${dealId}`)).body.role, 'seller');
    assert.deepEqual((await list(buyer)).items, [confirmed]);
  });
  it('page by page, newest first', async () => {
    const ids = [await offer(900), await offer(910), await offer(920)];
    const first = await list(seller, '?limit=2');
    const second = await list(seller, `?limit=2&cursor=${first.nextCursor}`);
    const seen = [...first.items, ...second.items].map(({ id }) => id);
    assert.deepEqual(new Set(seen.filter((id) => ids.includes(id))), new Set(ids));
    const dates = [...first.items, ...second.items].map(({ createdAt }) => createdAt);
    assert.deepEqual(dates, dates.toSorted().toReversed());
  });
  it('a deal of others, whatever its state, and one that never was -> 404 marketplace.deal.not-found', async () => {
    const other = await verifiedInvestor(world);
    expectCode(await other.client.get(`${URL}/${await offer()}`), 404, 'marketplace.deal.not-found');
    expectCode(await other.client.get(`${URL}/${randomUUID()}`), 404, 'marketplace.deal.not-found');
  });
  it('a cursor we never gave -> 400 validation-failed', async () =>
    expectCode(await seller.client.get(`${URL}?cursor=x`), 400, 'validation-failed'));
  it('without a session -> 401 unauthenticated', async () => expectCode(await world.visitor().get(URL), 401, 'unauthenticated'));
});
