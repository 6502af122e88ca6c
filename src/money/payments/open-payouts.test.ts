// Payouts of a run: everybody once, tax withheld, refusals kept apart, whatever dies in the middle.

import assert from 'node:assert/strict';
import { randomUUID } from 'node:crypto';
import { after, before, it } from 'node:test';
import { type Investor, resaleProperty, verifiedInvestor } from '../../../test/support/actors.ts';
import { fillPurses, pursesOf } from '../../../test/support/payment-actors.ts';
import { payoutQuery } from '../../../test/support/payout-query.ts';
import { startWorld, type World } from '../../../test/support/world.ts';
import { centsOf } from '../../core/cents.ts';
import type { CustomerId, PropertyId } from '../../core/db/tables.ts';
import { inTransaction } from '../../core/db/transaction.ts';
import { newId } from '../../core/ids.ts';
import { purseOf, readWallet } from '../ledger/index.ts';
import { openPayouts, payoutLines } from './create.ts';
import { type ExecuteDeps, executePayment } from './execute-payment.ts';
import { NOTHING_TO_POST, settle } from './settle-payment.ts';

const TAX_CENTS = 314;

let world: World;
let holders: Investor[];

before(async () => {
  world = await startWorld({ worker: false });
  holders = [await verifiedInvestor(world), await verifiedInvestor(world), await verifiedInvestor(world)];
});
after(() => world.close());

/** A run over the three holders, 1 000 gross each, the first one taxed at 314; its money lies in the project's MAIN. */
async function openRun() {
  const { propertyId, spvId } = await resaleProperty(world, { owners: [] });
  const [spv] = await world.sql<{ account: string }>('select provider_external_id as account from spv where id = $1', [spvId]);
  const fromAccountId = spv?.account ?? '';
  await world.control('POST', `/accounts/${fromAccountId}/credit`, { amountCents: 3_000 });
  await fillPurses(world, propertyId, { MAIN: 3_000 });
  const payouts = holders.map(({ customerId }, index) => ({
    subjectId: randomUUID(),
    customerId,
    grossCents: 1_000,
    ...(index === 0 ? { taxCents: TAX_CENTS } : {}),
  }));
  const run = {
    purpose: 'property-sale' as const,
    type: 'PROPERTY_SALE' as const,
    ...{ fromAccountId, propertyId, comment: 'Sale', at: world.deps.clock.now() },
  };
  const opened = await inTransaction(world.deps.db, (tx) => openPayouts(tx, world.deps, run, payoutQuery(payouts)));
  assert.equal(opened, 3);
  return { propertyId, payouts };
}

const paymentsOf = (propertyId: PropertyId) =>
  world.sql<{ id: string; subjectId: string; cents: number; status: string }>(
    `select distinct placed.id, placed.subject_id as "subjectId", placed.amount_cents::integer as cents, placed.status from payment_order placed
     join wallet_transaction written on written.payment_order_id = placed.id where written.property_id = $1`,
    [propertyId],
  );

/** The world's parts with a settlement that pays out of MAIN: the rooms would look for their own rows. */
function payingOut(propertyId: PropertyId): ExecuteDeps {
  return {
    ...world.deps,
    settlements: {
      ...world.deps.settlements,
      'property-sale': (tx, payment) =>
        settle(tx, payment, {
          succeeded: async () => {
            if (payment.kind !== 'transfer') throw new Error('a payout is a transfer');
            const taxCents = centsOf(1_000 - payment.amountCents);
            const fromAccount = purseOf(propertyId, 'MAIN');
            // Border: an investor's account is named by the customer's id.
            return payoutLines({
              fromAccount,
              customerId: payment.toAccountId as CustomerId,
              grossCents: centsOf(1_000),
              taxCents,
            });
          },
          failed: async () => NOTHING_TO_POST,
        }),
    },
  };
}

const taxCents = async () =>
  (
    await world.sql<{ cents: number }>(
      `select balance_cents::integer as cents from ledger_account where name = 'PLAT:TAX' union all select 0 limit 1`,
    )
  )[0]?.cents ?? 0;

it('writes one payment and one job for everybody, the net amount, and a transaction per part', async () => {
  const { propertyId, payouts } = await openRun();
  const payments = await paymentsOf(propertyId);
  const bySubject = new Map(payments.map((payment) => [payment.subjectId, payment.cents]));
  assert.deepEqual(
    payouts.map(({ subjectId }) => bySubject.get(subjectId)),
    [1_000 - TAX_CENTS, 1_000, 1_000],
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
    payments.map(({ id }) => id),
  ]);
  assert.equal(jobs.length, 3);
});

it('pays the gross amount and withholds the tax in one posting, once', async () => {
  const { propertyId, payouts } = await openRun();
  const taxed = payouts[0];
  const payment = (await paymentsOf(propertyId)).find(({ subjectId }) => subjectId === taxed?.subjectId);
  assert.ok(taxed && payment);
  const [before, taxBefore] = [await readWallet(world.deps.db, taxed.customerId), await taxCents()];
  assert.equal(await executePayment(payingOut(propertyId), payment.id), 'succeeded');
  assert.equal(await executePayment(payingOut(propertyId), payment.id), 'closed');
  const wallet = await readWallet(world.deps.db, taxed.customerId);
  assert.equal(wallet.availableCents - before.availableCents, 1_000 - TAX_CENTS);
  assert.equal((await taxCents()) - taxBefore, TAX_CENTS);
  assert.deepEqual(await pursesOf(world, propertyId, ['MAIN']), [2_000]);
  const written = await world.sql<{ status: string }>('select status from wallet_transaction where payment_order_id = $1', [
    payment.id,
  ]);
  assert.deepEqual(
    written.map(({ status }) => status),
    ['CONFIRMED', 'CONFIRMED'],
  );
});

it('leaves the money of a refused payout where it was put aside', async () => {
  const { propertyId } = await openRun();
  const [payment] = await paymentsOf(propertyId);
  assert.ok(payment);
  await world.control('POST', '/faults', { route: 'POST /v2/p2p', mode: 'error-in-200', times: 1 });
  assert.equal(await executePayment(payingOut(propertyId), payment.id), 'failed');
  assert.deepEqual(await pursesOf(world, propertyId, ['MAIN', 'HELD']), [3_000, 0]);
  const written = await world.sql<{ status: string }>('select status from wallet_transaction where payment_order_id = $1', [
    payment.id,
  ]);
  assert.ok(written.length > 0 && written.every(({ status }) => status === 'FAILED'));
});

it('takes a run of more rows than one statement', async () => {
  const { propertyId } = await resaleProperty(world, { owners: [] });
  const customerId = holders[0]?.customerId ?? newId();
  const payouts = Array.from({ length: 12_001 }, () => ({ subjectId: randomUUID(), customerId, grossCents: 1 }));
  const run = {
    purpose: 'property-sale' as const,
    type: 'PROPERTY_SALE' as const,
    ...{ fromAccountId: 'spv-none', propertyId, comment: '', at: world.deps.clock.now() },
  };
  await inTransaction(world.deps.db, (tx) => openPayouts(tx, world.deps, run, payoutQuery(payouts)));
  assert.equal((await paymentsOf(propertyId)).length, 12_001);
});
