// The invoices that referrers sent, as administrators read them: what they set free, whether it was paid, and their files.

import assert from 'node:assert/strict';
import { randomUUID } from 'node:crypto';
import { after, before, describe, it } from 'node:test';
import { type Investor, type Person, signInAdministrator, verifiedInvestor } from '../../../../test/support/actors.ts';
import { assertFilters, assertPages, assertPeriod, itRefuses, pageOf } from '../../../../test/support/administration-lists.ts';
import { PDF, PNG } from '../../../../test/support/files.ts';
import { rewardsAreOf } from '../../../../test/support/money-states.ts';
import { financialStatusIs } from '../../../../test/support/property-states.ts';
import { earn, referredBy } from '../../../../test/support/referral-actors.ts';
import { expectCode, expectStatus, startWorld, type World } from '../../../../test/support/world.ts';
import type { CustomerId, PropertyId, SpvId } from '../../../core/db/tables.ts';
import { newId } from '../../../core/ids.ts';

type Item = {
  id: string;
  year: number;
  amountCents: number;
  paidCents: number;
  status: string;
  referrer: { customerId: CustomerId; email: string } | null;
  unblockedRewards: number;
  propertyIds: PropertyId[];
  contentType: string;
  createdAt: string;
};

const PATH = '/administration/referral-for-primary-purchase';
const URL = `${PATH}/invoices`;
/** With the cap of 2 400 EUR: blocked 200, 300 and 100 EUR. */
const G20 = [200_000, 60_000, 30_000, 10_000];

let world: World;
let admin: Person;
let year: number;
let first: Investor;
let second: Investor;
let projects: { first: PropertyId[]; second: PropertyId[] };
let spvId: SpvId;

before(async () => {
  world = await startWorld({ worker: false });
  admin = await signInAdministrator(world);
  year = world.deps.clock.now().toZonedDateTimeISO('Europe/Paris').year;
  first = await verifiedInvestor(world);
  second = await verifiedInvestor(world);
  projects = { first: await earn(world, await referredBy(world, first, 0), ...G20), second: [] };
  await receive({ amount: 20_000, email: first.email });
  await receive({ amount: 40_000, email: first.email, file: PNG });
  // Last year's, and without an email: by whomever its rewards name.
  projects.second = await earn(world, await referredBy(world, second, 0), ...G20);
  await rewardsAreOf(world, year - 1, { referrerId: second.customerId });
  await receive({ amount: 50_000, of: year - 1, file: new Uint8Array([...PDF, ...PDF]) });
  const [row] = await world.sql<{ id: SpvId }>('select spv_id as id from property where id = $1', [projects.first[1]]);
  assert.ok(row);
  spvId = row.id;
});
after(() => world.close());

const receive = async (invoice: { amount: number; email?: string; of?: number; file?: Uint8Array<ArrayBuffer> }) => {
  const form = new FormData();
  form.set('invoiceAmountInCents', String(invoice.amount));
  form.set('year', String(invoice.of ?? year));
  if (invoice.email !== undefined) form.set('email', invoice.email);
  form.set('file', new Blob([invoice.file ?? PDF]), 'facture.pdf');
  expectStatus(await admin.client.post(`${PATH}/invoice-received`, form), 201);
};
const list = async (query = '') => (await pageOf<Item>(admin, URL, query)).items;
const isOf = (item: Item, projectIds: PropertyId[]) => item.propertyIds.some((id) => projectIds.includes(id));

describe('GET /administration/referral-for-primary-purchase/invoices', () => {
  it('shows what an invoice asked for, whom, and what it set free', async () => {
    const [anonymous, image, plain] = await list();
    const { id, createdAt, ...told } = image ?? assert.fail();
    assert.ok(id && createdAt);
    assert.deepEqual(
      { ...told, propertyIds: told.propertyIds.toSorted() },
      {
        year,
        amountCents: 40_000,
        paidCents: 0,
        status: 'waiting',
        referrer: { customerId: first.customerId, email: first.email },
        unblockedRewards: 2,
        propertyIds: projects.first.slice(2).toSorted(),
        contentType: 'image/png',
      },
    );
    assert.deepEqual([plain?.amountCents, plain?.propertyIds], [20_000, projects.first.slice(1, 2)]);
    assert.deepEqual([anonymous?.referrer, anonymous?.year], [null, year - 1]);
  });
  it('is paid once everything that it set free has arrived', async () => {
    await world.control('POST', '/accounts/mortar-main/credit', { amountCents: 1_000_000 });
    await world.runJob('incoming-wires');
    const [projectId] = projects.first.slice(1);
    await financialStatusIs(world, [projectId ?? newId(), projects.first[2] ?? newId()], 'repayment-ongoing');
    await world.runJob('referral-primary-purchase-auto-payout');
    assert.deepEqual((await list('?status=paid')).length, 0);
    await world.runJob('wallet-transactions');
    const states = (await list(`?referrerCustomerId=${first.customerId}`)).map(({ status, paidCents }) => [status, paidCents]);
    assert.deepEqual(states, [
      ['waiting', 30_000],
      ['paid', 20_000],
    ]);
    await assertFilters<Item>(admin, URL, [
      ['status=paid', ({ status }) => status === 'paid'],
      ['status=waiting', ({ status }) => status === 'waiting'],
    ]);
  });
  it('page by page; by year, referrer, project, SPV and period', async () => {
    await assertPages<Item>(admin, URL, ({ id }) => id);
    await assertFilters<Item>(admin, URL, [
      [`year=${year}`, (item) => item.year === year],
      [`referrerCustomerId=${first.customerId}`, (item) => isOf(item, projects.first)],
      [`referrerCustomerId=${second.customerId}`, (item) => isOf(item, projects.second)],
      [`propertyId=${projects.first[1]}`, (item) => item.propertyIds.includes(projects.first[1] ?? newId())],
      [`spvId=${spvId}`, (item) => item.propertyIds.includes(projects.first[1] ?? newId())],
    ]);
    await assertPeriod<Item>(admin, URL, ({ createdAt }) => createdAt);
    assert.deepEqual(await list(`?referrerCustomerId=${second.customerId}&spvId=${spvId}`), []);
  });
  const wrong = ['year=1999', 'year=x', 'status=sent', 'referrerCustomerId=x', 'propertyId=x', 'spvId=x'];
  itRefuses(URL, { world: () => world, administrator: () => admin, wrong });
});

describe('GET /administration/referral-for-primary-purchase/invoices/:invoiceId/file', () => {
  const file = (id: string, by: Person = admin) => by.client.get(`${URL}/${id}/file`);
  it('gives the file as it was handed in', async () => {
    const image = (await list()).find(({ contentType }) => contentType === 'image/png');
    const response = await fetch(`${world.url}${URL}/${image?.id}/file`, {
      headers: { cookie: [...admin.client.cookies].map(([name, value]) => `${name}=${value}`).join('; ') },
    });
    assert.deepEqual(
      [response.status, response.headers.get('content-type'), response.headers.get('content-disposition')],
      [200, 'image/png', `attachment; filename="${image?.id}.png"`],
    );
    assert.ok(Buffer.from(await response.arrayBuffer()).equals(Buffer.from(PNG)));
  });
  it('one that never was, or that the storage has lost -> 404 not-found', async () => {
    expectCode(await file(randomUUID()), 404, 'not-found');
    const [row] = await world.sql<{ id: string; key: string }>('select id, storage_key as key from referral_invoice limit 1');
    await world.deps.storage.delete(row?.key ?? '');
    expectCode(await file(row?.id ?? ''), 404, 'not-found');
  });
  it('no UUID -> 400 validation-failed', async () => expectCode(await file('x'), 400, 'validation-failed'));
  it('without a session -> 401 unauthenticated', async () =>
    expectCode(await world.visitor().get(`${URL}/${randomUUID()}/file`), 401, 'unauthenticated'));
  it('as the referrer -> 403 forbidden', async () => expectCode(await file(randomUUID(), first), 403, 'forbidden'));
});
