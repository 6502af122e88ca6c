// The price of a sold property reaches every holder once, to the cent, whatever the provider does.

import assert from 'node:assert/strict';
import { randomUUID } from 'node:crypto';
import { after, afterEach, before, describe, it } from 'node:test';
import {
  type Investor,
  openFunding,
  type Person,
  type Spv,
  sellAndClose,
  signInAdministrator,
  verifiedInvestor,
} from '../../../../test/support/actors.ts';
import { surplus } from '../../../../test/support/funding-actors.ts';
import { propertyIs } from '../../../../test/support/property-states.ts';
import { availableOf, mailsWritten, purseCents, readAudits } from '../../../../test/support/readers.ts';
import { expectCode, expectStatus, startWorld, type World } from '../../../../test/support/world.ts';
import type { CustomerId, PropertyId, SpvId } from '../../../core/db/tables.ts';
import { newId } from '../../../core/ids.ts';

type Completed = {
  property: { resale: Record<string, string | null>; financialStatus: string | null };
  sale: { id: string; saleType: string; salePriceCents: number; holderCount: number };
};
type Sold = { propertyId: PropertyId; spvId: SpvId; accountId: string };

const WIRES = '/administration/property/payment-schedule/wire-to-be-assigned';

let world: World;
let admin: Person;
let colleague: Person;
let ana: Investor;
let bob: Investor;
let cleo: Investor;

before(async () => {
  world = await startWorld({ worker: false });
  admin = await signInAdministrator(world);
  colleague = await signInAdministrator(world);
  [ana, bob, cleo] = [
    await verifiedInvestor(world, { fundsCents: 10_000 }),
    await verifiedInvestor(world),
    await verifiedInvestor(world),
  ];
});
after(() => world.close());
afterEach(async () => {
  await world.control('DELETE', '/faults');
  const proof = await world.runJob<{ ok: boolean }>('ledger-proof', { dryRun: true });
  assert.ok(proof.ok, JSON.stringify(proof));
});

const completedAt = '2026-08-01T08:00:00Z';
const base = (propertyId: PropertyId) => `/administration/property/${propertyId}`;
const complete = (
  { propertyId }: Pick<Sold, 'propertyId'>,
  salePriceCents = 1_000,
  by = admin,
  headers: Record<string, string> = {},
) => by.client.post<Completed>(`${base(propertyId)}/resale/complete`, { propertyId, salePriceCents, completedAt }, headers);

/** G-22: ana 3 bricks, bob 3, cleo 1, bought for 70 EUR that lie in MAIN; on sale, and its steps up to `until`. */
async function sold(
  options: { saleType?: 'partial' | 'total'; priceCents?: number; isClosed?: boolean; spv?: Spv } = {},
): Promise<Sold> {
  const { spv } = options;
  const property = await openFunding(world, { bricks: 7, contractType: 'royalty', ...(spv ? { spv } : {}) });
  await sellAndClose(world, { ...property, brickPriceCents: 1_000 }, [
    { investor: ana, bricks: 3 },
    { investor: bob, bricks: 3 },
    { investor: cleo, bricks: 1 },
  ]);
  if (options.priceCents !== 0) await surplus(world, property, options.priceCents ?? 1_000);
  await begin(property, options.saleType);
  if (options.isClosed !== false)
    expectStatus(await admin.client.patch(`${base(property.propertyId)}/marketplace-allowed`, { isAllowed: false }), 200);
  return property;
}
async function begin({ propertyId }: Sold, saleType = 'total') {
  expectStatus(
    await admin.client.post(`${base(propertyId)}/resale/start`, { propertyId, saleStartedAt: '2026-06-01T08:00:00Z' }),
    201,
  );
  const offer = { propertyId, offerAcceptedAt: '2026-07-01T08:00:00Z', saleType };
  expectStatus(await admin.client.post(`${base(propertyId)}/resale/offer-accepted`, offer), 201);
}
/** A wire on an SPV with several projects, named for one of them and archived. */
async function wireFor({ propertyId, accountId }: Sold, amountCents: number): Promise<void> {
  await world.control('POST', `/accounts/${accountId}/credit`, { amountCents });
  await world.runJob('incoming-wires');
  const { body } = expectStatus(await admin.client.get<{ id: string; amount: number }[]>(WIRES), 200);
  const wireToBeAssignedId = body.find(({ amount }) => amount === amountCents)?.id;
  expectStatus(await admin.client.post(`${WIRES}/switch-project`, { wireToBeAssignedId, newProjectId: propertyId }), 201);
  expectStatus(await admin.client.post(`${WIRES}/archive`, { wireToBeAssignedId, comment: 'Prix de vente' }), 201);
}
const sharesOf = async ({ propertyId }: Sold) => {
  const rows = await world.sql<{ customerId: CustomerId; cents: number; status: string }>(
    `select customer_id as "customerId", amount_cents::integer as cents, status from wallet_transaction where property_id = $1 and type = 'PROPERTY_SALE' and customer_id is not null`,
    [propertyId],
  );
  return [ana, bob, cleo].map(({ customerId }) =>
    rows.filter((row) => row.customerId === customerId).map(({ cents, status }) => `${status} ${cents}`),
  );
};
const purse = ({ propertyId }: Sold, name: string) => purseCents(world, { propertyId }, name);
const balanceOf = (of: Investor) => availableOf(of);
const atProvider = async (of: Investor) =>
  (await world.control<{ balanceCents: number }>('GET', `/accounts/${of.customerId}`)).balanceCents;

describe('POST /administration/property/:propertyId/resale/complete', () => {
  it('shares the price by largest remainder, pays everybody once and ends the sale (G-22)', async () => {
    const property = await sold();
    const [before, beforeAtProvider] = [await balanceOf(bob), await atProvider(bob)];
    const { body } = expectStatus(await complete(property), 201);
    const { id, ...facts } = body.sale;
    assert.deepEqual(facts, { saleType: 'total', salePriceCents: 1_000, holderCount: 3, completedAt });
    assert.equal(body.property.resale.completedAt, completedAt);
    assert.equal(body.property.financialStatus, 'repayment-finished');
    // Equal weights: the left cent goes to the lower id.
    const first = ana.customerId < bob.customerId ? ana : bob;
    const of = (person: Investor) => (person === first ? 429 : 428);
    assert.deepEqual(await sharesOf(property), [[`WAITING ${of(ana)}`], [`WAITING ${of(bob)}`], ['WAITING 143']]);
    assert.deepEqual([await purse(property, 'SURPLUS'), await purse(property, 'CAPITAL')], [0, 1_000]);
    await world.runJob('wallet-transactions');
    await world.runJob('wallet-transactions');
    assert.deepEqual(await sharesOf(property), [[`CONFIRMED ${of(ana)}`], [`CONFIRMED ${of(bob)}`], ['CONFIRMED 143']]);
    assert.equal(await purse(property, 'CAPITAL'), 0);
    assert.equal((await balanceOf(bob)) - before, of(bob));
    assert.equal((await atProvider(bob)) - beforeAtProvider, of(bob));
    assert.equal((await mailsWritten(world, 'property-sold', bob.email)).length, 1);
    const audits = await readAudits<{ kind: string; payload: unknown }>(
      world,
      { targetId: property.propertyId, kind: 'PROPERTY_RESALE_COMPLETION' },
      ['kind', 'payload'],
    );
    assert.deepEqual(audits, [
      {
        kind: 'PROPERTY_RESALE_COMPLETION',
        payload: { saleId: id, saleType: 'total', salePriceCents: 1_000, holderCount: 3, completedAt },
      },
    ]);
    const bricks = await bob.client.get<{ items: { propertyId: PropertyId }[] }>('/customers/bricks');
    assert.equal(
      bricks.body.items.some(({ propertyId }) => propertyId === property.propertyId),
      false,
    );
  });
  it('a share of 0 is no payout', async () => {
    const property = await sold({ priceCents: 2 });
    const { body } = expectStatus(await complete(property, 2), 201);
    assert.equal(body.sale.holderCount, 2);
    assert.deepEqual((await sharesOf(property))[2], []);
    await world.runJob('wallet-transactions');
  });
  it('after a partial sale the bricks stay, and another sale may start', async () => {
    const property = await sold({ saleType: 'partial' });
    const { body } = expectStatus(await complete(property), 201);
    assert.deepEqual(body.property.resale, { saleStartedAt: null, offerAcceptedAt: null, saleType: null, completedAt: null });
    assert.equal(body.property.financialStatus, 'reception-by-project-owner-pending');
    await world.runJob('wallet-transactions');
    await begin(property);
    await surplus(world, property, 700);
    expectStatus(await complete(property, 700), 201);
    await world.runJob('wallet-transactions');
    assert.deepEqual((await sharesOf(property))[2]?.toSorted(), ['CONFIRMED 100', 'CONFIRMED 143']);
  });
  it('two at once: one distributes, the other -> 400 property.resale-completed', async () => {
    const property = await sold({ priceCents: 2_000 });
    const [won, lost] = (await Promise.all([complete(property), complete(property, 1_000, colleague)])).toSorted(
      (a, b) => a.status - b.status,
    );
    assert.ok(won && lost);
    expectStatus(won, 201);
    expectCode(lost, 400, 'property.resale-completed');
    await world.runJob('wallet-transactions');
    assert.equal(await purse(property, 'SURPLUS'), 1_000);
  });
  it('the same Idempotency-Key again gives the same answer', async () => {
    const property = await sold();
    const headers = { 'idempotency-key': randomUUID() };
    const first = expectStatus(await complete(property, 1_000, admin, headers), 201);
    assert.deepEqual(expectStatus(await complete(property, 1_000, admin, headers), 201).body, first.body);
    await world.runJob('wallet-transactions');
  });
  it('a lost reply pays nobody twice', async () => {
    const property = await sold();
    expectStatus(await complete(property), 201);
    await world.control('POST', '/faults', { route: 'POST /v2/p2p', mode: 'timeout-after', times: 3, latencyMs: 100 });
    await world.runJob('wallet-transactions');
    await world.runJob('wallet-transactions');
    const { balanceCents } = await world.control<{ balanceCents: number }>('GET', `/accounts/${property.accountId}`);
    assert.equal(balanceCents, 7_000);
    assert.equal(await purse(property, 'CAPITAL'), 0);
  });
  it('a refused share stays in CAPITAL, the team is notified, and the capital run orders it again under the same id', async () => {
    const property = await sold();
    expectStatus(await complete(property), 201);
    await world.control('POST', '/faults', { route: 'POST /v2/p2p', mode: 'error-in-200', times: 1 });
    await world.runJob('wallet-transactions');
    const [refused, ...others] = await world.sql<{ id: string; cents: number }>(
      `select line.id, gross_cents::integer as cents from payout_line line join payout_run run on run.id = line.run_id
       where run.property_id = $1 and run.kind = 'sale' and line.status = 'failed'`,
      [property.propertyId],
    );
    assert.deepEqual([others.length, await purse(property, 'CAPITAL')], [0, refused?.cents]);
    const alerts = await world.sql(
      `select from pgboss.job where name = 'post-chat-message' and data->>'text' like 'Le versement ' || $1 || '%a été refusé%retenté%'`,
      [refused?.id],
    );
    assert.equal(alerts.length, 1);
    assert.equal((await world.runJob<{ retried: number }>('capital-payout')).retried, 1);
    await world.runJob('wallet-transactions');
    assert.equal(await purse(property, 'CAPITAL'), 0);
    const attempts = await world.sql<{ status: string }>(
      'select status from payment where subject_id = $1 order by created_at, status',
      [refused?.id],
    );
    assert.deepEqual(attempts.map(({ status }) => status).toSorted(), ['failed', 'succeeded']);
  });
  it('of two projects on one SPV each is sold only for its own money -> 400 property.sale-price-not-received', async () => {
    const property = await sold({ priceCents: 999 });
    const neighbour = await sold({ spv: property, priceCents: 0 });
    await wireFor(neighbour, 5_000);
    expectCode(await complete(property, 1_000), 400, 'property.sale-price-not-received');
    expectStatus(await complete(neighbour, 5_000), 201);
    await world.runJob('wallet-transactions');
    assert.deepEqual([await purse(property, 'SURPLUS'), await purse(property, 'MAIN')], [999, 7_000]);
    assert.deepEqual([await purse(neighbour, 'SURPLUS'), await purse(neighbour, 'MAIN')], [0, 7_000]);
  });
  it('unknown -> 404 property.not-found', async () =>
    expectCode(await complete({ propertyId: newId() }), 404, 'property.not-found'));
  for (const [code, state] of [
    ['property.not-purchased-yet', 'notPurchased'],
    ['property.resale-not-started', 'resaleNotStarted'],
    ['property.offer-not-accepted', 'offerNotAccepted'],
    ['property.resale-completed', 'resaleCompleted'],
    ['validation-failed', 'loan'],
  ] as const) {
    it(`${state} -> 400 ${code}`, async () => {
      const property = await sold();
      await propertyIs(world, property.propertyId, state);
      expectCode(await complete(property), 400, code);
    });
  }
  it('the market is open -> 400 property.marketplace-not-closed', async () =>
    expectCode(await complete(await sold({ isClosed: false })), 400, 'property.marketplace-not-closed'));
  it('a deal is being paid -> 400 property.deals-not-settled', async () => {
    const property = await sold({ saleType: 'partial', isClosed: false });
    const deal = { propertyId: property.propertyId, amount: 1, price: 900 };
    const { id } = expectStatus(await cleo.client.post<{ id: string }>('/marketplace/deal', deal), 201).body;
    expectStatus(await ana.client.post(`/marketplace/deal/${id}/purchase`), 201);
    expectStatus(await admin.client.patch(`${base(property.propertyId)}/marketplace-allowed`, { isAllowed: false }), 200);
    expectCode(await complete(property), 400, 'property.deals-not-settled');
    await world.runJob('wallet-transactions');
    expectStatus(await complete(property), 201);
    assert.deepEqual((await sharesOf(property))[2], []);
    await world.runJob('wallet-transactions');
  });
  it('a cent short -> 400 property.sale-price-not-received', async () => {
    const property = await sold();
    expectCode(await complete(property, 1_001), 400, 'property.sale-price-not-received');
    assert.deepEqual((await sharesOf(property)).flat(), []);
  });
  it('another id in the body -> 400 validation-failed', async () => {
    const body = { propertyId: randomUUID(), salePriceCents: 1, completedAt };
    expectCode(await admin.client.post(`${base(newId())}/resale/complete`, body), 400, 'validation-failed');
  });
  it('dated before the offer was accepted -> 400 validation-failed', async () => {
    const { propertyId } = await sold();
    const early = { propertyId, salePriceCents: 1_000, completedAt: '2026-06-30T08:00:00Z' };
    const answer = await admin.client.post(`${base(propertyId)}/resale/complete`, early);
    expectCode(answer, 400, 'validation-failed');
    assert.match(answer.text, /body\/completedAt/);
  });
  it('no price -> 400 validation-failed', async () =>
    expectCode(await admin.client.post(`${base(newId())}/resale/complete`, { completedAt }), 400, 'validation-failed'));
  it('without a session -> 401 unauthenticated', async () =>
    expectCode(await world.visitor().post(`${base(newId())}/resale/complete`), 401, 'unauthenticated'));
  it('as an investor -> 403 forbidden', async () =>
    expectCode(await bob.client.post(`${base(newId())}/resale/complete`), 403, 'forbidden'));
});
