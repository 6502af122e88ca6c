// The search of properties and the prices of one, as the console lists them.

import assert from 'node:assert/strict';
import { randomUUID } from 'node:crypto';
import { after, before, describe, it } from 'node:test';
import {
  openFunding,
  type Person,
  resaleProperty,
  signInAdministrator,
  signUp,
  verifiedInvestor,
} from '../../../../test/support/actors.ts';
import { assertFilters, assertPages, pageOf } from '../../../../test/support/administration-lists.ts';
import { financialStatusIs, propertyIs } from '../../../../test/support/property-states.ts';
import { expectCode, expectStatus, startWorld, type World } from '../../../../test/support/world.ts';
import type { PropertyId } from '../../../core/db/tables.ts';

const URL = '/administration/property/search';

type Found = {
  id: PropertyId;
  name: string;
  stage: string;
  spvName: string | null;
  investorContractType: string;
  confirmedCents: number;
};

let world: World;
let admin: Person;
let draftId: PropertyId;
let openId: PropertyId;
let soldId: PropertyId;

before(async () => {
  world = await startWorld({ worker: false });
  admin = await signInAdministrator(world);
  const body = { name: 'Résidence des Lilas', investorContractType: 'loan' };
  draftId = expectStatus(await admin.client.post<Found>('/administration/property', body), 201).body.id;
  openId = (await openFunding(world, { bricks: 3 })).propertyId;
  const owner = await verifiedInvestor(world);
  soldId = (await resaleProperty(world, { owners: [{ customerId: owner.customerId, bricks: 2 }] })).propertyId;
});
after(() => world.close());

const stageOf = async (id: PropertyId) => (await pageOf<Found>(admin, URL, `?search=${id}`)).items[0]?.stage;

describe(`GET ${URL}`, () => {
  it('finds by name whatever the case, by SPV and by id', async () => {
    const ids = async (search: string) =>
      (await pageOf<Found>(admin, URL, `?search=${encodeURIComponent(search)}`)).items.map(({ id }) => id);
    assert.deepEqual(await ids(' résidence DES '), [draftId]);
    assert.deepEqual(await ids(openId), [openId]);
    const [open] = (await pageOf<Found>(admin, URL, `?search=${openId}`)).items;
    assert.deepEqual(await ids(open?.spvName ?? ''), [openId]);
    assert.deepEqual(await ids('%'), []);
  });
  it('is narrowed by contract and by stage', () =>
    assertFilters<Found>(admin, URL, [
      ['investorContractType=loan', (item) => item.investorContractType === 'loan'],
      ['stage=draft', (item) => item.stage === 'draft'],
      ['stage=funding', (item) => item.stage === 'funding'],
    ]));
  it('pages in each order, each property once', async () => {
    await assertPages<Found>(admin, URL, ({ id }) => id);
    const newest = (await pageOf<Found>(admin, URL)).items.map(({ id }) => id);
    for (const [sort, expected] of [
      ['createdAt', newest.toReversed()],
      ['-createdAt', newest],
    ] as const) {
      const first = await pageOf<Found>(admin, URL, `?sort=${sort}&limit=2`);
      const second = await pageOf<Found>(admin, URL, `?sort=${sort}&limit=2&cursor=${first.nextCursor}`);
      assert.deepEqual(
        [...first.items, ...second.items].map(({ id }) => id),
        expected,
      );
    }
  });
  it('says at which stage each is', async () => {
    assert.equal(await stageOf(draftId), 'draft');
    assert.equal(await stageOf(soldId), 'closed');
    await propertyIs(world, openId, 'notStarted');
    assert.equal(await stageOf(openId), 'announced');
    await propertyIs(world, openId, 'justStarted');
    assert.equal(await stageOf(openId), 'funding');
    for (const [status, stage] of [
      ['repayment-ongoing', 'repayment'],
      ['repayment-default', 'late'],
      ['repayment-finished', 'repaid'],
    ] as const) {
      await financialStatusIs(world, [soldId], status);
      assert.equal(await stageOf(soldId), stage);
    }
  });
  it('with a limit, cursor, order or filter that it does not have -> 400 validation-failed', async () => {
    for (const query of ['limit=0', 'limit=201', 'cursor=x', 'stage=x', 'sort=name', 'investorContractType=x'])
      expectCode(await admin.client.get(`${URL}?${query}`), 400, 'validation-failed');
  });
  it('without a session -> 401 unauthenticated', async () => expectCode(await world.visitor().get(URL), 401, 'unauthenticated'));
  it('as an investor -> 403 forbidden', async () => expectCode(await (await signUp(world)).client.get(URL), 403, 'forbidden'));
});

describe('GET /administration/property/:propertyId/brick-prices', () => {
  const url = (id: string) => `/administration/property/${id}/brick-prices`;
  it('has the prices of one property, none of a draft', async () => {
    const prices = expectStatus(await admin.client.get<{ priceCents: number }[]>(url(openId)), 200).body;
    assert.deepEqual(
      prices.map(({ priceCents }) => priceCents),
      [1_000],
    );
    assert.deepEqual(expectStatus(await admin.client.get(url(draftId)), 200).body, []);
  });
  it('of an unknown property -> 404 not-found', async () =>
    expectCode(await admin.client.get(url(randomUUID())), 404, 'not-found'));
  it('without a session -> 401 unauthenticated', async () =>
    expectCode(await world.visitor().get(url(openId)), 401, 'unauthenticated'));
  it('as an investor -> 403 forbidden', async () =>
    expectCode(await (await signUp(world)).client.get(url(openId)), 403, 'forbidden'));
});
