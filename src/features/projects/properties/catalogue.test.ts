// The public catalogue: visibility, page by page, never stale.

import assert from 'node:assert/strict';
import { randomUUID } from 'node:crypto';
import { after, before, describe, it } from 'node:test';
import {
  openFunding,
  type Person,
  resaleProperty,
  signInAdministrator,
  spvWithWallet,
  verifiedInvestor,
} from '../../../../test/support/actors.ts';
import { createClient } from '../../../../test/support/client.ts';
import { propertyIs, renameUnseen } from '../../../../test/support/property-states.ts';
import { shows } from '../../../../test/support/recorder.ts';
import { expectCode, expectStatus, startWorld, type World } from '../../../../test/support/world.ts';
import type { SpvId } from '../../../core/db/tables.ts';

type Item = { id: string; name: string; isMarketplaceAllowed: boolean; investorContractType: string; availableBricks: number };
type Page = { items: Item[]; nextCursor: string | null };

let world: World;
let admin: Person;
let spvId: SpvId;

before(async () => {
  world = await startWorld({ worker: false });
  admin = await signInAdministrator(world);
  ({ spvId } = await spvWithWallet(world));
});
after(() => world.close());

const read = (id: string) => world.visitor().get<Item>(`/properties/${id}`);
const list = async (query = '') => expectStatus(await world.visitor().get<Page>(`/properties${query}`), 200).body;

async function published(body: object = {}, displayDate?: string): Promise<string> {
  const answer = await admin.client.post<{ id: string }>('/administration/property', {
    ...{ name: 'Les Tilleuls', investorContractType: 'royalty', spvId, amountToFundCents: 50_000 },
    ...{ imageGallery: ['https://images.test/a.png', 'https://images.test/b.png'] },
    fundingStartDate: Temporal.Now.instant().add({ hours: 100 }).toString(),
    ...body,
  });
  const { id } = expectStatus(answer, 201).body;
  expectStatus(await admin.client.patch(`/administration/property/${id}/publish`, { displayDate }), 200);
  return id;
}

describe('GET /properties/:propertyId', () => {
  it('shows a published property to a visitor, and nothing internal', async () => {
    const description = {
      name: 'Les Érables',
      investmentCase: '# Plan',
      address: { street: '1 rue', city: 'Lyon', postcode: '69001', country: 'France' },
      finances: { notary: 1 },
      attributes: ['neuf'],
      returnOnInvestment: 9.5,
      minAmountToFundCents: 20_000,
    };
    const internal = { companyFees: { fundingFees: { amountExcludingTaxCents: 1_000 } }, totalFundEscrow: 1_000 };
    const id = await published({ ...description, ...internal, operation: { version: 'V2' } });
    const { body } = expectStatus(await read(id), 200);
    const expected = {
      ...description,
      ...{ id, investorContractType: 'royalty', amountToFundCents: 50_000, totalBricks: 50, minBricks: 20 },
      ...{ brickPriceCents: 1000, fundingStatus: 'inProgress', fundingEnded: false, primaryMarketOpen: true },
      ...{ confirmedBricks: 0, waitingBricks: 0, availableBricks: 50, confirmedPercentage: 0 },
    };
    assert.deepEqual({ ...body, ...expected }, body);
    for (const field of [
      'spvId',
      'projectOwnerId',
      'projectOwnerPresentationId',
      'companyFees',
      'totalFundEscrow',
      'operation',
      'status',
      'financialStatus',
    ]) {
      assert.equal(field in body, false, field);
    }
  });
  it('counts every purchase at once', async () => {
    const { propertyId } = await openFunding(world, { bricks: 40 });
    expectStatus(await read(propertyId), 200);
    const investor = await verifiedInvestor(world, { fundsCents: 20_000 });
    expectStatus(await investor.client.post(`/properties/${propertyId}/purchase`, { amount: 15 }), 201);
    const { availableBricks, ...body } = expectStatus(await read(propertyId), 200).body;
    assert.equal(availableBricks, 25);
    assert.equal((body as unknown as { waitingBricks: number }).waitingBricks, 15);
    await world.runJob('wallet-transactions');
    const confirmed = expectStatus(await read(propertyId), 200).body as unknown as Record<string, unknown>;
    assert.deepEqual([confirmed.confirmedBricks, confirmed.waitingBricks, confirmed.confirmedPercentage], [15, 0, 37.5]);
    assert.equal((await list()).items.find((item) => item.id === propertyId)?.availableBricks, 25);
  });
  it('sells nothing more once the funding has ended', async () => {
    const { propertyId } = await openFunding(world, { bricks: 40 });
    await propertyIs(world, propertyId, 'endedAndSold');
    assert.equal(expectStatus(await read(propertyId), 200).body.availableBricks, 0);
  });
  it('is cached, and forgotten by every instance when an administrator changes the property', async () => {
    const { propertyId } = await resaleProperty(world, { owners: [] });
    const other = createClient((await world.another({ api: true, worker: false })).url ?? '');
    const both = () => Promise.all([read(propertyId), other.get<Item>(`/properties/${propertyId}`)]);
    const shown = async () => (await both()).map(({ body }) => `${body.name} ${body.isMarketplaceAllowed}`);
    assert.deepEqual(await shown(), ['Les Tilleuls true', 'Les Tilleuls true']);
    await renameUnseen(world, propertyId, 'Les Saules');
    assert.deepEqual(await shown(), ['Les Tilleuls true', 'Les Tilleuls true']);
    expectStatus(
      await admin.client.patch(`/administration/property/${propertyId}/marketplace-allowed`, { isAllowed: false }),
      200,
    );
    assert.deepEqual(await shown(), ['Les Saules false', 'Les Saules false']);
    shows('event.property-cache');
  });
  it('is forgotten when its terms or its budget are edited', async () => {
    const contract = { operation: { version: 'V2' }, escrowCents: 20_000, constructionCents: 10_000 };
    const { propertyId } = await openFunding(world, { bricks: 40, contract });
    const shown = async () => (await read(propertyId)).body.name;
    for (const [name, path, body] of [
      ['Les Ormes', '', { fundingMaxEndDate: null }],
      ['Les Acacias', '/contract-budget', { totalFundEscrow: 20_000 }],
    ] as const) {
      const before = await shown();
      await renameUnseen(world, propertyId, name);
      assert.equal(await shown(), before);
      expectStatus(await admin.client.patch(`/administration/property/${propertyId}${path}`, body), 200);
      assert.equal(await shown(), name);
    }
    shows('event.property-cache');
  });
  it('unknown -> 404 property.not-found', async () => expectCode(await read(randomUUID()), 404, 'property.not-found'));
  it('a draft -> 404 property.not-found', async () => {
    const answer = await admin.client.post<Item>('/administration/property', { name: 'Plan', investorContractType: 'loan' });
    expectCode(await read(answer.body.id), 404, 'property.not-found');
  });
  it('no UUID v4 -> 400 validation-failed', async () => expectCode(await read('les-tilleuls'), 400, 'validation-failed'));
});

describe('GET /properties', () => {
  it('gives every published property once, newest first, in pages, with a filter', async () => {
    const ids = [];
    for (const investorContractType of ['royalty', 'loan', 'obligation', 'loan', 'royalty']) {
      ids.unshift(await published({ investorContractType }));
    }
    const first = await list('?limit=2');
    const second = await list(`?limit=2&cursor=${first.nextCursor}`);
    assert.deepEqual(
      [...first.items, ...second.items].map((item) => item.id),
      ids.slice(0, 4),
    );
    const all = (await list('?limit=200')).items.map((item) => item.id);
    assert.equal(new Set(all).size, all.length);
    assert.deepEqual(all.slice(0, 5), ids);
    const loans = (await list('?investorContractType=loan')).items;
    assert.deepEqual(
      loans.map((item) => item.id),
      [ids[1], ids[3]],
    );
    assert.equal((await list('?limit=200')).nextCursor, null);
  });
  it('shows a property from its display date on', async () => {
    const shownFrom = Temporal.Now.instant().add({ hours: 30 });
    const id = await published({}, shownFrom.toString());
    const isListed = async () => (await list('?limit=200')).items.some((item) => item.id === id);
    assert.equal(await isListed(), false);
    expectCode(await read(id), 404, 'property.not-found');
    await world.moveClock({ now: shownFrom.toString() });
    assert.equal(await isListed(), true);
    expectStatus(await read(id), 200);
  });
  for (const query of ['?limit=0', '?limit=201', '?cursor=abc', '?investorContractType=lease']) {
    it(`${query} -> 400 validation-failed`, async () =>
      expectCode(await world.visitor().get(`/properties${query}`), 400, 'validation-failed'));
  }
});
