// Payouts of a run: everybody once, tax withheld, refusals kept apart, whatever dies in the middle.

import assert from 'node:assert/strict';
import { randomUUID } from 'node:crypto';
import { after, before, it } from 'node:test';
import { type Investor, resaleProperty, verifiedInvestor } from '../../../test/support/actors.ts';
import { payoutQuery } from '../../../test/support/payout-query.ts';
import { startWorld, type World } from '../../../test/support/world.ts';
import { inTransaction } from '../../core/db/transaction.ts';
import { purseOf, readWallet } from '../ledger/index.ts';
import { carryOutPaymentOrder } from './carry-out-payment-order.ts';
import { lockSpendableMain } from './lock-spendable-main.ts';
import { openPayouts } from './open-payouts.ts';
import type { PaymentOrder } from './payment-orders.ts';
import { confirmPayout, failPayout } from './settle-payout.ts';

let world: World;
let holders: Investor[];

before(async () => {
  world = await startWorld({ worker: false });
  holders = [await verifiedInvestor(world), await verifiedInvestor(world), await verifiedInvestor(world)];
});
after(() => world.close());

/** A run over the three holders, 1 000 gross each, the first one taxed at 314; its money lies in the SPV's CAPITAL. */
async function openRun() {
  const { propertyId, spvId } = await resaleProperty(world, { owners: [] });
  const [spv] = await world.sql<{ account: string }>('select provider_external_id as account from spv where id = $1', [spvId]);
  const fromAccountId = spv?.account ?? '';
  await world.control('POST', `/accounts/${fromAccountId}/credit`, { amountCents: 3_000 });
  await world.sql(
    `select ledger_post(gen_random_uuid(), 'confirm', 'SPV_WIRE_IN', now(), now(), array['EXT', $1], array[-3000, 3000]::bigint[])`,
    [purseOf(spvId, 'CAPITAL')],
  );
  const payouts = holders.map(({ customerId }, index) => ({
    subjectId: randomUUID(),
    customerId,
    grossCents: 1_000,
    ...(index === 0 ? { taxCents: 314 } : {}),
  }));
  const run = {
    purpose: 'property-sale' as const,
    type: 'PROPERTY_SALE' as const,
    ...{ fromAccountId, propertyId, comment: 'Sale', at: world.deps.clock.now() },
  };
  const opened = await inTransaction(world.deps.db, (tx) => openPayouts(tx, world.deps, run, payoutQuery(payouts)));
  assert.equal(opened, 3);
  return { propertyId, spvId, payouts, fromAccount: purseOf(spvId, 'CAPITAL'), at: run.at };
}

const ordersOf = (propertyId: string) =>
  world.sql<{ id: string; subjectId: string; cents: number; status: string }>(
    `select distinct placed.id, placed.subject_id as "subjectId", placed.amount_cents::integer as cents, placed.status from payment_order placed
     join wallet_transaction written on written.payment_order_id = placed.id where written.property_id = $1`,
    [propertyId],
  );
/** Border: the settlements under test need the id of an order alone. */
const orderOf = (id: string) => ({ id }) as PaymentOrder;

it('writes one order and one job for everybody, the net amount, and a transaction per part', async () => {
  const { propertyId, payouts } = await openRun();
  const orders = await ordersOf(propertyId);
  const bySubject = new Map(orders.map((order) => [order.subjectId, order.cents]));
  assert.deepEqual(
    payouts.map(({ subjectId }) => bySubject.get(subjectId)),
    [686, 1_000, 1_000],
  );
  const types = await world.sql<{ type: string; status: string; cents: number }>(
    'select type, status, amount_cents::integer as cents from wallet_transaction where property_id = $1 order by type, amount_cents',
    [propertyId],
  );
  assert.deepEqual(
    types.map(({ type, status, cents }) => `${type} ${status} ${cents}`),
    ['PROPERTY_SALE WAITING 1000', 'PROPERTY_SALE WAITING 1000', 'PROPERTY_SALE WAITING 1000', 'WITHHOLDING_TAX WAITING 314'],
  );
  const jobs = await world.sql(`select from pgboss.job where name = 'execute-payment-order' and data->>'orderId' = any($1)`, [
    orders.map(({ id }) => id),
  ]);
  assert.equal(jobs.length, 3);
});

it('confirms the gross amount and withholds the tax in one posting, once', async () => {
  const { propertyId, payouts, fromAccount, at } = await openRun();
  const taxed = payouts[0];
  const order = (await ordersOf(propertyId)).find(({ subjectId }) => subjectId === taxed?.subjectId);
  assert.ok(taxed && order);
  const before = await readWallet(world.deps.db, taxed.customerId);
  const confirm = () => inTransaction(world.deps.db, (tx) => confirmPayout(tx, orderOf(order.id), { fromAccount, at }));
  await confirm();
  await assert.rejects(confirm, /no payout that waits/);
  const wallet = await readWallet(world.deps.db, taxed.customerId);
  assert.equal(wallet.availableCents - before.availableCents, 686);
  const [tax] = await world.sql<{ cents: number }>(
    `select balance_cents::integer as cents from ledger_account where name = 'PLAT:TAX'`,
  );
  assert.equal(tax?.cents, 314);
});

it('leaves the money of a refused payout where it was put aside', async () => {
  const { propertyId, fromAccount, at } = await openRun();
  const [order] = await ordersOf(propertyId);
  assert.ok(order);
  const failed = await inTransaction(world.deps.db, (tx) => failPayout(tx, orderOf(order.id), at));
  assert.equal(failed.status, 'FAILED');
  const [purse] = await world.sql<{ cents: number }>(
    'select balance_cents::integer as cents from ledger_account where name = $1',
    [fromAccount],
  );
  assert.equal(purse?.cents, 3_000);
});

it('takes a run of more rows than one statement', async () => {
  const { propertyId } = await resaleProperty(world, { owners: [] });
  const customerId = holders[0]?.customerId ?? '';
  const payouts = Array.from({ length: 12_001 }, () => ({ subjectId: randomUUID(), customerId, grossCents: 1 }));
  const run = {
    purpose: 'property-sale' as const,
    type: 'PROPERTY_SALE' as const,
    ...{ fromAccountId: 'spv-none', propertyId, comment: '', at: world.deps.clock.now() },
  };
  await inTransaction(world.deps.db, (tx) => openPayouts(tx, world.deps, run, payoutQuery(payouts)));
  assert.equal((await ordersOf(propertyId)).length, 12_001);
});

it('an order that a request carries out while another one does is settled once, and both know the end', async () => {
  const { propertyId } = await openRun();
  const [order] = await ordersOf(propertyId);
  assert.ok(order);
  // Only carrying out is the subject: what follows the outcome belongs to the room.
  const deps = { ...world.deps, settlements: { ...world.deps.settlements, 'property-sale': async () => {} } };
  const both = await Promise.all([carryOutPaymentOrder(deps, order.id), carryOutPaymentOrder(deps, order.id)]);
  assert.deepEqual(
    both.map(({ result }) => result),
    ['succeeded', 'succeeded'],
  );
  assert.equal(both.filter(({ byOthers }) => byOthers).length, 1);
});

it('MAIN less what is promised is what may be spent', async () => {
  const { spvId } = await resaleProperty(world, { owners: [] });
  await world.sql(
    `select ledger_post(gen_random_uuid(), 'confirm', 'SPV_WIRE_IN', now(), now(), array['EXT', $1], array[-3000, 3000]::bigint[])`,
    [purseOf(spvId, 'MAIN')],
  );
  const promise = (status: string) =>
    world.sql(
      `insert into wallet_transaction (id, type, status, spv_id, amount_cents, created_at, event_at) values (gen_random_uuid(), 'OWNER_TRANSFER', $2, $1, 700, now(), now())`,
      [spvId, status],
    );
  const spendable = () => inTransaction(world.deps.db, (tx) => lockSpendableMain(tx, spvId));
  assert.equal(await spendable(), 3_000);
  await promise('WAITING');
  await promise('FAILED');
  assert.equal(await spendable(), 2_300);
});
