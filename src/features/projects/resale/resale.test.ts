// The sale of a royalty property up to the accepted offer, without and with the market of its bricks.

import assert from 'node:assert/strict';
import { randomUUID } from 'node:crypto';
import { after, before, describe, it } from 'node:test';
import {
  type Investor,
  type Person,
  resaleProperty,
  signInAdministrator,
  verifiedInvestor,
} from '../../../../test/support/actors.ts';
import { propertyIs } from '../../../../test/support/property-states.ts';
import { readAudits } from '../../../../test/support/readers.ts';
import { expectCode, expectStatus, startWorld, type World } from '../../../../test/support/world.ts';
import type { PropertyId } from '../../../core/db/tables.ts';
import { newId } from '../../../core/ids.ts';

type Resale = {
  saleStartedAt: string | null;
  offerAcceptedAt: string | null;
  saleType: string | null;
  completedAt: string | null;
};

let world: World;
let admin: Person;
let colleague: Person;
let seller: Investor;
let buyer: Investor;

before(async () => {
  world = await startWorld({ worker: false });
  admin = await signInAdministrator(world);
  colleague = await signInAdministrator(world);
  seller = await verifiedInvestor(world);
  buyer = await verifiedInvestor(world, { fundsCents: 100_000 });
});
after(() => world.close());

const saleStartedAt = '2026-06-01T08:00:00Z';
const offerAcceptedAt = '2026-07-01T08:00:00Z';
const path = (propertyId: PropertyId, step: string) => `/administration/property/${propertyId}/resale/${step}`;
const start = (propertyId: PropertyId, body: object = { propertyId, saleStartedAt }, by = admin) =>
  by.client.post<{ resale: Resale }>(path(propertyId, 'start'), body);
const accept = (propertyId: PropertyId, body: object = { propertyId, offerAcceptedAt, saleType: 'total' }, by = admin) =>
  by.client.post<{ property: { resale: Resale } }>(path(propertyId, 'offer-accepted'), body);
const property = async (options: { contractType?: string } = {}) =>
  (await resaleProperty(world, { owners: [{ customerId: seller.customerId, bricks: 10 }], ...options })).propertyId;
const started = async () => {
  const propertyId = await property();
  expectStatus(await start(propertyId), 201);
  return propertyId;
};
/** Whether the sale has started, and what was accepted. */
const saleOf = async (propertyId: PropertyId) => {
  const [row] = await world.sql<{ started: boolean; type: string | null }>(
    'select resale_sale_started_at is not null as started, resale_sale_type as type from property where id = $1',
    [propertyId],
  );
  return [row?.started, row?.type];
};
const audits = (propertyId: PropertyId) =>
  readAudits<{ kind: string; payload: Record<string, unknown> }>(world, { targetId: propertyId }, ['kind', 'payload']);
const offer = async (propertyId: PropertyId, amount: number) =>
  expectStatus(await seller.client.post<{ id: string }>('/marketplace/deal', { propertyId, amount, price: 900 }), 201).body.id;
const unpurchase = (propertyId: PropertyId) => propertyIs(world, propertyId, 'notPurchased');

describe('POST /administration/property/:propertyId/resale/start', () => {
  it('starts the sale, with the id in the body or without', async () => {
    const propertyId = await property();
    const change = { from: [false, null], to: [true, null], look: () => saleOf(propertyId) };
    const by = () => start(propertyId, { saleStartedAt });
    const { body } = expectStatus(await world.changes('state.resale-started', { ...change, by }), 201);
    assert.deepEqual(body.resale, { saleStartedAt, offerAcceptedAt: null, saleType: null, completedAt: null });
    assert.deepEqual(await audits(propertyId), [{ kind: 'PROPERTY_RESALE_START', payload: { saleStartedAt } }]);
    expectStatus(await start(await property()), 201);
  });
  it('two at once: one starts, the other -> 400 property.resale-already-started', async () => {
    const propertyId = await property();
    const [won, lost] = (await Promise.all([start(propertyId), start(propertyId, undefined, colleague)])).toSorted(
      (a, b) => a.status - b.status,
    );
    assert.ok(won && lost);
    expectStatus(won, 201);
    expectCode(lost, 400, 'property.resale-already-started');
    assert.equal((await audits(propertyId)).length, 1);
  });
  it('unknown -> 404 property.not-found', async () => expectCode(await start(newId()), 404, 'property.not-found'));
  it('not purchased -> 400 property.not-purchased-yet', async () => {
    const propertyId = await property();
    await unpurchase(propertyId);
    expectCode(await start(propertyId), 400, 'property.not-purchased-yet');
  });
  it('started before -> 400 property.resale-already-started', async () =>
    expectCode(await start(await started()), 400, 'property.resale-already-started'));
  it('not royalty -> 400 validation-failed', async () =>
    expectCode(await start(await property({ contractType: 'loan' })), 400, 'validation-failed'));
  it('another id in the body -> 400 validation-failed', async () =>
    expectCode(await start(await property(), { propertyId: randomUUID(), saleStartedAt }), 400, 'validation-failed'));
  it('no date -> 400 validation-failed', async () => expectCode(await start(await property(), {}), 400, 'validation-failed'));
  it('without a session -> 401 unauthenticated', async () =>
    expectCode(await world.visitor().post(path(newId(), 'start'), { saleStartedAt }), 401, 'unauthenticated'));
  it('as an investor -> 403 forbidden', async () =>
    expectCode(await start(newId(), { saleStartedAt }, seller), 403, 'forbidden'));
});

describe('POST /administration/property/:propertyId/resale/offer-accepted', () => {
  it('accepts, cancels pending deals, frees their bricks and notifies the sellers', async () => {
    const propertyId = await started();
    const [pending, other] = [await offer(propertyId, 2), await offer(propertyId, 3)];
    const change = { from: [true, null], to: [true, 'total'], look: () => saleOf(propertyId), by: () => accept(propertyId) };
    const { body } = expectStatus(await world.changes('state.resale-offer-accepted', change), 201);
    assert.deepEqual(body.property.resale, { saleStartedAt, offerAcceptedAt, saleType: 'total', completedAt: null });
    assert.deepEqual(await world.sql('select id from market_deal where property_id = $1', [propertyId]), []);
    const [free] = await world.sql<{ free: number }>(
      'select count(*)::integer as free from brick where property_id = $1 and deal_id is null and status is null',
      [propertyId],
    );
    assert.equal(free?.free, 10);
    const mails = await world.sql<{ to: string; reference: string; reason: string }>(
      `select data->>'to' as to, data->'data'->>'reference' as reference, data->'data'->>'reason' as reason from pgboss.job
       where name = 'send-email' and data->>'template' = 'deal-canceled' and data->'data'->>'reference' = any($1)`,
      [[pending, other]],
    );
    assert.deepEqual(
      mails.map(({ to, reason }) => [to, reason]),
      Array(2).fill([seller.email, 'offer-accepted']),
    );
    assert.deepEqual((await audits(propertyId))[1], {
      kind: 'PROPERTY_RESALE_OFFER_ACCEPTED',
      payload: { offerAcceptedAt, saleType: 'total', canceledDeals: 2 },
    });
    expectStatusAbove400(await seller.client.post('/marketplace/deal', { propertyId, amount: 1, price: 900 }));
  });
  it('a partial one leaves the market open', async () => {
    const propertyId = await started();
    expectStatus(await accept(propertyId, { offerAcceptedAt, saleType: 'partial' }), 201);
    await offer(propertyId, 1);
  });
  it('a reserved deal continues', async () => {
    const propertyId = await started();
    const id = await offer(propertyId, 2);
    expectStatus(await buyer.client.post(`/marketplace/deal/${id}/purchase`), 201);
    expectStatus(await accept(propertyId), 201);
    await world.runJob('wallet-transactions');
    const [deal] = await world.sql<{ status: string }>('select status from market_deal where id = $1', [id]);
    assert.equal(deal?.status, 'confirmed');
  });
  it('beside a purchase at the same moment: the deal is bought or gone, never pending', async () => {
    for (let round = 0; round < 3; round += 1) {
      const propertyId = await started();
      const id = await offer(propertyId, 1);
      const [accepted, bought] = await Promise.all([accept(propertyId), buyer.client.post(`/marketplace/deal/${id}/purchase`)]);
      expectStatus(accepted, 201);
      await world.runJob('wallet-transactions');
      const [deal] = await world.sql<{ status: string }>('select status from market_deal where id = $1', [id]);
      assert.equal(deal?.status, bought.status === 201 ? 'confirmed' : undefined);
    }
  });
  it('two at once: one accepts, the other -> 400 property.offer-already-accepted', async () => {
    const propertyId = await started();
    const [won, lost] = (await Promise.all([accept(propertyId), accept(propertyId, undefined, colleague)])).toSorted(
      (a, b) => a.status - b.status,
    );
    assert.ok(won && lost);
    expectStatus(won, 201);
    expectCode(lost, 400, 'property.offer-already-accepted');
  });
  it('unknown -> 404 property.not-found', async () => expectCode(await accept(newId()), 404, 'property.not-found'));
  it('not purchased -> 400 property.not-purchased-yet', async () => {
    const propertyId = await started();
    await unpurchase(propertyId);
    expectCode(await accept(propertyId), 400, 'property.not-purchased-yet');
  });
  it('not started -> 400 property.resale-not-started', async () =>
    expectCode(await accept(await property()), 400, 'property.resale-not-started'));
  it('accepted before -> 400 property.offer-already-accepted', async () => {
    const propertyId = await started();
    expectStatus(await accept(propertyId), 201);
    expectCode(await accept(propertyId), 400, 'property.offer-already-accepted');
  });
  it('completed -> 400 property.resale-completed', async () => {
    const propertyId = await started();
    await propertyIs(world, propertyId, 'resaleCompleted');
    expectCode(await accept(propertyId), 400, 'property.resale-completed');
  });
  it('not royalty -> 400 validation-failed', async () =>
    expectCode(await accept(await property({ contractType: 'obligation' })), 400, 'validation-failed'));
  it('another id in the body -> 400 validation-failed', async () => {
    const body = { propertyId: randomUUID(), offerAcceptedAt, saleType: 'total' };
    expectCode(await accept(await started(), body), 400, 'validation-failed');
  });
  it('dated before the start of the sale -> 400 validation-failed', async () => {
    const answer = await accept(await started(), { offerAcceptedAt: '2026-05-31T08:00:00Z', saleType: 'total' });
    expectCode(answer, 400, 'validation-failed');
    assert.match(answer.text, /body\/offerAcceptedAt/);
  });
  it('another sale type -> 400 validation-failed', async () =>
    expectCode(await accept(await started(), { offerAcceptedAt, saleType: 'half' }), 400, 'validation-failed'));
  it('without a session -> 401 unauthenticated', async () =>
    expectCode(
      await world.visitor().post(path(newId(), 'offer-accepted'), { offerAcceptedAt, saleType: 'total' }),
      401,
      'unauthenticated',
    ));
  it('as an investor -> 403 forbidden', async () =>
    expectCode(await accept(newId(), { offerAcceptedAt, saleType: 'total' }, seller), 403, 'forbidden'));
});

function expectStatusAbove400({ status }: { status: number }): void {
  assert.ok(status >= 400, `answered ${status}`);
}
