// A payment begins: what is held and which job comes, payouts of a run, and money that was held before its payment.

import assert from 'node:assert/strict';
import { randomUUID } from 'node:crypto';
import { after, before, describe, it } from 'node:test';
import { type Investor, resaleProperty, verifiedInvestor } from '../../../test/support/actors.ts';
import { fillPurses, openProjectPayment, openTransfer, pursesOf } from '../../../test/support/payment-actors.ts';
import { payoutQuery } from '../../../test/support/payout-query.ts';
import { walletOf } from '../../../test/support/readers.ts';
import { orderedWithdrawal, withdraw, withdrawer } from '../../../test/support/withdrawal-actors.ts';
import { expectStatus, startWorld, type World } from '../../../test/support/world.ts';
import { centsOf } from '../../core/cents.ts';
import type { CustomerId, PropertyId } from '../../core/db/tables.ts';
import { inTransaction, violatedConstraint } from '../../core/db/transaction.ts';
import { newId } from '../../core/ids.ts';
import { purseOf, readWallet } from '../ledger/index.ts';
import { heldByInvestor, heldByProject, openPayouts, orderHeldTransaction, payoutLines } from './create.ts';
import { type ExecuteDeps, executePayment } from './execute.ts';
import { cancelHeldTransaction, NOTHING_TO_POST, settle } from './settle.ts';

describe('one payment', () => {
  let world: World;

  before(async () => {
    world = await startWorld({ worker: false });
  });
  after(() => world.close());

  const jobsOf = (paymentId: string) =>
    world.sql<{ seconds: number }>(
      `select extract(epoch from start_after - created_on)::float as seconds from pgboss.job where name = 'execute-payment' and data ->> 'paymentId' = $1`,
      [paymentId],
    );

  describe('holds', () => {
    it('are taken out of every purse named, for what it gives; a part of zero is no line', async () => {
      const { transactionId, propertyId } = await openProjectPayment(world, { MAIN: 1_000, FEES: 0 });
      assert.deepEqual(await pursesOf(world, propertyId, ['MAIN', 'FEES', 'HELD']), [500, 400, 1_000]);
      const lines = await world.sql(
        `select from ledger_line line join ledger_posting posting on posting.id = line.posting_id where posting.reference = $1`,
        [transactionId],
      );
      assert.equal(lines.length, 2);
    });

    it('name the purses and their HELD', () => {
      const [customerId, propertyId] = [newId<CustomerId>(), newId<PropertyId>()];
      assert.deepEqual(heldByProject(propertyId, { COUPON: 1, MAIN: 2 }), {
        from: [
          { account: `PRO:${propertyId}:COUPON`, amountCents: 1 },
          { account: `PRO:${propertyId}:MAIN`, amountCents: 2 },
        ],
        to: `PRO:${propertyId}:HELD`,
      });
      assert.deepEqual(heldByInvestor(customerId, centsOf(3)), {
        from: [{ account: `INV:${customerId}:AVAILABLE`, amountCents: 3 }],
        to: `INV:${customerId}:HELD`,
      });
    });

    it('that a purse cannot bear are refused by the database, and nothing is written', async () => {
      await assert.rejects(
        openProjectPayment(world, { MAIN: 1_500, FEES: 401 }),
        (error: unknown) => violatedConstraint(error) === 'ledger_balance_not_negative',
      );
      assert.deepEqual(await world.sql('select from payment where amount_cents = 1901'), []);
      assert.deepEqual(await world.sql('select from wallet_transaction where amount_cents = 1901'), []);
    });
  });

  describe('the job', () => {
    it('comes at once; of a payment that its request carries out, once the request has had its turn', async () => {
      const waits = async (options: { byRequest?: true }) => {
        const [job, ...more] = await jobsOf((await openTransfer(world, options)).paymentId);
        assert.ok(job && more.length === 0);
        return Math.round(job.seconds);
      };
      assert.deepEqual([await waits({}), await waits({ byRequest: true })], [0, 5]);
    });
  });
});

describe('payouts of a run', () => {
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
      `select distinct placed.id, placed.subject_id as "subjectId", placed.amount_cents::integer as cents, placed.status from payment placed
     join wallet_transaction written on written.payment_id = placed.id where written.property_id = $1`,
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
    const jobs = await world.sql(`select from pgboss.job where name = 'execute-payment' and data->>'paymentId' = any($1)`, [
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
    const written = await world.sql<{ status: string }>('select status from wallet_transaction where payment_id = $1', [
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
    const written = await world.sql<{ status: string }>('select status from wallet_transaction where payment_id = $1', [
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
});

describe('a transaction whose money was held before', () => {
  let world: World;

  before(async () => {
    world = await startWorld({ settings: { WITHDRAW_FREE_PER_YEAR: '0' } });
  });
  after(() => world.close());

  /** 1 000 on their way to the bank, and a fee of 120 held beside them. */
  async function withdrawalWithFee() {
    const person = await withdrawer(world, 5_000);
    expectStatus(await withdraw(world, person, { amount: 1_000 }), 201);
    const { id: withdrawalId } = await orderedWithdrawal(world, person);
    const [fee] = await world.sql<{ id: string }>('select fee_transaction_id as id from withdrawal where id = $1', [
      withdrawalId,
    ]);
    assert.ok(fee);
    const order = {
      kind: 'transfer',
      purpose: 'withdrawal-fee',
      subjectId: withdrawalId,
      fromAccountId: person.customerId,
      toAccountId: 'mortar-main',
      amountCents: centsOf(120),
      comment: '',
      at: world.deps.clock.now(),
    } as const;
    const orderFee = () =>
      inTransaction(world.deps.db, (tx) => orderHeldTransaction(tx, world.deps, { transactionId: fee.id, order }));
    return { person, withdrawalId, feeId: fee.id, orderFee };
  }

  const paymentOf = async (transactionId: string) =>
    (
      await world.sql<{ payment_id: string | null }>('select payment_id from wallet_transaction where id = $1', [transactionId])
    )[0]?.payment_id;

  it('is held beside what is paid, and belongs to no payment yet', async () => {
    const { person, feeId } = await withdrawalWithFee();
    assert.deepEqual(await walletOf(person), { availableCents: 3_880, heldCents: 1_120, balanceCents: 5_000 });
    assert.equal(await paymentOf(feeId), null);
  });

  it('is ordered once, with its job: a second time throws and leaves no payment behind', async () => {
    const { feeId, withdrawalId, orderFee } = await withdrawalWithFee();
    const tries = await Promise.allSettled([orderFee(), orderFee()]);
    assert.deepEqual(tries.map(({ status }) => status).sort(), ['fulfilled', 'rejected']);
    const payments = await world.sql<{ id: string; jobs: number }>(
      `select id, (select count(*)::int from pgboss.job where name = 'execute-payment' and data ->> 'paymentId' = payment.id::text) as jobs
     from payment where subject_id = $1 and purpose = 'withdrawal-fee'`,
      [withdrawalId],
    );
    assert.deepEqual(payments, [{ id: await paymentOf(feeId), jobs: 1 }]);
  });

  it('is given back for a payment that will not come, once, and ordered no more', async () => {
    const { person, feeId, orderFee } = await withdrawalWithFee();
    const cancel = () => inTransaction(world.deps.db, (tx) => cancelHeldTransaction(tx, feeId, world.deps.clock.now()));
    const left = { availableCents: 4_000, heldCents: 1_000, balanceCents: 5_000 };
    await cancel();
    assert.deepEqual(await walletOf(person), left);
    await assert.rejects(cancel, /is not WAITING/);
    await assert.rejects(orderFee, /waits for no payment/);
    assert.equal(await paymentOf(feeId), null);
    assert.deepEqual(await walletOf(person), left);
  });
});
