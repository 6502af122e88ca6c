// Differences between the books and the provider as rows: opened by the night that sees them, closed by the one that does not.

import assert from 'node:assert/strict';
import { randomUUID } from 'node:crypto';
import { after, afterEach, before, describe, it } from 'node:test';
import { type Investor, type Person, signInAdministrator, signUp, verifiedInvestor } from '../../../../test/support/actors.ts';
import { expectCode, expectStatus, startWorld, type World } from '../../../../test/support/world.ts';
import { centsOf } from '../../../core/cents.ts';
import type { DifferencesPage, DifferenceView } from './schemas.ts';

const LIST = '/administration/reconciliation/differences';
const ELSEWHERE = 'account-of-others';

let world: World;
let admin: Person;

before(async () => {
  world = await startWorld({ worker: false });
  admin = await signInAdministrator(world);
  await world.control('POST', '/accounts', { accountId: ELSEWHERE, kind: 'legal', status: 6, balanceCents: 0 });
});
after(() => world.close());
afterEach(() => world.control('DELETE', '/faults'));

const night = (body: { dryRun?: boolean } = {}) =>
  world.runJob<{ ok: boolean; failure?: string }>('provider-reconciliation', body);
const list = async (query = '') => expectStatus(await admin.client.get<DifferencesPage>(`${LIST}${query}`), 200).body;
const of = async ({ customerId }: Investor, query = '') => (await list(`?accountId=${customerId}${query}`)).items;
const only = async (person: Investor, query = ''): Promise<DifferenceView> => {
  const [difference, ...more] = await of(person, query);
  assert.ok(difference && more.length === 0, `${more.length + (difference ? 1 : 0)} rows`);
  return difference;
};
/** Money leaves the account at the provider, and our books know nothing of it; a negative amount gives it back. */
async function takeAway({ customerId }: Investor, amountCents: number): Promise<void> {
  const [fromAccountId, toAccountId] = amountCents > 0 ? [customerId, ELSEWHERE] : [ELSEWHERE, customerId];
  const moved = { fromAccountId, toAccountId, amountCents: centsOf(Math.abs(amountCents)), comment: '', reference: randomUUID() };
  assert.ok((await world.deps.payments.transfer(moved)).ok);
}

describe('GET /administration/reconciliation/differences', () => {
  it('one is opened the first night, updated with the cents of each next one, and closed when it is gone', async () => {
    const person = await verifiedInvestor(world, { fundsCents: 100_000 });
    await night();
    assert.deepEqual(await of(person), []);

    await takeAway(person, 40_050);
    await night();
    const opened = await only(person);
    const balances = { ledgerCents: 100_000, providerCents: 59_950, differenceCents: -40_050 };
    assert.deepEqual(
      [opened.status, opened.kind, opened.timesSeen, opened.closedAt, opened.lastSeenAt],
      ['open', 'missing', 1, null, opened.openedAt],
    );
    assert.deepEqual(opened.holder, { customerId: person.customerId, spvId: null, name: 'Camille Durand' });
    assert.deepEqual([opened.first, opened.last], [balances, { ...balances, inFlightCents: 0 }]);

    await world.moveClock({ advance: 'P1D' });
    await takeAway(person, 50);
    await night();
    const seen = await only(person, '&status=open');
    assert.deepEqual([seen.id, seen.openedAt, seen.first, seen.timesSeen], [opened.id, opened.openedAt, balances, 2]);
    assert.ok(Temporal.Instant.compare(seen.lastSeenAt, opened.lastSeenAt) > 0);
    assert.deepEqual([seen.last.providerCents, seen.last.differenceCents], [59_900, -40_100]);

    await world.moveClock({ advance: 'P1D' });
    await takeAway(person, -40_100);
    await night();
    const closed = await only(person, '&status=closed');
    assert.deepEqual(
      [closed.id, closed.status, closed.last, closed.lastSeenAt],
      [opened.id, 'closed', seen.last, seen.lastSeenAt],
    );
    assert.ok(Temporal.Instant.compare(closed.closedAt ?? '', closed.lastSeenAt) > 0);
    assert.deepEqual(await of(person, '&status=open'), []);

    await world.moveClock({ advance: 'P1D' });
    await night();
    assert.equal((await only(person)).closedAt, closed.closedAt, 'stays closed as it was');
  });
  it('the same difference later is another row', async () => {
    const person = await verifiedInvestor(world, { fundsCents: 1_000 });
    for (const amountCents of [300, -300, 200]) {
      await takeAway(person, amountCents);
      await night();
      await world.moveClock({ advance: 'PT1H' });
    }
    const rows = await of(person);
    assert.deepEqual(
      rows.map(({ status, first }) => [status, first.differenceCents]),
      [
        ['open', -200],
        ['closed', -300],
      ],
    );
    await takeAway(person, -200);
  });
  it('a surplus beside a lack: of one account a row of each kind, one after the other', async () => {
    const person = await verifiedInvestor(world, { fundsCents: 1_000 });
    await takeAway(person, 300);
    await night();
    await world.moveClock({ advance: 'PT1H' });
    // More than was taken: transfers from elsewhere are never booked from the statement.
    await takeAway(person, -300);
    await world.control('POST', '/accounts', { accountId: 'another-of-others', kind: 'legal', status: 6, balanceCents: 500 });
    const gift = { fromAccountId: 'another-of-others', toAccountId: person.customerId, amountCents: centsOf(500) };
    assert.ok((await world.deps.payments.transfer({ ...gift, comment: '', reference: randomUUID() })).ok);
    await night();
    assert.deepEqual(
      (await of(person)).map(({ kind, status, last }) => [kind, status, last.differenceCents]),
      [
        ['surplus', 'open', 500],
        ['missing', 'closed', -300],
      ],
    );
  });
  it('a night that could not compare opens and closes nothing, nor does a dry run', async () => {
    const [gone, fresh] = [
      await verifiedInvestor(world, { fundsCents: 1_000 }),
      await verifiedInvestor(world, { fundsCents: 1_000 }),
    ];
    await takeAway(gone, 300);
    await night();
    await world.moveClock({ advance: 'PT1H' });
    await takeAway(gone, -300);
    await takeAway(fresh, 100);
    await night({ dryRun: true });
    await world.control('POST', '/faults', { route: 'GET /v2/accounts/balances', mode: 'http-500', times: 3 });
    assert.equal((await night()).failure, 'balances');
    assert.deepEqual([(await only(gone)).status, await of(fresh)], ['open', []]);
    await world.control('DELETE', '/faults');
    await night();
    assert.deepEqual([(await only(gone)).status, (await only(fresh)).status], ['closed', 'open']);
    await takeAway(fresh, -100);
  });
  it('two runs at once keep one row', async () => {
    const person = await verifiedInvestor(world, { fundsCents: 1_000 });
    await takeAway(person, 300);
    await Promise.all([night(), night(), night()]);
    assert.equal((await only(person)).status, 'open');
    await takeAway(person, -300);
  });
  it('pages, newest first, each once', async () => {
    const all = (await list()).items;
    assert.ok(all.length >= 5);
    const seen: DifferenceView[] = [];
    let cursor: string | null = '';
    while (cursor !== null && seen.length <= all.length) {
      const page: DifferencesPage = await list(`?limit=2${cursor === '' ? '' : `&cursor=${cursor}`}`);
      seen.push(...page.items);
      cursor = page.nextCursor;
    }
    assert.deepEqual(seen, all);
    assert.deepEqual(
      all.map(({ openedAt }) => openedAt),
      all
        .map(({ openedAt }) => openedAt)
        .toSorted()
        .toReversed(),
    );
  });
  it('filters by status, and by account', async () => {
    const all = (await list()).items;
    for (const status of ['open', 'closed'])
      assert.deepEqual(
        (await list(`?status=${status}`)).items,
        all.filter((difference) => difference.status === status),
      );
    assert.deepEqual((await list('?accountId=unknown')).items, []);
  });
  for (const query of ['?status=lost', '?cursor=7', '?limit=201', '?accountId=%00'])
    it(`${query} -> 400 validation-failed`, async () =>
      expectCode(await admin.client.get(`${LIST}${query}`), 400, 'validation-failed'));
  it('without a session -> 401 unauthenticated', async () => expectCode(await world.visitor().get(LIST), 401, 'unauthenticated'));
  it('as an investor -> 403 forbidden', async () => expectCode(await (await signUp(world)).client.get(LIST), 403, 'forbidden'));
});
