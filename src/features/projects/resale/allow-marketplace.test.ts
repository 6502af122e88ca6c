// Opening and closing the secondary market of a property, through HTTP.

import assert from 'node:assert/strict';
import { randomUUID } from 'node:crypto';
import { after, afterEach, before, describe, it } from 'node:test';
import {
  type Investor,
  type Person,
  resaleProperty,
  signInAdministrator,
  signUp,
  verifiedInvestor,
} from '../../../../test/support/actors.ts';
import { assertSoundLedger } from '../../../../test/support/ledger-proof.ts';
import { propertyIs } from '../../../../test/support/property-states.ts';
import { readAudits } from '../../../../test/support/readers.ts';
import { expectCode, expectStatus, startWorld, type World } from '../../../../test/support/world.ts';
import type { PropertyId } from '../../../core/db/tables.ts';

type View = { id: string; isMarketplaceAllowed: boolean };

let world: World;
let admin: Person;
let seller: Investor;

before(async () => {
  world = await startWorld({ worker: false });
  admin = await signInAdministrator(world);
  seller = await verifiedInvestor(world);
});
after(() => world.close());
afterEach(async () => {
  await assertSoundLedger(world);
});

const allow = (id: string, body: object, by: Person = admin) =>
  by.client.patch<View>(`/administration/property/${id}/marketplace-allowed`, body);
const property = async (contractType = 'royalty') =>
  (await resaleProperty(world, { owners: [{ customerId: seller.customerId, bricks: 20 }], contractType })).propertyId;
const offer = async (propertyId: PropertyId, amount = 2) =>
  expectStatus(await seller.client.post<{ id: string }>('/marketplace/deal', { propertyId, amount, price: 900 }), 201).body.id;
const dealsOf = async (propertyId: PropertyId) =>
  (
    await world.sql<{ status: string }>('select status from market_deal where property_id = $1 order by status', [propertyId])
  ).map(({ status }) => status);
const lockedBricks = async (propertyId: PropertyId) =>
  (
    await world.sql<{ count: number }>(
      `select count(*)::integer as count from brick where property_id = $1 and (status = 'SELLING' or deal_id is not null)`,
      [propertyId],
    )
  )[0]?.count;
const isOpen = async (id: string) =>
  (await world.sql<{ open: boolean }>('select is_marketplace_allowed as open from property where id = $1', [id]))[0]?.open;
const auditsOf = async (id: string) =>
  (await readAudits<{ payload: unknown }>(world, { targetId: id, kind: 'PROJECT_MARKETPLACE_ALLOWED' }, ['payload'])).map(
    ({ payload }) => payload,
  );

describe('PATCH /administration/property/:projectId/marketplace-allowed', () => {
  it('closes: pending deals are gone and their bricks free, a reserved one continues', async () => {
    const id = await property();
    const buyer = await verifiedInvestor(world, { fundsCents: 10_000 });
    const reserved = await offer(id, 3);
    const purchase = { look: () => dealsOf(id), by: () => buyer.client.post(`/marketplace/deal/${reserved}/purchase`) };
    expectStatus(await world.changes('state.deal-reserved', { from: ['pending'], to: ['reserved'], ...purchase }), 201);
    await offer(id);
    await offer(id);
    const closing = { look: () => isOpen(id), by: () => allow(id, { projectId: id, isAllowed: false }) };
    const { body } = expectStatus(await world.changes('state.marketplace-closed', { from: true, to: false, ...closing }), 200);
    assert.deepEqual([body.id, body.isMarketplaceAllowed], [id, false]);
    assert.deepEqual(await dealsOf(id), ['reserved']);
    assert.equal(await lockedBricks(id), 3);
    assert.deepEqual(await auditsOf(id), [{ isAllowed: false, canceledDeals: 2 }]);
    expectCode(
      await seller.client.post('/marketplace/deal', { propertyId: id, amount: 1, price: 900 }),
      403,
      'marketplace.sell.property-forbidden',
    );
    const worker = { look: () => dealsOf(id), by: () => world.runJob('wallet-transactions') };
    await world.changes('state.deal-confirmed', { from: ['reserved'], to: ['confirmed'], ...worker });
  });
  it('opens again, with no other effect; the body need not repeat the id', async () => {
    const id = await property();
    expectStatus(await allow(id, { isAllowed: false }), 200);
    const opening = { look: () => isOpen(id), by: () => allow(id, { isAllowed: true }) };
    const { body } = expectStatus(await world.changes('state.marketplace-opened', { from: false, to: true, ...opening }), 200);
    assert.equal(body.isMarketplaceAllowed, true);
    await offer(id);
    expectStatus(await allow(id, { isAllowed: true }), 200);
    assert.deepEqual(await dealsOf(id), ['pending']);
    assert.deepEqual(await auditsOf(id), [
      { isAllowed: false, canceledDeals: 0 },
      { isAllowed: true, canceledDeals: 0 },
      { isAllowed: true, canceledDeals: 0 },
    ]);
  });
  it('against a purchase at the same moment: the deal is reserved or gone, its bricks locked or free', async () => {
    for (let round = 0; round < 3; round += 1) {
      const id = await property();
      const buyer = await verifiedInvestor(world, { fundsCents: 10_000 });
      const dealId = await offer(id);
      const [closed, bought] = await Promise.all([
        allow(id, { isAllowed: false }),
        buyer.client.post(`/marketplace/deal/${dealId}/purchase`),
      ]);
      expectStatus(closed, 200);
      assert.deepEqual(await dealsOf(id), bought.status === 201 ? ['reserved'] : []);
      assert.equal(await lockedBricks(id), bought.status === 201 ? 2 : 0);
    }
  });
  it('against offers at the same moment: none is left on the closed market', async () => {
    for (let round = 0; round < 5; round += 1) {
      const id = await property();
      const offers = Array.from({ length: 4 }, () =>
        seller.client.post('/marketplace/deal', { propertyId: id, amount: 1, price: 900 }),
      );
      expectStatus(await allow(id, { isAllowed: false }), 200);
      for (const answer of await Promise.all(offers)) assert.ok(answer.status === 201 || answer.status === 403, answer.text);
      assert.deepEqual([await dealsOf(id), await lockedBricks(id)], [[], 0]);
    }
  });
  it('unknown -> 404 project.not-found', async () =>
    expectCode(await allow(randomUUID(), { isAllowed: false }), 404, 'project.not-found'));
  it('not purchased -> 400 project.not-purchased-yet', async () => {
    const id = await property();
    await propertyIs(world, id, 'completedUnpurchased');
    expectCode(await allow(id, { isAllowed: false }), 400, 'project.not-purchased-yet');
  });
  it('resale completed -> 400 project.resale-completed', async () => {
    const id = await property();
    await offer(id);
    await propertyIs(world, id, 'resaleCompleted');
    expectCode(await allow(id, { isAllowed: false }), 400, 'project.resale-completed');
    assert.deepEqual([await dealsOf(id), await auditsOf(id)], [['pending'], []]);
  });
  it('not royalty -> 400 validation-failed', async () =>
    expectCode(await allow(await property('obligation'), { isAllowed: false }), 400, 'validation-failed'));
  it('a body that names another property -> 400 validation-failed', async () => {
    const [id, other] = [await property(), await property()];
    expectCode(await allow(id, { projectId: other, isAllowed: false }), 400, 'validation-failed');
    assert.deepEqual([await auditsOf(id), await auditsOf(other)], [[], []]);
  });
  for (const body of [{}, { isAllowed: 'no' }, { isAllowed: null }, { isAllowed: false, projectId: 'one' }]) {
    it(`${JSON.stringify(body)} -> 400 validation-failed`, async () =>
      expectCode(await allow(randomUUID(), body), 400, 'validation-failed'));
  }
  it('an id that is no UUID v4 -> 400 validation-failed', async () =>
    expectCode(await allow('one', { isAllowed: true }), 400, 'validation-failed'));
  it('without a session -> 401 unauthenticated', async () =>
    expectCode(
      await world.visitor().patch(`/administration/property/${randomUUID()}/marketplace-allowed`, {}),
      401,
      'unauthenticated',
    ));
  it('as an investor -> 403 forbidden', async () =>
    expectCode(await allow(randomUUID(), { isAllowed: false }, await signUp(world)), 403, 'forbidden'));
});
