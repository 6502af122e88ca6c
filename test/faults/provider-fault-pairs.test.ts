// One fault after the other under one payment, every pair that can meet: one movement and one posting, or none of both.

import assert from 'node:assert/strict';
import { after, before, describe, it } from 'node:test';
import { carryOutPayment } from '../../src/money/payments/index.ts';
import { signInAdministrator } from '../support/actors.ts';
import { proveLedger } from '../support/withdrawal-actors.ts';
import { expectStatus, startWorld, type World } from '../support/world.ts';
import { assertNotPaid, assertPaidOnce, orderFault, type Payment, purchasePayment, withdrawalPayment } from './payments.ts';

type Mode = 'pending' | 'timeout-before' | 'timeout-after' | 'late-effect' | 'error-in-200' | 'http-500';
type Pair = { first: Mode; second: Mode | undefined; method: 'POST' | 'GET'; isPaid: boolean };

const MODES: readonly Mode[] = ['pending', 'timeout-before', 'timeout-after', 'late-effect', 'error-in-200', 'http-500'];
/** After these the payment is sent once more; after the others it is looked up, which moves nothing whatever the answer. */
const WITHOUT_EFFECT: readonly Mode[] = ['timeout-before', 'http-500'];
const OF_LOOKUPS: readonly Mode[] = ['timeout-before', 'timeout-after', 'error-in-200', 'http-500'];
/** Within the margin: beyond it there are two movements, as second-movement.test.ts shows. */
const LATE = { afterSeconds: 0.4 };

const PAIRS: readonly Pair[] = MODES.flatMap((first): Pair[] => {
  const alone = { first, second: undefined, method: 'GET' as const, isPaid: first !== 'error-in-200' };
  if (first === 'error-in-200') return [alone];
  if (WITHOUT_EFFECT.includes(first))
    return [alone, ...MODES.map((second) => ({ first, second, method: 'POST' as const, isPaid: second !== 'error-in-200' }))];
  return [alone, ...OF_LOOKUPS.map((second) => ({ first, second, method: 'GET' as const, isPaid: true }))];
});

const FLOWS = { 'a purchase': purchasePayment, 'a withdrawal': withdrawalPayment } as const;

let world: World;

before(async () => {
  world = await startWorld({ worker: false, settings: { PROVIDER_RESEND_AFTER_SECONDS: '1' } });
});
after(() => world.close());

type Report = { open: number; pending: number };
type Begun = { payment: Payment; pair: Pair; id: string };

/** The worker is there for the mailed codes; every call to the provider is made step by step. */
async function prepare(make: (world: World) => Promise<Payment>): Promise<Payment[]> {
  const worker = await world.another({ api: false, worker: true });
  const payments: Payment[] = [];
  for (const _ of PAIRS) payments.push(await make(world));
  await worker.close();
  return payments;
}

const faultsLeft = async () => (await world.control<unknown[]>('GET', '/faults')).length;
const order = (payment: Payment, mode: Mode, method: 'POST' | 'GET') =>
  orderFault(world, payment, mode, { method, ...(mode === 'late-effect' ? LATE : {}) });

/** Asks for the payment; its first call meets the first fault. */
async function begin(payment: Payment, pair: Pair): Promise<Begun> {
  expectStatus(await payment.ask(), 201);
  const [row] = await world.sql<{ id: string }>('select id from payment where from_account_id = $1', [payment.payer.customerId]);
  assert.ok(row);
  await order(payment, pair.first, 'POST');
  await carryOutPayment(world.deps, row.id);
  assert.equal(await faultsLeft(), 0);
  return { payment, pair, id: row.id };
}

/** The next call of that kind meets the second one: when the margin is over, where it is to be sent again. */
async function goOn({ payment, pair, id }: Begun): Promise<void> {
  if (pair.second === undefined) return;
  await order(payment, pair.second, pair.method);
  await world.until(async () => {
    await carryOutPayment(world.deps, id);
    return (await faultsLeft()) === 0;
  }, `${pair.second} to be met`);
}

/** Looks until the provider owes no answer; pending transfers arrive, and the bank pays. */
async function finish(): Promise<void> {
  await world.until(async () => {
    const { open, pending } = await world.runJob<Report>('wallet-transactions');
    if (open === pending) await endWaiting();
    return open === 0;
  }, 'every payment to end');
}

async function endWaiting(): Promise<void> {
  const waiting = await world.sql<{ id: string; kind: string }>(
    `select provider_payment_id as id, kind from payment where status = 'sent'`,
  );
  for (const { id, kind } of waiting)
    await world.control('POST', kind === 'transfer' ? `/p2p/${id}/complete` : `/payouts/${id}/complete`);
}

async function postingsOf({ payer }: Payment): Promise<string[]> {
  const rows = await world.sql<{ step: string }>(
    `select posting.step from ledger_posting posting
     where posting.reference in (select id from payment where from_account_id = $1::text
       union all select id from wallet_transaction where customer_id = $1::text::uuid and type <> 'MONEY_IN') order by posting.step`,
    [payer.customerId],
  );
  return rows.map(({ step }) => step);
}

for (const [flow, make] of Object.entries(FLOWS))
  describe(flow, () => {
    const begun: Begun[] = [];
    before(async () => {
      const payments = await prepare(make);
      for (const [index, payment] of payments.entries()) begun.push(await begin(payment, PAIRS[index] as Pair));
      for (const one of begun) await goOn(one);
      await finish();
    });

    for (const [index, { first, second, isPaid }] of PAIRS.entries())
      it(`${first}${second ? `, then ${second}` : ''}: ${isPaid ? 'moved once' : 'not moved'}`, async () => {
        const payment = begun[index]?.payment;
        assert.ok(payment);
        if (isPaid) await assertPaidOnce(world, payment);
        else await assertNotPaid(world, payment);
        assert.deepEqual(await postingsOf(payment), [isPaid ? 'confirm' : 'hold', isPaid ? 'hold' : 'release']);
      });

    it('and the proof holds', async () => proveLedger(await signInAdministrator(world)));
  });
