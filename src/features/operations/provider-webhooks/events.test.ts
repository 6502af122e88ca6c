// Stored notifications as administrators read them, and the replay of one: what it does, to whom it is refused, once at a time.

import assert from 'node:assert/strict';
import { randomUUID } from 'node:crypto';
import { after, afterEach, before, describe, it } from 'node:test';
import { type Person, signInAdministrator, signUp } from '../../../../test/support/actors.ts';
import { type Hook, notify, silently, waitingInvestor } from '../../../../test/support/notifications.ts';
import { readAudits } from '../../../../test/support/readers.ts';
import { expectCode, expectStatus, startWorld, type World } from '../../../../test/support/world.ts';
import type { CustomerId } from '../../../core/db/tables.ts';
import { listUnprocessed } from './queries.ts';
import type { ProviderEventDetail, ProviderEventsPage, ProviderEventView } from './schemas.ts';

const LIST = '/administration/provider-events';
const READ_ACCOUNT = 'GET /v2/accounts/:id';
/** Before every event. */
const START = Temporal.Instant.from('2000-01-01T00:00:00Z');
const IBAN = 'FR7630006000011234567890189';

let world: World;
let admin: Person;

before(async () => {
  // The job `replay-webhook` would be faster than the administrator.
  world = await startWorld({ worker: false });
  admin = await signInAdministrator(world);
});
after(() => world.close());
afterEach(() => world.control('DELETE', '/faults'));

const list = async (query = '') => expectStatus(await admin.client.get<ProviderEventsPage>(`${LIST}${query}`), 200).body;
const items = async (query = '') => (await list(query)).items;
const read = async (id: string) => expectStatus(await admin.client.get<ProviderEventDetail>(`${LIST}/${id}`), 200).body;
const replay = (id: string) => admin.client.post<ProviderEventView>(`${LIST}/${id}/replay`);
const fault = (mode: string, more: object) => world.control('POST', '/faults', { route: READ_ACCOUNT, mode, ...more });
/** The event about one ExtId. */
const eventOf = async (extId: string): Promise<ProviderEventView> => {
  const [event, ...more] = (await items('?limit=200')).filter((item) => item.extId === extId);
  assert.ok(event && more.length === 0);
  return event;
};
const changed = (extId: string, more: object = {}) => ({ ExtId: extId, IntId: '42', Status: '6', ...more });
const kycOf = async (customerId: CustomerId) =>
  (await world.sql<{ kyc: string }>('select kyc_status as kyc from customer where id = $1', [customerId]))[0]?.kyc;
const auditsOf = (eventId: string) =>
  readAudits<{ payload: object }>(world, { kind: 'PROVIDER_EVENT_REPLAY', targetId: eventId }, ['payload']);

/** An investor whom the provider has verified, and whose notification could not be handled: the provider did not answer us. */
async function failedEvent(): Promise<{ customerId: CustomerId; event: ProviderEventView }> {
  const { customerId } = await waitingInvestor(world);
  await silently(world, () => world.control('PUT', `/accounts/${customerId}/status`, { status: 6 }));
  await fault('http-500', { times: 3 });
  expectCode(await notify(world, 'customer-status-changed', changed(customerId)), 500, 'internal-error');
  await world.control('DELETE', '/faults');
  return { customerId, event: await eventOf(customerId) };
}

/** One that is not usable: a field is missing. */
async function ignoredEvent(hook: Hook = 'customer-temporarily-blocked'): Promise<ProviderEventView> {
  const extId = randomUUID();
  assert.equal((await notify(world, hook, { ExtId: extId })).status, 400);
  return eventOf(extId);
}

async function handledEvent(): Promise<ProviderEventView> {
  const { customerId } = await signUp(world);
  expectStatus(await notify(world, 'customer-status-changed', changed(customerId)), 200);
  return eventOf(customerId);
}

describe('GET /administration/provider-events', () => {
  it('shows in which state each is, and filters by it', async () => {
    const { event: failed, customerId } = await failedEvent();
    const [ignored, handled] = [await ignoredEvent(), await handledEvent()];
    assert.deepEqual(
      [failed.state, failed.kind, failed.extId, failed.lastError, failed.handledAt],
      ['failed', 'customer-status-changed', customerId, 'internal-error', null],
    );
    assert.deepEqual([failed.holder?.customerId, ignored.holder], [customerId, null]);
    assert.deepEqual([ignored.state, ignored.lastError, ignored.handledAt !== null], ['ignored', 'validation-failed', true]);
    assert.deepEqual([handled.state, handled.lastError, handled.deliveries], ['handled', null, 1]);
    for (const event of [failed, ignored, handled]) {
      const ids = (await items(`?state=${event.state}`)).map(({ id }) => id);
      assert.deepEqual(
        [failed, ignored, handled].map(({ id }) => ids.includes(id)),
        [failed, ignored, handled].map(({ id }) => id === event.id),
      );
    }
  });
  it('one that nobody has come to the end of is unhandled', async () => {
    const { customerId } = await signUp(world);
    await fault('latency', { latencyMs: 1_500, times: 1 });
    const delivery = notify(world, 'customer-status-changed', changed(customerId));
    const [event] = await world.until(async () => {
      const found = await items('?state=unhandled');
      return found.length > 0 && found;
    }, 'the stored notification');
    assert.deepEqual([event?.extId, event?.state, event?.handledAt, event?.lastError], [customerId, 'unhandled', null, null]);
    expectStatus(await delivery, 200);
    assert.deepEqual(await items('?state=unhandled'), []);
  });
  it('counts deliveries', async () => {
    const { customerId } = await signUp(world);
    for (let time = 0; time < 3; time += 1)
      expectStatus(await notify(world, 'customer-status-changed', changed(customerId)), 200);
    assert.equal((await eventOf(customerId)).deliveries, 3);
  });
  it('filters by kind', async () => {
    const blocked = await ignoredEvent('customer-temporarily-blocked');
    const document = await ignoredEvent('document-status-changed');
    for (const event of [blocked, document]) {
      const found = await items(`?kind=${event.kind}`);
      assert.ok(found.some(({ id }) => id === event.id) && found.every(({ kind }) => kind === event.kind));
    }
  });
  it('filters by time, the beginning included and the end not', async () => {
    await handledEvent();
    const all = await items();
    const [newest, middle] = all;
    assert.ok(newest && middle);
    const between = await items(`?from=${middle.receivedAt}&to=${newest.receivedAt}`);
    assert.deepEqual(
      between.map(({ id }) => id),
      [middle.id],
    );
  });
  it('pages, newest first, each once', async () => {
    const all = await items();
    const seen: ProviderEventView[] = [];
    let cursor: string | null = '';
    while (cursor !== null && seen.length <= all.length) {
      const page: ProviderEventsPage = await list(`?limit=3${cursor === '' ? '' : `&cursor=${cursor}`}`);
      seen.push(...page.items);
      cursor = page.nextCursor;
    }
    assert.ok(all.length >= 7);
    assert.deepEqual(seen, all);
    assert.deepEqual(
      all.map(({ receivedAt }) => receivedAt),
      all
        .map(({ receivedAt }) => receivedAt)
        .toSorted()
        .toReversed(),
    );
  });
  for (const query of ['?state=lost', '?kind=unknown', '?from=today', '?to=2026-13-01T00:00:00Z', '?cursor=7', '?limit=201'])
    it(`${query} -> 400 validation-failed`, async () =>
      expectCode(await admin.client.get(`${LIST}${query}`), 400, 'validation-failed'));
  it('without a session -> 401 unauthenticated', async () => expectCode(await world.visitor().get(LIST), 401, 'unauthenticated'));
  it('as an investor -> 403 forbidden', async () => expectCode(await (await signUp(world)).client.get(LIST), 403, 'forbidden'));
});

describe('GET /administration/provider-events/:eventId', () => {
  it('shows what the provider said, without what is secret', async () => {
    // An id whose last part looks like a bank account, and is none.
    const extId = `${randomUUID().slice(0, 24)}ab12cdef3456`;
    const secrets = { apiKey: 'key-of-somebody', Holder: 'Camille Durand', nested: { token: 'opens-a-door' } };
    const payload = changed(extId, { Comment: `vers ${IBAN} hier`, Blocked: '0', ...secrets });
    expectStatus(await notify(world, 'customer-status-changed', payload), 200);
    const { id } = await eventOf(extId);
    const shown = await read(id);
    const gone = '[redacted]';
    assert.deepEqual(shown.payload, {
      ...changed(extId, { Comment: `vers ${gone} hier`, Blocked: '0' }),
      ...{ apiKey: gone, Holder: gone, nested: { token: gone } },
    });
    const { payload: _, ...view } = shown;
    assert.deepEqual(view, await eventOf(extId));
  });
  it('unknown -> 404 not-found', async () => expectCode(await admin.client.get(`${LIST}/${randomUUID()}`), 404, 'not-found'));
  it('no id -> 400 validation-failed', async () => expectCode(await admin.client.get(`${LIST}/7`), 400, 'validation-failed'));
  it('without a session -> 401 unauthenticated', async () =>
    expectCode(await world.visitor().get(`${LIST}/${randomUUID()}`), 401, 'unauthenticated'));
  it('as an investor -> 403 forbidden', async () =>
    expectCode(await (await signUp(world)).client.get(`${LIST}/${randomUUID()}`), 403, 'forbidden'));
});

describe('POST /administration/provider-events/:eventId/replay', () => {
  it('does what the notification was for, and is audited', async () => {
    const { customerId, event } = await failedEvent();
    assert.equal(await kycOf(customerId), 'waitingForVerifier');
    const { body } = expectStatus(await replay(event.id), 201);
    assert.deepEqual([body.id, body.state, body.lastError, body.handledAt !== null], [event.id, 'handled', null, true]);
    assert.equal(await kycOf(customerId), 'verified');
    assert.deepEqual(await auditsOf(event.id), [{ payload: { kind: 'customer-status-changed', outcome: 'handled' } }]);
  });
  it('one that fails again says so, and may be replayed again; both are audited', async () => {
    const { customerId, event } = await failedEvent();
    await fault('http-500', { times: 3 });
    const again = expectStatus(await replay(event.id), 201).body;
    assert.deepEqual([again.state, again.lastError], ['failed', 'internal-error']);
    await world.control('DELETE', '/faults');
    assert.equal(expectStatus(await replay(event.id), 201).body.state, 'handled');
    assert.equal(await kycOf(customerId), 'verified');
    assert.deepEqual(
      (await auditsOf(event.id)).map(({ payload }) => payload),
      ['failed', 'handled'].map((outcome) => ({ kind: 'customer-status-changed', outcome })),
    );
  });
  it('two at once are one -> 400 provider-event-being-replayed', async () => {
    const { customerId, event } = await failedEvent();
    await fault('latency', { latencyMs: 1_000, times: 1 });
    const answers = await Promise.all([replay(event.id), replay(event.id), replay(event.id)]);
    const taken = answers.filter(({ status }) => status === 201);
    assert.equal(taken.length, 1);
    for (const answer of answers) if (!taken.includes(answer)) expectCode(answer, 400, 'provider-event-being-replayed');
    assert.deepEqual([await kycOf(customerId), (await auditsOf(event.id)).length], ['verified', 1]);
  });
  it('the job skips one that is being replayed', async () => {
    const { event } = await failedEvent();
    const seenByJob = async () => (await world.runJob<{ open: number }>('replay-webhook', { dryRun: true })).open;
    const open = await seenByJob();
    await fault('latency', { latencyMs: 1_500, times: 1 });
    const replayed = replay(event.id);
    await world.until(async () => (await world.control<unknown[]>('GET', '/faults')).length === 0, 'the replay to have begun');
    assert.equal(await seenByJob(), open - 1);
    expectStatus(await replayed, 201);
  });
  it('the job takes those first that were not attempted for the longest: what fails for ever holds up nothing', async () => {
    await world.runJob('replay-webhook');
    const failed = [await failedEvent(), await failedEvent(), await failedEvent()].map(({ event }) => event.id);
    const taken = async () => (await listUnprocessed(world.deps.db, START, 2)).map(({ id }) => id);
    assert.deepEqual(await taken(), [failed[0], failed[1]]);
    for (const id of failed.slice(0, 2)) {
      await fault('http-500', { times: 3 });
      assert.equal(expectStatus(await replay(id ?? ''), 201).body.state, 'failed');
    }
    assert.deepEqual(await taken(), [failed[2], failed[0]]);
    await world.runJob('replay-webhook');
  });
  it('handled, by whomever -> 400 provider-event-already-handled', async () => {
    const { event } = await failedEvent();
    await world.runJob('replay-webhook');
    for (const { id } of [event, await handledEvent()]) {
      expectCode(await replay(id), 400, 'provider-event-already-handled');
      assert.deepEqual(await auditsOf(id), []);
    }
  });
  it('not usable: a replay would meet the same -> 400 provider-event-already-handled', async () =>
    expectCode(await replay((await ignoredEvent()).id), 400, 'provider-event-already-handled'));
  it('unknown -> 404 not-found', async () => expectCode(await replay(randomUUID()), 404, 'not-found'));
  it('no id -> 400 validation-failed', async () => expectCode(await replay('7'), 400, 'validation-failed'));
  it('without a session -> 401 unauthenticated', async () =>
    expectCode(await world.visitor().post(`${LIST}/${randomUUID()}/replay`), 401, 'unauthenticated'));
  it('as an investor -> 403 forbidden', async () =>
    expectCode(await (await signUp(world)).client.post(`${LIST}/${randomUUID()}/replay`), 403, 'forbidden'));
});
