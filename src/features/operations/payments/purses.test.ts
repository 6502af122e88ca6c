// The purses of a project: what came in, what went out and where to, and the postings behind them.

import assert from 'node:assert/strict';
import { randomUUID } from 'node:crypto';
import { after, before, describe, it } from 'node:test';
import { type Person, signInAdministrator, signUp, verifiedInvestor } from '../../../../test/support/actors.ts';
import { assertPages, pageOf } from '../../../../test/support/administration-lists.ts';
import { fundedProperty } from '../../../../test/support/funding-actors.ts';
import { repaidProject } from '../../../../test/support/scheduled-property.ts';
import { expectCode, expectStatus, startWorld, type World } from '../../../../test/support/world.ts';
import type { PropertyId } from '../../../core/db/tables.ts';
import type { ProjectPostings, ProjectPurses } from './schemas.ts';

type Posting = ProjectPostings['items'][number];

let world: World;
let admin: Person;
let propertyId: PropertyId;
let postings: string;

before(async () => {
  world = await startWorld({ worker: false });
  admin = await signInAdministrator(world);
  const holders = [{ investor: await verifiedInvestor(world), bricks: 2 }];
  const terms = { holders, mainCents: 30_000, escrowCents: 5_000, totalFundedCents: 100_000 };
  ({ propertyId } = await repaidProject(world, admin, terms));
  postings = `/administration/property/${propertyId}/postings`;
});
after(() => world.close());

const read = async (id: string) =>
  expectStatus(await admin.client.get<ProjectPurses>(`/administration/property/${id}/purses`), 200).body;

describe('GET /administration/property/:propertyId/purses', () => {
  it('balances are what came in less what went out', async () => {
    const { purses } = await read(propertyId);
    assert.deepEqual(
      purses.map(({ purse }) => purse),
      ['COLLECT', 'MAIN', 'ESCROW', 'UNASSIGNED', 'COUPON', 'CAPITAL', 'FEES', 'SURPLUS', 'HELD'],
    );
    for (const { balanceCents, inCents, outCents } of purses) assert.equal(balanceCents, inCents - outCents);
    const held = Object.fromEntries(purses.map(({ purse, balanceCents }) => [purse, balanceCents]));
    assert.deepEqual([held.COLLECT, held.MAIN, held.ESCROW], [0, 30_000, 5_000]);
  });
  it('what came in and what went out is what the postings say', async () => {
    const { purses } = await read(propertyId);
    const { items } = await pageOf<Posting>(admin, postings);
    for (const { purse, inCents, outCents } of purses) {
      const cents = items.flatMap(({ lines }) =>
        lines.filter(({ place }) => place === purse).map(({ amountCents }) => amountCents),
      );
      const sum = (sign: 1 | -1) =>
        cents.filter((amount) => amount * sign > 0).reduce<number>((all, amount) => all + amount * sign, 0);
      assert.deepEqual([inCents, outCents], [sum(1), sum(-1)], purse);
    }
    assert.ok(purses.some(({ outCents }) => outCents > 0));
  });
  it('flows lead from investors through the closing to the owner', async () => {
    const { flows } = await read(propertyId);
    const cents = (from: string, to: string) => flows.find((flow) => flow.from === from && flow.to === to)?.cents;
    const collected = cents('INVESTORS', 'COLLECT') ?? 0;
    assert.equal(cents('COLLECT', 'ESCROW'), 5_000);
    assert.equal(cents('COLLECT', 'MAIN'), collected - 5_000);
    assert.equal(cents('MAIN', 'OUTSIDE'), collected - 35_000);
  });
  it('a payment that was held before it was confirmed is one flow, past what was held', async () => {
    const funded = await fundedProperty(world, { mainCents: 5_000_000 });
    const path = `/administration/property/${funded.propertyId}/funding/transfer-funding-fees`;
    expectStatus(await admin.client.post(path), 201);
    const { flows } = await read(funded.propertyId);
    const fees = flows.filter(({ from }) => from === 'MAIN').map(({ to, cents }) => [to, cents]);
    assert.deepEqual(fees, [['PLATFORM_ORIGINATION', 3_000_000]]);
    assert.ok(flows.every(({ from, to }) => from !== 'HELD' && to !== 'HELD'));
  });
  it('of an unknown property -> 404 not-found', async () =>
    expectCode(await admin.client.get(`/administration/property/${randomUUID()}/purses`), 404, 'not-found'));
  it('without a session -> 401 unauthenticated', async () =>
    expectCode(await world.visitor().get(`/administration/property/${propertyId}/purses`), 401, 'unauthenticated'));
  it('as an investor -> 403 forbidden', async () =>
    expectCode(await (await signUp(world)).client.get(`/administration/property/${propertyId}/purses`), 403, 'forbidden'));
});

describe('GET /administration/property/:propertyId/postings', () => {
  const key = ({ reference, step }: Posting) => `${reference} ${step}`;
  it('each adds up to zero, and pages have each once', async () => {
    const { items } = await pageOf<Posting>(admin, postings);
    for (const { lines } of items)
      assert.equal(
        lines.reduce((sum, line) => sum + line.amountCents, 0),
        0,
      );
    await assertPages<Posting>(admin, postings, key);
  });
  it('of one purse and of one type', async () => {
    const { items } = await pageOf<Posting>(admin, postings);
    const ofEscrow = await pageOf<Posting>(admin, postings, '?purse=ESCROW');
    assert.deepEqual(
      ofEscrow.items,
      items.filter(({ lines }) => lines.some(({ place }) => place === 'ESCROW')),
    );
    const purchases = await pageOf<Posting>(admin, postings, '?type=PRIMARY_PURCHASE');
    assert.deepEqual(
      purchases.items.map(({ type }) => type),
      ['PRIMARY_PURCHASE'],
    );
    assert.ok(purchases.items[0]?.lines.some(({ place, customerId }) => place === 'INVESTORS' && customerId !== null));
  });
  it('of an unknown property -> 404 not-found', async () =>
    expectCode(await admin.client.get(`/administration/property/${randomUUID()}/postings`), 404, 'not-found'));
  it('with a cursor, limit or purse that it does not have -> 400 validation-failed', async () => {
    for (const query of ['cursor=x', 'limit=0', 'purse=SOCK'])
      expectCode(await admin.client.get(`${postings}?${query}`), 400, 'validation-failed');
  });
  it('without a session -> 401 unauthenticated', async () =>
    expectCode(await world.visitor().get(postings), 401, 'unauthenticated'));
  it('as an investor -> 403 forbidden', async () =>
    expectCode(await (await signUp(world)).client.get(postings), 403, 'forbidden'));
});
