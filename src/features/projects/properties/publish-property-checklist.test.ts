// The checklist of a publication says before what the publication would answer.

import assert from 'node:assert/strict';
import { randomUUID } from 'node:crypto';
import { after, afterEach, before, describe, it } from 'node:test';
import { type Person, signInAdministrator, signUp, spvWithWallet } from '../../../../test/support/actors.ts';
import { linkWallet } from '../../../../test/support/property-states.ts';
import { expectCode, expectStatus, startWorld, type World } from '../../../../test/support/world.ts';
import type { SpvId } from '../../../core/db/tables.ts';

type Checklist = {
  isPublishable: boolean;
  minDelayHours: number;
  totalBricks: number | null;
  leftOverCents: number | null;
  checks: { rule: string; code: string; field: string | null; state: string }[];
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

const inHours = (hours: number) => Temporal.Now.instant().add({ hours }).toString();
const whole = () => ({
  ...{ spvId: spv.spvId, imageGallery: ['https://images.test/a.png', 'https://images.test/b.png'] },
  ...{ amountToFundCents: 50_000, fundingStartDate: inHours(48) },
});

async function draft(body: object): Promise<string> {
  const draft = { name: 'Les Tilleuls', investorContractType: 'royalty', ...body };
  return expectStatus(await admin.client.post<{ id: string }>('/administration/property', draft), 201).body.id;
}
const url = (id: string) => `/administration/property/${id}/publish-checklist`;
const read = async (id: string, query = '') => expectStatus(await admin.client.get<Checklist>(url(id) + query), 200).body;
const inState = ({ checks }: Checklist, state: string) => checks.filter((c) => c.state === state).map(({ rule }) => rule);

describe('GET /administration/property/:propertyId/publish-checklist', () => {
  it('a whole draft meets all ten, and once published it is no draft', async () => {
    const id = await draft(whole());
    const list = await read(id);
    assert.equal(list.isPublishable, true);
    assert.equal(list.minDelayHours, 2);
    assert.equal(inState(list, 'met').length, 10);
    assert.deepEqual([list.totalBricks, list.leftOverCents], [50, 0]);
    expectStatus(await admin.client.patch(`/administration/property/${id}/publish`, {}), 200);
    assert.deepEqual(inState(await read(id), 'broken'), ['is-draft']);
  });
  it('an empty draft breaks what it lacks, and what follows its SPV is unknown', async () => {
    const list = await read(await draft({}));
    assert.equal(list.isPublishable, false);
    assert.deepEqual([list.totalBricks, list.leftOverCents], [null, null]);
    assert.deepEqual(inState(list, 'broken'), [
      'has-funding-start',
      'has-amount',
      'has-spv',
      'enough-time-before-funding',
      'has-images',
    ]);
    assert.deepEqual(inState(list, 'unknown'), ['spv-has-wallet', 'wallet-is-validated']);
  });
  it('says what of an amount makes no whole brick, and the publication creates as many as it said', async () => {
    const id = await draft({ ...whole(), amountToFundCents: 50_999 });
    const { isPublishable, totalBricks, leftOverCents } = await read(id);
    assert.deepEqual({ isPublishable, totalBricks, leftOverCents }, { isPublishable: true, totalBricks: 50, leftOverCents: 999 });
    const published = await admin.client.patch<{ totalBricks: number }>(`/administration/property/${id}/publish`, {});
    assert.equal(expectStatus(published, 200).body.totalBricks, totalBricks);
  });
  for (const [rule, change, query] of [
    ['amount-buys-a-brick', { amountToFundCents: 1 }],
    ['enough-time-before-funding', { fundingStartDate: inHours(1) }],
    ['has-images', { imageGallery: ['https://images.test/a.png'] }],
    ['shown-before-funding', {}, `?displayDate=${inHours(49)}`],
  ] as const)
    it(`${rule} is the only one broken, and its code is what the publication answers`, async () => {
      const id = await draft({ ...whole(), ...change });
      const list = await read(id, query);
      assert.deepEqual(inState(list, 'broken'), [rule]);
      const check = list.checks.find((each) => each.rule === rule) ?? assert.fail(rule);
      const body = query === undefined ? {} : { displayDate: decodeURIComponent(query.slice('?displayDate='.length)) };
      expectCode(await admin.client.patch(`/administration/property/${id}/publish`, body), 400, check.code);
    });
  it('a wallet that is missing is broken, one of a silent provider unknown', async () => {
    const id = await draft(whole());
    await linkWallet(world, spv.spvId, null);
    assert.deepEqual(inState(await read(id), 'broken'), ['spv-has-wallet']);
    await linkWallet(world, spv.spvId, spv.accountId);
    await world.control('POST', '/faults', { route: 'GET /v2/accounts/:id', mode: 'error-in-200', times: 1, code: 120 });
    assert.deepEqual(inState(await read(id), 'unknown'), ['wallet-is-validated']);
  });
  it('of an unknown property -> 404 property.not-found', async () =>
    expectCode(await admin.client.get(url(randomUUID())), 404, 'property.not-found'));
  it('without a session -> 401 unauthenticated', async () =>
    expectCode(await world.visitor().get(url(randomUUID())), 401, 'unauthenticated'));
  it('as an investor -> 403 forbidden', async () =>
    expectCode(await (await signUp(world)).client.get(url(randomUUID())), 403, 'forbidden'));
});
