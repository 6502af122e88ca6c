// The search over all records, through HTTP: what finds what, for whom, and by index.

import assert from 'node:assert/strict';
import { randomUUID } from 'node:crypto';
import { after, before, describe, it } from 'node:test';
import { sql } from 'kysely';
import { type Person, signInAdministrator, verifiedInvestor } from '../../../../test/support/actors.ts';
import { buyerOfBricks } from '../../../../test/support/payers.ts';
import { type ScheduledProperty, scheduledProperty } from '../../../../test/support/scheduled-property.ts';
import { expectCode, expectStatus, startWorld, type World } from '../../../../test/support/world.ts';
import { centsOf } from '../../../core/cents.ts';
import { inTransaction } from '../../../core/db/transaction.ts';
import { issueInvoice } from '../../investing/invoices/index.ts';
import { findInvoices, findPayments, findProjects, findWires } from './queries.ts';
import { wantedBy } from './rules.ts';
import type { FoundRecord } from './schemas.ts';

let world: World;
let admin: Person;
let own: ScheduledProperty;
let wire: { id: string; amount: number };

before(async () => {
  world = await startWorld();
  admin = await signInAdministrator(world);
  own = await scheduledProperty(world, admin);
  await world.control('POST', `/accounts/${own.accountId}/credit`, { amountCents: 123_457, comment: 'Loyer de Nivôse' });
  // With one row alone a table is its own index.
  for (let cents = 1; cents <= 60; cents += 1)
    await world.control('POST', `/accounts/${own.accountId}/credit`, { amountCents: cents, comment: `Autre ${cents}` });
  await world.runJob('incoming-wires');
  wire = (await wires()).find(({ amount }) => amount === 123_457) ?? assert.fail('no wire');
});
after(() => world.close());

const wires = async () =>
  expectStatus(
    await admin.client.get<{ id: string; amount: number }[]>('/administration/property/payment-schedule/wire-to-be-assigned'),
    200,
  ).body;
const search = async (q: string, by = admin) =>
  expectStatus(await by.client.get<FoundRecord[]>(`/administration/search?q=${encodeURIComponent(q)}`), 200).body;
const found = async (q: string, by = admin) => (await search(q, by)).map(({ kind, id }) => `${kind} ${id}`);

describe('GET /administration/search', () => {
  it('finds people by part of a name or address, and by id', async () => {
    const person = await verifiedInvestor(world, { lastName: 'Quatrefages' });
    const expected = [`person ${person.customerId}`];
    for (const q of ['quatrefag', person.email, person.customerId.toUpperCase()]) assert.deepEqual(await found(q), expected, q);
    const [shown] = await search('quatrefages');
    assert.deepEqual([shown?.name, shown?.note], ['Camille Quatrefages', person.email]);
  });
  it('finds projects by part of their name, of that of their SPV, and by id', async () => {
    const { name } = expectStatus(
      await admin.client.get<{ name: string }>(`/administration/property/${own.propertyId}`),
      200,
    ).body;
    for (const q of [name.slice(1).toUpperCase(), own.propertyId])
      assert.ok((await found(q)).includes(`project ${own.propertyId}`), q);
  });
  it('finds wires by amount, part of the label and id', async () => {
    for (const q of ['1 234,57 €', '1234.57', 'nivôse', wire.id]) assert.deepEqual(await found(q), [`wire ${wire.id}`], q);
    const [shown] = await search('nivôse');
    assert.deepEqual([shown?.note, shown?.amountCents], ['Loyer de Nivôse', 123_457]);
  });
  it('finds payments by id and by the number of the provider', async () => {
    const buyer = await buyerOfBricks(world);
    expectStatus(await buyer.ask(), 201);
    const payments = `/administration/payments?customerId=${buyer.customerId}`;
    type Payments = { items: { id: string; providerPaymentId: number | null }[] };
    const payment = await world.until(async () => {
      const [first] = expectStatus(await admin.client.get<Payments>(payments), 200).body.items;
      return first?.providerPaymentId ? first : undefined;
    }, 'the number of the provider');
    for (const q of [payment.id, String(payment.providerPaymentId)])
      assert.ok((await found(q)).includes(`payment ${payment.id}`), q);
  });
  it('finds an invoice by the number that is printed on it', async () => {
    const { customerId } = await verifiedInvestor(world);
    const { number } = await inTransaction(world.deps.db, (tx) =>
      issueInvoice(tx, world.deps, {
        ...{ party: { customerId }, reason: 'withdrawal-fee', subjectId: randomUUID(), at: world.deps.clock.now() },
        lines: [{ label: 'Frais de retrait', amountExclTaxCents: centsOf(100), vatBps: 2_000 }],
      }),
    );
    const [shown, ...more] = await search(number.toLowerCase());
    assert.deepEqual([shown?.kind, shown?.name, more], ['invoice', number, []]);
  });
  it('shows each role what its permissions show', async () => {
    const projects = await signInAdministrator(world, undefined, ['projects']);
    const q = own.propertyId;
    assert.deepEqual(await found(q, projects), [`project ${own.propertyId}`]);
    assert.deepEqual(await found(wire.id, projects), []);
  });
  it('nothing but blanks -> 400', async () => {
    expectCode(await admin.client.get('/administration/search?q=%20'), 400, 'validation-failed');
  });
  it('no branch scans a table', async () => {
    await world.sql('vacuum analyze property, spv, received_payment, payment, invoice');
    const [before, after] = await inTransaction(world.deps.db, async (tx) => {
      // The counts have what the connection did before.
      const scans = async () => {
        const { rows } = await sql<{ table: string; scans: number }>`
          select relname as table, seq_scan::integer as scans from pg_stat_xact_user_tables
          where relname in ('property', 'spv', 'received_payment', 'payment', 'invoice') order by 1`.execute(tx);
        return rows;
      };
      const start = await scans();
      // Bitmaps alone: they need a condition on the index, where a small table may be read whole by any other way.
      for (const way of ['seqscan', 'indexscan', 'indexonlyscan']) await sql.raw(`set local enable_${way} = off`).execute(tx);
      for (const q of ['acacias', '1234,57', '4711', 'mortar-2026-1', wire.id])
        for (const find of [findProjects, findWires, findPayments, findInvoices]) await find(tx, wantedBy(q));
      return [start, await scans()];
    });
    assert.equal(before.length, 5);
    assert.deepEqual(after, before);
  });
});
