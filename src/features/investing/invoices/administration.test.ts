// What administrators read of invoices: those of SPVs by project, period and state, and every file.

import assert from 'node:assert/strict';
import { randomUUID } from 'node:crypto';
import { after, before, describe, it } from 'node:test';
import { type Investor, type Person, signInAdministrator, verifiedInvestor } from '../../../../test/support/actors.ts';
import { assertFilters, assertPages, assertPeriod, itRefuses, pageOf } from '../../../../test/support/administration-lists.ts';
import { type FundedProperty, fundedProperty } from '../../../../test/support/funding-actors.ts';
import { sheetsOf } from '../../../../test/support/pdf-text.ts';
import { expectCode, expectStatus, startWorld, type World } from '../../../../test/support/world.ts';
import { centsOf } from '../../../core/cents.ts';
import type { CustomerId, PropertyId, SpvId } from '../../../core/db/tables.ts';
import { inTransaction } from '../../../core/db/transaction.ts';
import { issueCreditNote, issueInvoice } from './invoices.ts';

type Item = { id: string; number: string; kind: string; reason: string; status: string; issuedAt: string } & {
  spvId: SpvId | null;
  customerId: CustomerId | null;
  propertyId: PropertyId | null;
  creditNoteId: string | null;
  billedTo: string;
};

const URL = '/administration/invoices';

let world: World;
let admin: Person;
let investor: Investor;
let one: FundedProperty;
/** Another project of the same SPV. */
let two: FundedProperty;

before(async () => {
  world = await startWorld({ worker: false });
  admin = await signInAdministrator(world);
  investor = await verifiedInvestor(world);
  one = await fundedProperty(world, { mainCents: 34_770_000 });
  two = await fundedProperty(world, { mainCents: 34_770_000, spv: { spvId: one.spvId, accountId: one.accountId } });
  await transfer(one, 'funding');
  await transfer(two, 'funding');
  await transfer(two, 'fiducie');
  const lines = [{ label: 'Frais de retrait', amountExclTaxCents: centsOf(100), vatBps: 2000 }];
  const party = { customerId: investor.customerId };
  await inTransaction(world.deps.db, async (tx) => {
    const charged = { party, reason: 'withdrawal-fee', subjectId: randomUUID(), lines, at: world.deps.clock.now() } as const;
    const { invoiceId } = await issueInvoice(tx, world.deps, charged);
    await issueCreditNote(tx, world.deps, { invoiceId, note: 'Frais rendus.', at: world.deps.clock.now() });
  });
});
after(() => world.close());

const transfer = async ({ propertyId }: FundedProperty, fee: 'funding' | 'fiducie') => {
  const path = `/administration/property/${propertyId}/funding/transfer-${fee}-fees`;
  expectStatus(await admin.client.post(path), 201);
  await world.runJob('wallet-transactions');
};
const list = async (query = '') => (await pageOf<Item>(admin, URL, query)).items;
const file = (id: string, by: Person = admin) => by.client.get(`${URL}/${id}/file`);

describe('GET /administration/invoices', () => {
  it("shows an SPV's invoice with its project, and nothing of it twice", async () => {
    const [invoice, ...more] = await list(`?propertyId=${one.propertyId}`);
    assert.equal(more.length, 0);
    const { id, number, issuedAt, billedTo, ...told } = (invoice ?? assert.fail()) as Item & Record<string, unknown>;
    assert.ok(id && issuedAt && billedTo.startsWith('SPV'));
    assert.match(number, /^MORTAR-\d{4}-\d{6}$/);
    const { subjectId, ...plain } = told;
    assert.ok(subjectId);
    assert.deepEqual(plain, {
      kind: 'invoice',
      reason: 'funding-fees',
      amountExclTaxCents: 2_500_000,
      vatCents: 500_000,
      amountInclTaxCents: 3_000_000,
      creditedInvoiceId: null,
      status: 'issued',
      creditNoteId: null,
      customerId: null,
      spvId: one.spvId,
      propertyId: one.propertyId,
    });
  });
  it('page by page; by SPV, project, party, investor, kind, reason, state and period', async () => {
    await assertPages<Item>(admin, URL, ({ id }) => id);
    await assertFilters<Item>(admin, URL, [
      [`spvId=${one.spvId}`, ({ spvId }) => spvId === one.spvId],
      [`propertyId=${two.propertyId}`, ({ propertyId }) => propertyId === two.propertyId],
      ['party=spv', ({ spvId }) => spvId !== null],
      ['party=customer', ({ customerId }) => customerId !== null],
      [`customerId=${investor.customerId}`, ({ customerId }) => customerId === investor.customerId],
      ['kind=credit-note', ({ kind }) => kind === 'credit-note'],
      ['reason=fiducie-fees', ({ reason }) => reason === 'fiducie-fees'],
      ['status=credited', ({ status }) => status === 'credited'],
      ['status=issued&party=spv', ({ status, spvId }) => status === 'issued' && spvId !== null],
    ]);
    await assertPeriod<Item>(admin, URL, ({ issuedAt }) => issuedAt);
    assert.deepEqual(await list(`?spvId=${one.spvId}&customerId=${investor.customerId}`), []);
  });
  it('a credited invoice names its credit note', async () => {
    const [credited] = await list('?status=credited');
    const [note] = await list('?kind=credit-note');
    assert.equal(credited?.creditNoteId, note?.id);
  });
  const wrong = ['party=bank', 'status=paid', 'kind=bill', 'reason=gift', 'spvId=x', 'propertyId=x', 'customerId=x'];
  itRefuses(URL, { world: () => world, administrator: () => admin, wrong });
});

describe('GET /administration/invoices/:invoiceId/file', () => {
  it("prints an SPV's and an investor's", async () => {
    for (const query of ['?reason=funding-fees', '?kind=credit-note']) {
      const [invoice] = await list(query);
      const response = await fetch(`${world.url}${URL}/${invoice?.id}/file`, {
        headers: { cookie: [...admin.client.cookies].map(([name, value]) => `${name}=${value}`).join('; ') },
      });
      assert.deepEqual(
        [response.status, response.headers.get('content-type'), response.headers.get('content-disposition')],
        [200, 'application/pdf', `attachment; filename="${invoice?.number}.pdf"`],
      );
      const sheets = await sheetsOf(new Uint8Array(await response.arrayBuffer()));
      assert.ok(JSON.stringify(sheets).includes(invoice?.number ?? 'no number'));
    }
  });
  it('one that never was -> 404 not-found', async () => expectCode(await file(randomUUID()), 404, 'not-found'));
  it('no UUID -> 400 validation-failed', async () => expectCode(await file('x'), 400, 'validation-failed'));
  it('without a session -> 401 unauthenticated', async () =>
    expectCode(await world.visitor().get(`${URL}/${randomUUID()}/file`), 401, 'unauthenticated'));
  it('as the investor whom it bills -> 403 forbidden', async () =>
    expectCode(await file((await list('?party=customer'))[0]?.id ?? '', investor), 403, 'forbidden'));
});
