// Publishing a property, through HTTP with the provider at the other end.

import assert from 'node:assert/strict';
import { randomUUID } from 'node:crypto';
import { after, afterEach, before, describe, it } from 'node:test';
import { type Person, signInAdministrator, signUp, spvWithWallet } from '../../../../test/support/actors.ts';
import { holdLock } from '../../../../test/support/held-lock.ts';
import { linkSpv, linkWallet, propertyIs } from '../../../../test/support/property-states.ts';
import { readAudits } from '../../../../test/support/readers.ts';
import { shows } from '../../../../test/support/recorder.ts';
import { expectCode, expectStatus, startWorld, type World } from '../../../../test/support/world.ts';
import type { PropertyId, SpvId } from '../../../core/db/tables.ts';
import { publishProperty } from './publish-property.ts';

type View = {
  id: PropertyId;
  status: string;
  displayDate: string | null;
  publishedAt: string | null;
  totalBricks: number | null;
  minBricks: number | null;
  primaryMarketOpen: boolean;
};

let world: World;
let admin: Person;
let spv: { spvId: SpvId; accountId: string };

before(async () => {
  world = await startWorld({ worker: false });
  admin = await signInAdministrator(world);
  spv = await spvWithWallet(world);
});
after(() => world.close());
afterEach(() => world.control('DELETE', '/faults'));

const inMinutes = (minutes: number) => Temporal.Now.instant().add({ minutes }).toString();
const images = ['https://images.test/a.png', 'https://images.test/b.png'];

/** A draft that may be published, but for `body`; undefined takes a field away. */
async function draft(body: object = {}): Promise<PropertyId> {
  const answer = await admin.client.post<View>('/administration/property', {
    ...{ name: 'Les Tilleuls', investorContractType: 'royalty', spvId: spv.spvId, imageGallery: images },
    ...{ amountToFundCents: 50_000, minAmountToFundCents: 30_500, fundingStartDate: inMinutes(2880) },
    ...body,
  });
  return expectStatus(answer, 201).body.id;
}
const publish = (id: string, body?: object, by = admin) => by.client.patch<View>(`/administration/property/${id}/publish`, body);
const storedPrice = (id: string) =>
  world.sql<{ price_cents: string; valid_from: Date }>('select price_cents, valid_from from brick_price where property_id = $1', [
    id,
  ]);
const bricksOf = async (id: string) =>
  (
    await world.sql<{ count: number; first: number; last: number; free: number }>(
      `select count(*)::integer as count, min(number) as first, max(number) as last,
         count(*) filter (where owner_customer_id is null and status is null)::integer as free from brick where property_id = $1`,
      [id],
    )
  )[0];
const auditsOf = (id: string) =>
  readAudits<{ kind: string; payload: unknown }>(world, { targetId: id, kind: 'PROPERTY_PUBLICATION' }, ['kind', 'payload']);
const stillDraft = async (id: string) => {
  assert.equal((await admin.client.get<View>(`/administration/property/${id}`)).body.status, 'DRAFT');
  assert.deepEqual([(await bricksOf(id))?.count, (await storedPrice(id)).length, (await auditsOf(id)).length], [0, 0, 0]);
};

describe('PATCH /administration/property/:propertyId/publish', () => {
  it('publishes: price, bricks, figures and audit row', async () => {
    const id = await draft();
    const look = async () => (await admin.client.get<View>(`/administration/property/${id}`)).body.status;
    const change = { from: 'DRAFT', to: 'PUBLISHED', look, by: () => publish(id) };
    const { body } = expectStatus(await world.changes('state.property-published', change), 200);
    const { status, displayDate, publishedAt, totalBricks, minBricks, primaryMarketOpen } = body;
    assert.deepEqual([status, totalBricks, minBricks, primaryMarketOpen], ['PUBLISHED', 50, 31, true]);
    assert.equal(displayDate, publishedAt);
    assert.deepEqual(await bricksOf(id), { count: 50, first: 1, last: 50, free: 50 });
    const [price, ...more] = await storedPrice(id);
    assert.deepEqual(
      [Number(price?.price_cents), price?.valid_from.toISOString().slice(0, 19), more],
      [1000, publishedAt?.slice(0, 19), []],
    );
    assert.deepEqual(await auditsOf(id), [{ kind: 'PROPERTY_PUBLICATION', payload: { displayDate, totalBricks: 50 } }]);
  });
  it('an obligation without an operation becomes V2, whose budget can be edited; another one keeps its own', async () => {
    const id = await draft({ investorContractType: 'obligation' });
    const operationOf = async (of: string) =>
      (await admin.client.get<{ operation: unknown }>(`/administration/property/${of}`)).body.operation;
    assert.equal(await operationOf(id), null);
    expectStatus(await publish(id), 200);
    assert.deepEqual(await operationOf(id), { version: 'V2' });
    expectStatus(await admin.client.patch(`/administration/property/${id}/contract-budget`, { totalFundEscrow: 0 }), 200);
    const first = await draft({ investorContractType: 'obligation', operation: { version: 'V1' } });
    expectStatus(await publish(first), 200);
    assert.deepEqual(await operationOf(first), { version: 'V1' });
    const loan = await draft({ investorContractType: 'loan' });
    expectStatus(await publish(loan), 200);
    assert.equal(await operationOf(loan), null);
  });
  it('takes a display date up to the funding start itself, and an empty body', async () => {
    const fundingStartDate = '2090-05-01T10:00:00Z';
    const { body } = expectStatus(await publish(await draft({ fundingStartDate }), { displayDate: fundingStartDate }), 200);
    assert.equal(body.displayDate, fundingStartDate);
    expectStatus(await publish(await draft(), {}), 200);
  });
  it('rounds bricks: the total down, the minimum up but never above the total', async () => {
    const bricks = async (body: object) => {
      const { totalBricks, minBricks } = expectStatus(await publish(await draft(body)), 200).body;
      return [totalBricks, minBricks];
    };
    assert.deepEqual(await bricks({ amountToFundCents: 50_999, minAmountToFundCents: undefined }), [50, 50]);
    assert.deepEqual(await bricks({ amountToFundCents: 2_900, minAmountToFundCents: 2_100 }), [2, 2]);
    assert.deepEqual(await bricks({ amountToFundCents: 1_000, minAmountToFundCents: 1 }), [1, 1]);
  });
  it('two at once: one publishes, the other -> 400 property.publish.must-be-draft', async () => {
    const id = await draft();
    const answers = await Promise.all([publish(id), publish(id)]);
    const [won, lost] = answers.toSorted((a, b) => a.status - b.status);
    assert.ok(won && lost);
    expectStatus(won, 200);
    expectCode(lost, 400, 'property.publish.must-be-draft');
    assert.deepEqual([(await bricksOf(id))?.count, (await storedPrice(id)).length, (await auditsOf(id)).length], [50, 1, 1]);
  });
  it('announces only in production', async () => {
    const quiet = await draft();
    expectStatus(await publish(quiet), 200);
    const loud = await draft();
    const endUser = { address: '192.0.2.1', userAgent: undefined };
    const administrator = { administratorId: admin.userId, email: admin.email };
    await publishProperty(
      { ...world.deps, config: { ...world.deps.config, NODE_ENV: 'production' } },
      { propertyId: loud, displayDate: undefined, endUser, audit: { kind: 'PROPERTY_PUBLICATION', administrator } },
    );
    const queued = await world.sql<{
      name: string;
      data: { channel?: string; event?: string; payload?: { propertyId: PropertyId } };
    }>(`select name, data from pgboss.job where name in ('post-chat-message', 'notify-automation') order by name desc`);
    assert.deepEqual(
      queued.map(({ name, data }) => [name, data.channel ?? data.event]),
      [
        ['post-chat-message', 'announcements'],
        ['notify-automation', 'property-published'],
      ],
    );
    assert.equal(queued[1]?.data.payload?.propertyId, loud);
    shows('event.publication-chat');
    shows('event.publication-webhook');
  });

  it('unknown -> 404 property.not-found', async () => expectCode(await publish(randomUUID()), 404, 'property.not-found'));
  it('published already -> 400 property.publish.must-be-draft', async () => {
    const id = await draft();
    expectStatus(await publish(id), 200);
    expectCode(await publish(id), 400, 'property.publish.must-be-draft');
  });
  for (const [what, body] of Object.entries<object>({
    'no funding start': { fundingStartDate: undefined },
    'no amount to fund': { amountToFundCents: undefined },
    'an amount below one brick': { amountToFundCents: 999, minAmountToFundCents: undefined },
  })) {
    it(`${what} -> 400 validation-failed`, async () => {
      const id = await draft({ ...body, spvId: undefined });
      expectCode(await publish(id), 400, 'validation-failed');
      await stillDraft(id);
    });
  }
  it('a display date after the funding start -> 400 property.publish.funding-start-date-cannot-be-before-display-date', async () => {
    const id = await draft({ fundingStartDate: '2090-05-01T10:00:00Z', spvId: undefined });
    const answer = await publish(id, { displayDate: '2090-05-01T10:00:01Z' });
    expectCode(answer, 400, 'property.publish.funding-start-date-cannot-be-before-display-date');
    await stillDraft(id);
  });
  it('no SPV -> 500 property.spv.not-found', async () =>
    expectCode(await publish(await draft({ spvId: undefined, imageGallery: [] })), 500, 'property.spv.not-found'));
  it('an SPV without a wallet -> 404 spv.provider.wallet.not-found', async () => {
    const created = await admin.client.post<{ id: string }>('/administration/spv', { name: 'SPV Nice', country: 'France' });
    const id = await draft({ spvId: created.body.id, imageGallery: [] });
    expectCode(await publish(id), 404, 'spv.provider.wallet.not-found');
    await stillDraft(id);
  });
  it('a wallet that the provider does not know -> 404 spv.provider.wallet.not-found', async () => {
    const body = { name: 'SPV Nice', country: 'France', providerExternalId: 'never-opened' };
    const created = await admin.client.post<{ id: string }>('/administration/spv', body);
    expectCode(await publish(await draft({ spvId: created.body.id })), 404, 'spv.provider.wallet.not-found');
  });
  it('a look-up that fails, with the message of the provider -> 500 internal-error', async () => {
    const id = await draft({ imageGallery: [] });
    await world.control('POST', '/faults', { route: 'GET /v2/accounts/:id', mode: 'error-in-200', times: 1, code: 120 });
    const answer = await publish(id);
    expectCode(answer, 500, 'internal-error');
    const { detail } = answer.body as unknown as { detail: string };
    assert.match(detail, /refused by an ordered fault/);
    await stillDraft(id);
  });
  for (const [status, what] of Object.entries({ 2: 'missing document', 5: 'registered', 10: 'blocked' })) {
    it(`provider account ${what} -> 400 property.provider-account-not-validated`, async () => {
      const { spvId, accountId } = await spvWithWallet(world);
      await world.control('PUT', `/accounts/${accountId}/status`, { status: Number(status) });
      const id = await draft({ spvId, imageGallery: [] });
      expectCode(await publish(id), 400, 'property.provider-account-not-validated');
      await stillDraft(id);
    });
  }
  it('provider account verified but held -> 400 property.provider-account-not-validated', async () => {
    const { spvId, accountId } = await spvWithWallet(world);
    await world.control('PUT', `/accounts/${accountId}/blocked`, { blocked: true });
    expectCode(await publish(await draft({ spvId })), 400, 'property.provider-account-not-validated');
  });
  it('a funding that starts in less than 2 h -> 400 property.publish.must-be-2h-before-funding-start', async () => {
    const id = await draft({ fundingStartDate: inMinutes(119), imageGallery: [] });
    expectCode(await publish(id), 400, 'property.publish.must-be-2h-before-funding-start');
    await stillDraft(id);
    expectStatus(await publish(await draft({ fundingStartDate: inMinutes(121) })), 200);
    shows('limit.funding-start-delay');
  });
  it('a funding that started already -> 400 property.publish.must-be-2h-before-funding-start', async () =>
    expectCode(
      await publish(await draft({ fundingStartDate: inMinutes(-60) })),
      400,
      'property.publish.must-be-2h-before-funding-start',
    ));
  it('one image -> 400 property.publish.must-have-2-images', async () => {
    const id = await draft({ imageGallery: images.slice(1) });
    expectCode(await publish(id), 400, 'property.publish.must-have-2-images');
    await stillDraft(id);
    shows('limit.images-to-publish');
  });

  it('a display date that is none -> 400 validation-failed', async () =>
    expectCode(await publish(randomUUID(), { displayDate: 'tomorrow' }), 400, 'validation-failed'));
  it('an id that is no UUID v4 -> 400 validation-failed', async () => expectCode(await publish('one'), 400, 'validation-failed'));
  it('without a session -> 401 unauthenticated', async () =>
    expectCode(
      await world.visitor().patch(`/administration/property/${randomUUID()}/publish`, { displayDate: 1 }),
      401,
      'unauthenticated',
    ));
  it('as an investor -> 403 forbidden', async () =>
    expectCode(await publish(randomUUID(), {}, await signUp(world)), 403, 'forbidden'));
});

describe('a draft that changes while the provider is asked', () => {
  /** Holds the provider's answer back until `change` was made. */
  async function changeMeanwhile(id: string, change: () => Promise<unknown>) {
    await world.control('POST', '/faults', { route: 'GET /v2/accounts/:id', mode: 'latency', times: 1, latencyMs: 700 });
    const calls = async () =>
      (await world.control<unknown[]>('GET', `/calls?path=${encodeURIComponent('/v2/accounts/')}`)).length;
    const known = await calls();
    const answer = publish(id);
    await world.until(async () => (await calls()) > known, 'the provider is asked');
    await change();
    return answer;
  }
  it('is checked as it is under the lock', async () => {
    const id = await draft();
    const answer = await changeMeanwhile(id, () => propertyIs(world, id, 'withoutImages'));
    expectCode(answer, 400, 'property.publish.must-have-2-images');
    await stillDraft(id);
  });
  it('has the new wallet of its SPV looked up', async () => {
    const [owner, refused] = [await spvWithWallet(world), await spvWithWallet(world)];
    await linkWallet(world, refused.spvId, null);
    await world.control('PUT', `/accounts/${refused.accountId}/status`, { status: 3 });
    const id = await draft({ spvId: owner.spvId });
    const other = { id: owner.spvId, name: 'Autre', country: 'France', providerExternalId: refused.accountId };
    const answer = await changeMeanwhile(id, async () => expectStatus(await admin.client.put('/administration/spv', other), 200));
    expectCode(answer, 400, 'property.provider-account-not-validated');
    await stillDraft(id);
  });
  it('keeps the wallet of its SPV until it is done: a change meanwhile waits -> 400 validation-failed', async () => {
    const { spvId } = await spvWithWallet(world);
    const id = await draft({ spvId });
    // The publication stops at its price, with the property and its SPV locked.
    const lock = await holdLock(world, 'lock table brick_price in exclusive mode');
    const published = publish(id);
    await lock.waiting(1);
    const other = { id: spvId, name: 'Autre', country: 'France', providerExternalId: `spv-${randomUUID()}` };
    const changed = admin.client.put('/administration/spv', other);
    await lock.waiting(2);
    await lock.release();
    expectStatus(await published, 200);
    expectCode(await changed, 400, 'validation-failed');
  });
  it('has its new SPV looked up', async () => {
    const refused = await spvWithWallet(world);
    await world.control('PUT', `/accounts/${refused.accountId}/status`, { status: 3 });
    const id = await draft();
    const answer = await changeMeanwhile(id, () => linkSpv(world, id, refused.spvId));
    expectCode(answer, 400, 'property.provider-account-not-validated');
    await stillDraft(id);
  });
});
