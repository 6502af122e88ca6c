// The audit log as administrators read it: filters, pages, and that nobody changes it.

import assert from 'node:assert/strict';
import { after, before, describe, it } from 'node:test';
import type { Static } from 'typebox';
import { type Person, signInAdministrator, signUp } from '../../../../test/support/actors.ts';
import { expectCode, expectStatus, startWorld, type World } from '../../../../test/support/world.ts';
import { parisDate } from '../../../core/dates.ts';
import type { CustomerId } from '../../../core/db/tables.ts';
import type { AdminActionsPage } from './schemas.ts';

type Page = Static<typeof AdminActionsPage>;

let world: World;
let alix: Person;
let billie: Person;
let customerIds: CustomerId[];

before(async () => {
  world = await startWorld({ worker: false });
  [alix, billie] = [await signInAdministrator(world), await signInAdministrator(world)];
  customerIds = [];
  for (const by of [alix, billie, alix]) {
    const { customerId } = await signUp(world);
    expectStatus(await by.client.patch(`/administration/customers/${customerId}`, { canSeeRoyalty: true }), 200);
    customerIds.unshift(customerId);
  }
});
after(() => world.close());

const list = async (query = '') => expectStatus(await alix.client.get<Page>(`/administration/admin-actions${query}`), 200).body;
const targets = async (query: string) => (await list(query)).items.map((item) => item.target?.id);

describe('GET /administration/admin-actions', () => {
  it('shows administrators, actions and targets, newest first', async () => {
    const { items, nextCursor } = await list();
    assert.equal(nextCursor, null);
    // Before them, both administrators were made.
    assert.deepEqual(
      items.map((item) => item.target?.id),
      [...customerIds, billie.userId, alix.userId],
    );
    const [newest] = items;
    assert.deepEqual(
      [newest?.kind, newest?.administratorId, newest?.administratorEmail, newest?.target?.type, newest?.payload],
      ['CUSTOMER_UPDATE', alix.userId, alix.email, 'customer', { canSeeRoyalty: true }],
    );
  });
  it('pages, each row once', async () => {
    const first = await list('?kind=CUSTOMER_UPDATE&limit=2');
    const second = await list(`?kind=CUSTOMER_UPDATE&limit=2&cursor=${first.nextCursor}`);
    assert.deepEqual(
      [...first.items, ...second.items].map((item) => item.target?.id),
      customerIds,
    );
    assert.equal(second.nextCursor, null);
  });
  it('filters by kind, administrator, address and target', async () => {
    assert.deepEqual(await targets('?kind=CUSTOMER_UPDATE'), customerIds);
    assert.deepEqual(await targets('?kind=SOMETHING_ELSE'), []);
    assert.deepEqual(await targets(`?administratorId=${billie.userId}`), [customerIds[1]]);
    assert.deepEqual(await targets(`?email=${billie.email.toUpperCase()}`), [customerIds[1]]);
    assert.deepEqual(await targets(`?targetId=${customerIds[2]}`), [customerIds[2]]);
    assert.deepEqual(await targets(`?email=${alix.email}&targetId=${customerIds[1]}`), []);
  });
  it('filters by time, the beginning included and the end not', async () => {
    const { items } = await list();
    const [newest, middle] = [items[0]?.createdAt ?? '', items[1]?.createdAt ?? ''];
    assert.deepEqual(await targets(`?from=${middle}&to=${newest}`), [customerIds[1]]);
    assert.deepEqual(await targets(`?from=${newest}`), [customerIds[0]]);
    assert.deepEqual(await targets(`?kind=CUSTOMER_UPDATE&to=${middle}`), [customerIds[2]]);
  });
  it('filters by days in Paris, both included', async () => {
    const { items } = await list();
    const day = parisDate(Temporal.Instant.from(items[0]?.createdAt ?? ''));
    assert.deepEqual(await list(`?from=${day}&to=${day}`), await list());
    assert.deepEqual(await targets(`?from=${day.add({ days: 1 })}`), []);
    assert.deepEqual(await targets(`?to=${day.subtract({ days: 1 })}`), []);
  });
  for (const query of [
    '?from=yesterday',
    '?to=2026-13-01T00:00:00Z',
    '?from=2026-02-30',
    '?from=2026-11-21&to=2026-11-20',
    '?from=0000-01-01T00:00:00Z',
    '?from=9999-12-31T23:59:59-23:00',
    '?from=2026-01-01T00:00:00.1234567891Z',
    '?administratorId=7',
    '?cursor=7',
    '?limit=201',
    '?kind=%00',
  ])
    it(`${query} -> 400 validation-failed`, async () =>
      expectCode(await alix.client.get(`/administration/admin-actions${query}`), 400, 'validation-failed'));
  it('without a session -> 401 unauthenticated', async () =>
    expectCode(await world.visitor().get('/administration/admin-actions'), 401, 'unauthenticated'));
  it('as an investor -> 403 forbidden', async () =>
    expectCode(await (await signUp(world)).client.get('/administration/admin-actions'), 403, 'forbidden'));
});

describe('the log', () => {
  it('is append-only, even for the owner of the table', async () => {
    await assert.rejects(world.sql(`update admin_action set kind = 'NOTHING'`), /append-only/);
    await assert.rejects(world.sql('delete from admin_action'), /append-only/);
    await assert.rejects(world.sql('truncate admin_action'), /append-only/);
  });
});
