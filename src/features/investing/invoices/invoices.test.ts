// Invoices: numbers without gaps, documents that stay as they were issued, files for their customer only.

import assert from 'node:assert/strict';
import { randomUUID } from 'node:crypto';
import { after, before, describe, it } from 'node:test';
import {
  type Investor,
  openFunding,
  signInAdministrator,
  spvWithWallet,
  verifiedInvestor,
} from '../../../../test/support/actors.ts';
import { customerIs } from '../../../../test/support/customer-states.ts';
import { PROFILE } from '../../../../test/support/profiles.ts';
import { expectCode, expectStatus, startWorld, type World } from '../../../../test/support/world.ts';
import { centsOf } from '../../../core/cents.ts';
import type { CustomerId, SpvId } from '../../../core/db/tables.ts';
import { inTransaction, type Tx } from '../../../core/db/transaction.ts';
import { fileInvoice } from './invoice-pdf.ts';
import { type IssuedInvoice, type IssueInvoice, issueCreditNote, issueInvoice } from './invoices.ts';

type Item = { id: string; number: string; kind: string; amountInclTaxCents: number; creditedInvoiceId: string | null };

let world: World;
let customer: Investor;

before(async () => {
  // Without a worker: a file is there only when the test has rendered it.
  world = await startWorld({ worker: false });
  customer = await verifiedInvestor(world);
});
after(() => world.close());

const at = (text: string) => Temporal.Instant.from(text);
const invoiceOf = (changes: Partial<IssueInvoice> = {}): IssueInvoice => ({
  party: { customerId: customer.customerId },
  reason: 'withdrawal-fee',
  subjectId: randomUUID(),
  lines: [{ label: 'Frais de retrait', amountExclTaxCents: centsOf(100), vatBps: 2000 }],
  at: at('2026-11-20T10:00:00Z'),
  ...changes,
});
const issue = (changes: Partial<IssueInvoice> = {}): Promise<IssuedInvoice> =>
  inTransaction(world.deps.db, (tx) => issueInvoice(tx, world.deps, invoiceOf(changes)));
const credit = (invoiceId: string, when = '2026-11-21T10:00:00Z') =>
  inTransaction(world.deps.db, (tx) => issueCreditNote(tx, world.deps, { invoiceId, note: 'Frais rendus.', at: at(when) }));
const numbersOf = async (year: number) =>
  (
    await world.sql<{ number: number }>(`select number from invoice where issuer = 'MORTAR' and year = $1 order by number`, [
      year,
    ])
  ).map(({ number }) => number);
const oneTo = (count: number) => Array.from({ length: count }, (_, index) => index + 1);

describe('numbers', () => {
  it('have no gap and no double under ten issues at once, some of which are rolled back', async () => {
    const year = at('2030-05-01T10:00:00Z');
    const issueOrFail = (tx: Tx, fails: boolean) =>
      issueInvoice(tx, world.deps, invoiceOf({ at: year })).then(() => {
        if (fails) throw new Error('rolled back');
      });
    const tries = oneTo(10).map((n) => inTransaction(world.deps.db, (tx) => issueOrFail(tx, n % 3 === 0)));
    const results = await Promise.allSettled(tries);
    assert.equal(results.filter(({ status }) => status === 'fulfilled').length, 7);
    assert.deepEqual(await numbersOf(2030), oneTo(7));
  });
  it('begin anew with the Paris year, and credit notes stand in the same series', async () => {
    const issued = [
      await issue({ at: at('2031-12-31T22:59:59Z') }),
      await issue({ at: at('2031-12-31T23:00:00Z') }),
      await issue({ at: at('2032-01-01T10:00:00Z') }),
    ];
    const note = await credit(issued[0]?.invoiceId ?? '', '2032-01-02T10:00:00Z');
    assert.deepEqual(
      [...issued.map(({ number }) => number), note.number],
      ['MORTAR-2031-000001', 'MORTAR-2032-000001', 'MORTAR-2032-000002', 'MORTAR-2032-000003'],
    );
  });
});

describe('an issued document', () => {
  it('shows a tax that was charged already as it was charged', async () => {
    const line = { label: 'Frais de gestion', amountExclTaxCents: centsOf(8_333), vatBps: 2_000, vatCents: centsOf(1_666) };
    const { invoiceId, vatCents, inclTaxCents } = await issue({ lines: [line] });
    const [row] = await world.sql<{ lines: object }>('select lines from invoice where id = $1', [invoiceId]);
    assert.deepEqual([vatCents, inclTaxCents, row?.lines], [1_666, 9_999, [line]]);
  });
  it('adds up per line and keeps the party as it was', async () => {
    const { client, customerId } = await verifiedInvestor(world);
    const { invoiceId, ...totals } = await issue({
      party: { customerId },
      lines: [
        { label: 'Un', amountExclTaxCents: centsOf(99), vatBps: 850 },
        { label: 'Deux', amountExclTaxCents: centsOf(3), vatBps: 2000 },
      ],
    });
    assert.deepEqual({ ...totals, number: '' }, { number: '', exclTaxCents: 102, vatCents: 9, inclTaxCents: 111 });
    // Whom the provider has refused may change their profile.
    await customerIs(world, customerId, 'refused');
    const changed = { ...PROFILE, lastName: 'Martin', city: 'Paris' };
    expectStatus(await client.patch('/customers/profile', changed), 200);
    const [row] = await world.sql<{ billed_to: object }>('select billed_to from invoice where id = $1', [invoiceId]);
    assert.deepEqual(row?.billed_to, {
      name: 'Camille Durand',
      address: ['1 rue de la République', '69001 Lyon'],
      country: 'FRA',
    });
  });
  it('may be billed to an SPV', async () => {
    const spv = await spvWithWallet(world, { country: 'Réunion (île)' });
    const { spvId, propertyId } = await openFunding(world, { bricks: 1, spv });
    const { invoiceId } = await issue({ party: { spvId, propertyId } });
    const [row] = await world.sql<{ customer_id: CustomerId | null; spv_id: SpvId; billed_to: { country: string } }>(
      'select customer_id, spv_id, billed_to from invoice where id = $1',
      [invoiceId],
    );
    assert.deepEqual([row?.customer_id, row?.spv_id, row?.billed_to.country], [null, spvId, 'Réunion (île)']);
  });
  it('cannot be changed, renumbered or deleted by the application', async () => {
    const { invoiceId } = await issue();
    const { db } = world.deps;
    const refused = { message: /permission denied/ };
    await assert.rejects(
      db
        .updateTable('invoice')
        .set({ amount_excl_tax_cents: centsOf(1) })
        .where('id', '=', invoiceId)
        .execute(),
      refused,
    );
    await assert.rejects(db.updateTable('invoice').set({ number: 99 }).where('id', '=', invoiceId).execute(), refused);
    await assert.rejects(db.deleteFrom('invoice').where('id', '=', invoiceId).execute(), refused);
  });
  it('is credited once', async () => {
    const { invoiceId } = await issue();
    const note = await credit(invoiceId);
    await assert.rejects(credit(invoiceId), { constraint: 'invoice_credited_invoice_id_key' });
    await assert.rejects(credit(note.invoiceId), /no invoice/);
    await assert.rejects(credit(randomUUID()), /no invoice/);
  });
});

describe('GET /customers/invoices', () => {
  it('lists the own documents newest first, page by page', async () => {
    const person = await verifiedInvestor(world);
    const party = { customerId: person.customerId };
    const first = await issue({ party, at: at('2026-10-01T10:00:00Z') });
    const second = await issue({ party, at: at('2026-10-02T10:00:00Z') });
    const note = await credit(second.invoiceId, '2026-10-03T10:00:00Z');
    const list = async (query: string) =>
      expectStatus(await person.client.get<{ items: Item[]; nextCursor: string | null }>(`/customers/invoices${query}`), 200)
        .body;
    const page = await list('?limit=2');
    assert.deepEqual(
      page.items.map(({ number, kind, creditedInvoiceId }) => [number, kind, creditedInvoiceId]),
      [
        [note.number, 'credit-note', second.invoiceId],
        [second.number, 'invoice', null],
      ],
    );
    const rest = await list(`?limit=2&cursor=${page.nextCursor}`);
    assert.deepEqual([rest.items.map(({ id }) => id), rest.nextCursor], [[first.invoiceId], null]);
    assert.deepEqual((await list('?limit=2')).items[0]?.amountInclTaxCents, 120);
  });
  it('without a session -> 401 unauthenticated', async () =>
    expectCode(await world.visitor().get('/customers/invoices'), 401, 'unauthenticated'));
  it('as an administrator -> 403 forbidden', async () =>
    expectCode(await (await signInAdministrator(world)).client.get('/customers/invoices'), 403, 'forbidden'));
  it('a cursor we never gave -> 400 validation-failed', async () =>
    expectCode(await customer.client.get('/customers/invoices?cursor=x'), 400, 'validation-failed'));
});

describe('GET /customers/invoices/:invoiceId/file', () => {
  const file = (person: Investor, id: string) => person.client.get(`/customers/invoices/${id}/file`);

  it('answers the PDF before and after it is stored', async () => {
    const { invoiceId, number } = await issue();
    const early = expectStatus(await file(customer, invoiceId), 200);
    assert.match(early.text, /^%PDF-1\./);
    assert.equal(early.headers.get('content-type'), 'application/pdf');
    assert.equal(early.headers.get('content-disposition'), `attachment; filename="${number}.pdf"`);
    const key = await fileInvoice(world.deps, { invoiceId });
    assert.equal(key, `private/invoices/2026/${number}.pdf`);
    assert.equal(expectStatus(await file(customer, invoiceId), 200).text, early.text);
  });
  it('answers the stored file, and a new print where it was lost', async () => {
    const { invoiceId } = await issue();
    const key = await fileInvoice(world.deps, { invoiceId });
    await world.deps.storage.put(key, new TextEncoder().encode('%PDF-1.3 as it was stored'), 'application/pdf');
    assert.match((await file(customer, invoiceId)).text, /as it was stored/);
    assert.equal(await fileInvoice(world.deps, { invoiceId }), key);
    assert.match((await file(customer, invoiceId)).text, /as it was stored/, 'the job leaves what is filed alone');
    await world.deps.storage.delete(key);
    assert.doesNotMatch(expectStatus(await file(customer, invoiceId), 200).text, /as it was stored/);
  });
  it('unknown -> 404 not-found', async () => expectCode(await file(customer, randomUUID()), 404, 'not-found'));
  it("another investor's -> 404 not-found", async () => {
    const { invoiceId } = await issue();
    expectCode(await file(await verifiedInvestor(world), invoiceId), 404, 'not-found');
  });
  it("an SPV's -> 404 not-found", async () => {
    const { invoiceId } = await issue({ party: await openFunding(world, { bricks: 1 }) });
    expectCode(await file(customer, invoiceId), 404, 'not-found');
  });
  it('no UUID -> 400 validation-failed', async () => expectCode(await file(customer, 'x'), 400, 'validation-failed'));
  it('without a session -> 401 unauthenticated', async () =>
    expectCode(await world.visitor().get(`/customers/invoices/${randomUUID()}/file`), 401, 'unauthenticated'));
});
