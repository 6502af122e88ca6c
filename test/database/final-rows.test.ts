// What is final stays as it is: the application's role may not change, remove or back-date it, nor write who owns a brick.

import assert from 'node:assert/strict';
import { after, before, describe, it } from 'node:test';
import { sql } from 'kysely';
import { centsOf } from '../../src/core/cents.ts';
import type { CustomerId } from '../../src/core/db/tables.ts';
import { inTransaction } from '../../src/core/db/transaction.ts';
import { newId } from '../../src/core/ids.ts';
import { fixClock } from '../../src/core/test-clock.ts';
import { issueInvoice } from '../../src/features/investing/invoices/index.ts';
import { administratorOf, verifiedInvestor } from '../support/actors.ts';
import { customerIs } from '../support/customer-states.ts';
import { buyerOfBricks } from '../support/payers.ts';
import { expectStatus, startWorld, type World } from '../support/world.ts';

let world: World;

/** A purchase with its bricks, a deposit, a purchase that waits, an administrator's action. */
before(async () => {
  world = await startWorld({ worker: false });
  for (const ends of [true, false]) {
    const buyer = await buyerOfBricks(world);
    expectStatus(await buyer.ask(), 201);
    if (ends) await world.runJob('wallet-transactions');
  }
  const admin = await administratorOf(world);
  expectStatus(await admin.client.post('/administration/spv', { name: 'SPV Tilleul', country: 'France' }), 201);
});
after(() => world.close());

/** Refused to the service by a right, and by a trigger where `owner` says so to the owner of the table too. */
async function assertRefused(statement: string, { owner }: { owner: boolean }): Promise<void> {
  await assert.rejects(sql.raw(statement).execute(world.deps.db), { code: '42501' }, statement);
  if (owner) await assert.rejects(world.sql(statement), { code: '42501' }, statement);
}

/** An invoice to the investor. */
async function billed(customerId: CustomerId): Promise<void> {
  const line = { label: 'Frais de retrait', amountExclTaxCents: centsOf(100), vatBps: 2_000 };
  const at = world.deps.clock.now();
  const of = { party: { customerId }, reason: 'withdrawal-fee', subjectId: newId(), lines: [line], at } as const;
  await inTransaction(world.deps.db, (tx) => issueInvoice(tx, world.deps, of));
}

const CONFIRMED = `where status = 'CONFIRMED'`;
const WAITING = `where status = 'WAITING'`;

// Refused by the database: all that follows.
describe('a wallet transaction', () => {
  for (const change of ['amount_cents = amount_cents + 1', 'customer_id = null', `type = 'MONEY_IN'`, 'payment_id = null'])
    it(`that has ended: ${change}`, () => assertRefused(`update wallet_transaction set ${change} ${CONFIRMED}`, { owner: true }));
  for (const status of ['WAITING', 'FAILED', 'CANCELED', 'CONFIRMED'])
    it(`that has ended does not become ${status}`, () =>
      assertRefused(`update wallet_transaction set status = '${status}' ${CONFIRMED}`, { owner: true }));
  it('that has ended is not taken away', () => assertRefused(`delete from wallet_transaction ${CONFIRMED}`, { owner: true }));
  it('that waits keeps what it is of, and stays', async () => {
    for (const change of ['amount_cents = amount_cents + 1', 'customer_id = null', `type = 'MONEY_IN'`, 'created_at = now()'])
      await assertRefused(`update wallet_transaction set ${change} ${WAITING}`, { owner: false });
    await assertRefused(`delete from wallet_transaction ${WAITING}`, { owner: false });
  });
});

// Refused by the database: all that follows.
describe('a payment', () => {
  const CHANGES = [
    'amount_cents = amount_cents + 1',
    'from_account_id = to_account_id',
    `to_account_id = 'somebody-else'`,
    'provider_bank_account_id = 1',
    `purpose = 'withdrawal'`,
    'subject_id = gen_random_uuid()',
    'created_at = now()',
    'transaction_number = 1',
  ];
  for (const change of CHANGES)
    it(`that was ordered: ${change}`, () => assertRefused(`update payment set ${change}`, { owner: false }));
  for (const status of ['created', 'sent', 'failed'])
    it(`that has ended is not ${status} again`, () =>
      assertRefused(`update payment set status = '${status}' where status = 'succeeded'`, { owner: true }));
  it('that was ordered is not taken away', () => assertRefused('delete from payment', { owner: false }));
});

// Refused by the database: all that follows.
describe('a brick', () => {
  const STATEMENTS = [
    'update brick set owner_customer_id = (select min(id::text)::uuid from customer)',
    'update brick set purchase_id = null',
    'update brick set property_id = property_id',
    'delete from brick',
    `insert into brick (id, property_id, number, owner_customer_id) select gen_random_uuid(), property_id, 99, owner_customer_id from brick limit 1`,
  ];
  for (const statement of STATEMENTS)
    it(`is not the service's to ${statement}`, () => assertRefused(statement, { owner: false }));
  it('is not taken for a purchase that waits for its payment, has failed, or has its bricks', async () => {
    for (const status of ['waiting_provider', 'confirmed'])
      await assertRefused(`select brick_take(id) from purchase where status = '${status}'`, { owner: true });
    await assertRefused('select brick_take(gen_random_uuid())', { owner: true });
  });
  it('is not taken back from a purchase that is not canceled', () =>
    assertRefused(`select brick_return(id) from purchase where status = 'confirmed'`, { owner: true }));
  it('is not handed over for a deal that is not confirmed', () =>
    assertRefused('select brick_hand_over(gen_random_uuid())', { owner: true }));
});

// Refused by the database: all that follows.
describe('a closed account', () => {
  let closed: CustomerId;
  let open: CustomerId;
  before(async () => {
    const [first, second] = [await verifiedInvestor(world), await verifiedInvestor(world)];
    [closed, open] = [first.customerId, second.customerId];
    for (const { customerId } of [first, second]) await billed(customerId);
    const year = world.deps.clock.now().toZonedDateTimeISO('Europe/Paris').year;
    expectStatus(await first.client.post('/customers/taxation', { year, fiscalResidence: 'abroad' }), 201);
    expectStatus(await first.client.delete(`/customers/taxation/${year}`), 200);
    await customerIs(world, closed, 'closed');
  });
  for (const closedAt of ['null', `now()`, `closed_at - interval '20 years'`])
    it(`stays closed, since when it is: ${closedAt}`, () =>
      assertRefused(`update customer set closed_at = ${closedAt} where id = '${closed}'`, { owner: true }));
  for (const closedAt of [`now() - interval '2 minutes'`, `now() + interval '2 minutes'`, `'2001-01-01'`])
    it(`is not closed as of ${closedAt}`, async () => {
      await assertRefused(`update customer set closed_at = ${closedAt} where id = '${open}'`, { owner: true });
      const born = `insert into customer (id, user_id, referral_code, created_at, closed_at)
        values (gen_random_uuid(), gen_random_uuid(), gen_random_uuid(), now(), ${closedAt})`;
      await assertRefused(born, { owner: true });
    });
  it('keeps whom it was billed to until the accounts need it no more, blank or forged', async () => {
    for (const party of ['{"name": "", "address": []}', '{"name": "Autre", "address": []}'])
      for (const customerId of [closed, open])
        await assertRefused(`update invoice set billed_to = '${party}', storage_key = null where customer_id = '${customerId}'`, {
          owner: true,
        });
  });
  it('keeps what it declared of its taxes as long', () =>
    assertRefused(`delete from tax_rate_request where customer_id = '${closed}'`, { owner: true }));
});

// Refused by the database: all that follows.
describe('an audit row', () => {
  const dated = (at: string) =>
    `insert into admin_action (id, kind, administrator_id, administrator_email, created_at)
     select gen_random_uuid(), 'FORGED', administrator_id, administrator_email, ${at} from admin_action limit 1`;
  const AUDIT = ['update admin_action set kind = kind', 'delete from admin_action', 'truncate admin_action'];
  for (const statement of AUDIT) it(statement, () => assertRefused(statement, { owner: true }));
  for (const at of [`now() - interval '2 minutes'`, `now() - interval '1 year'`, `now() + interval '2 minutes'`])
    it(`is not written as of ${at}`, () => assertRefused(dated(at), { owner: true }));
  it('is dated by the test clock where that was moved, which the service of production may not do', async () => {
    await world.moveClock({ advance: 'P40D' });
    await assertRefused(dated('now()'), { owner: true });
    const admin = await administratorOf(world);
    expectStatus(await admin.client.post('/administration/spv', { name: 'SPV Charme', country: 'France' }), 201);
    await fixClock(world.environment.DATABASE_URL ?? '');
    for (const statement of ['update test_clock set offset_ms = 0', 'delete from test_clock'])
      await assertRefused(statement, { owner: false });
  });
});
