// The quota of free withdrawals, the fee beyond it with its invoice, and what becomes of both when the provider answers.

import assert from 'node:assert/strict';
import { after, afterEach, before, describe, it } from 'node:test';
import { type Person, signInAdministrator, signUp } from '../../../../test/support/actors.ts';
import { customerIs } from '../../../../test/support/customer-states.ts';
import { bookAlone, shiftWithdrawals, unbook } from '../../../../test/support/money-states.ts';
import { PROFILE } from '../../../../test/support/profiles.ts';
import { ledgerCents, readChat, walletOf } from '../../../../test/support/readers.ts';
import { shows } from '../../../../test/support/recorder.ts';
import {
  endPayout,
  orderedWithdrawal,
  pastWithdrawals,
  proveLedger,
  type Withdrawer,
  withdraw,
  withdrawalCode,
  withdrawalOf,
  withdrawalsOf,
  withdrawer,
} from '../../../../test/support/withdrawal-actors.ts';
import { expectCode, expectStatus, startWorld, type World } from '../../../../test/support/world.ts';
import { readUsage } from './queries.ts';
import { usageWindow } from './rules.ts';
import { readWithdrawalTerms } from './withdraw.ts';

type Quota = { freeWithdrawalsInPastYear: number; withdrawRemainingWithoutFeeCount: number; shouldApplyFee: boolean };
type Invoice = {
  id: string;
  number: string;
  kind: string;
  amountExclTaxCents: number;
  vatCents: number;
  amountInclTaxCents: number;
  creditedInvoiceId: string | null;
};

let world: World;
let administrator: Person;

before(async () => {
  world = await startWorld();
  administrator = await signInAdministrator(world);
});
after(() => world.close());
afterEach(() => world.control('DELETE', '/faults'));

const quotaOf = async (person: Person) =>
  expectStatus(await person.client.get<Quota>('/customers/provider/withdraw/remaining-without-fee'), 200).body;
const invoicesOf = async (person: Person) =>
  expectStatus(await person.client.get<{ items: Invoice[] }>('/customers/invoices'), 200).body.items;
const newestWithdrawal = async (person: Withdrawer) => (await withdrawalsOf(world, person)).at(-1);
const mainBalance = async () => (await world.control<{ balanceCents: number }>('GET', '/accounts/mortar-main')).balanceCents;
const feeRevenue = () => ledgerCents(world, 'PLAT:MAIN');

/** Somebody whose quota is used up. */
async function payingWithdrawer(fundsCents: number): Promise<Withdrawer> {
  const person = await withdrawer(world, fundsCents);
  await pastWithdrawals(world, person, { count: 12 });
  return person;
}

describe('GET /customers/provider/withdraw/remaining-without-fee', () => {
  it('counts what waits and what was paid, not what failed', async () => {
    const person = await withdrawer(world, 1_000);
    assert.deepEqual(await quotaOf(person), {
      freeWithdrawalsInPastYear: 0,
      withdrawRemainingWithoutFeeCount: 12,
      shouldApplyFee: false,
    });
    await pastWithdrawals(world, person, { count: 9 });
    await pastWithdrawals(world, person, { count: 3, status: 'FAILED' });
    await pastWithdrawals(world, person, { count: 2, status: 'CANCELED' });
    expectStatus(await withdraw(world, person), 201);
    assert.deepEqual(await quotaOf(person), {
      freeWithdrawalsInPastYear: 10,
      withdrawRemainingWithoutFeeCount: 2,
      shouldApplyFee: false,
    });
    await pastWithdrawals(world, person, { count: 3 });
    assert.deepEqual(await quotaOf(person), {
      freeWithdrawalsInPastYear: 13,
      withdrawRemainingWithoutFeeCount: 0,
      shouldApplyFee: true,
    });
  });
  it('without a session -> 401 unauthenticated', async () =>
    expectCode(await world.visitor().get('/customers/provider/withdraw/remaining-without-fee'), 401, 'unauthenticated'));
  it('an administrator -> 403 forbidden', async () =>
    expectCode(await administrator.client.get('/customers/provider/withdraw/remaining-without-fee'), 403, 'forbidden'));
  it('needs no verified identity', async () => {
    assert.equal((await quotaOf(await signUp(world))).withdrawRemainingWithoutFeeCount, 12);
  });
});

describe('the window of twelve months (G-18)', () => {
  const counted = async (createdAt: string, now: string) => {
    const person = await withdrawer(world, 0);
    await pastWithdrawals(world, person, { count: 1, at: createdAt });
    const usage = await readUsage(world.deps.db, person.customerId, usageWindow(Temporal.Instant.from(now)));
    return usage.freeCount;
  };
  for (const [createdAt, now, count] of [
    ['2025-11-20T10:00:00.000Z', '2026-11-20T10:00:00Z', 0],
    ['2025-11-20T10:00:00.001Z', '2026-11-20T10:00:00Z', 1],
    ['2026-11-20T10:00:00.000Z', '2026-11-20T10:00:00Z', 1],
    ['2026-11-20T10:00:00.001Z', '2026-11-20T10:00:00Z', 0],
    ['2027-02-28T10:00:00.000Z', '2028-02-29T10:00:00Z', 0],
    ['2027-02-28T10:00:00.001Z', '2028-02-29T10:00:00Z', 1],
    ['2028-02-29T10:00:00.000Z', '2029-02-28T10:00:00Z', 1],
    ['2028-02-29T22:59:59.999Z', '2029-02-28T22:59:59.999Z', 1],
    ['2028-02-29T10:00:00.000Z', '2029-03-01T09:59:59Z', 0],
    ['2028-03-01T10:00:00.000Z', '2029-03-01T09:59:59Z', 1],
  ] as const) {
    it(`created ${createdAt}, asked ${now}: ${count}`, async () => assert.equal(await counted(createdAt, now), count));
  }
});

describe('effect 7: the fee beyond the quota', () => {
  it('the twelfth is free, the thirteenth costs 1.20 with its invoice', async () => {
    const person = await withdrawer(world, 5_000);
    await pastWithdrawals(world, person, { count: 11 });
    expectStatus(await withdraw(world, person, { amount: 1_000 }), 201);
    assert.equal((await newestWithdrawal(person))?.fee_status, null);
    assert.deepEqual(await invoicesOf(person), []);

    expectStatus(await withdraw(world, person, { amount: 2_000 }), 201);
    const written = await newestWithdrawal(person);
    assert.deepEqual([written?.amount_cents, written?.fee_cents, written?.fee_status], ['2000', '120', 'WAITING']);
    assert.deepEqual(await walletOf(person), { availableCents: 1_880, heldCents: 3_120, balanceCents: 5_000 });
    const [invoice, ...more] = await invoicesOf(person);
    assert.deepEqual(more, []);
    assert.deepEqual(
      [invoice?.id, invoice?.kind, invoice?.amountExclTaxCents, invoice?.vatCents, invoice?.amountInclTaxCents],
      [written?.invoice_id, 'invoice', 100, 20, 120],
    );
    assert.equal((await quotaOf(person)).freeWithdrawalsInPastYear, 12);
    const mail = await world.until(
      async () => (await world.mails(person.email)).find(({ text }) => text.includes(written?.id ?? '-')),
      'the mail',
    );
    assert.match(mail.text, /1,20/);
    await proveLedger(administrator);
    shows('limit.free-withdrawals');
  });
  it('amount without fee is not enough -> 400 customer-balance.not-enough-balance', async () => {
    const person = await payingWithdrawer(1_119);
    expectCode(await withdraw(world, person, { amount: 1_000 }), 400, 'customer-balance.not-enough-balance');
    expectStatus(await withdraw(world, person, { amount: 999 }), 201);
  });
  it('a paid withdrawal does not count', async () => {
    const person = await payingWithdrawer(5_000);
    expectStatus(await withdraw(world, person), 201);
    assert.equal((await quotaOf(person)).freeWithdrawalsInPastYear, 12);
  });
  it('the quota is counted in the transaction: another instance takes the last free one meanwhile', async () => {
    const person = await withdrawer(world, 5_000);
    await pastWithdrawals(world, person, { count: 11 });
    await world.control('POST', '/faults', {
      route: `GET /v2/accounts/${person.customerId}`,
      mode: 'latency',
      times: 1,
      latencyMs: 1_200,
    });
    const tfa = await withdrawalCode(world, person);
    const pending = withdraw(world, person, { amount: 1_000, tfa });
    await world.until(
      async () => (await world.control<unknown[]>('GET', `/calls?path=/v2/accounts/${person.customerId}`)).length > 0,
      'the provider is being asked',
    );
    await pastWithdrawals(world, person, { count: 1 });
    expectStatus(await pending, 201);
    assert.equal((await newestWithdrawal(person))?.fee_cents, '120');
  });
});

describe('the order of the fee', () => {
  it('is written when the withdrawal is paid, and pays the platform (G-19)', async () => {
    const person = await payingWithdrawer(50_343);
    const [atProvider, revenue] = [await mainBalance(), await feeRevenue()];
    expectStatus(await withdraw(world, person, { amount: 20_000 }), 201);
    await orderedWithdrawal(world, person);
    assert.deepEqual(await walletOf(person), { availableCents: 30_223, heldCents: 20_120, balanceCents: 50_343 });
    assert.deepEqual(await feeOrders(person), []);
    assert.equal(await mainBalance(), atProvider);
    await proveLedger(administrator);

    await endPayout(world, person, 'complete');
    await world.until(async () => (await newestWithdrawal(person))?.fee_status === 'CONFIRMED', 'the fee is paid');
    assert.deepEqual(await walletOf(person), { availableCents: 30_223, heldCents: 0, balanceCents: 30_223 });
    assert.equal(await mainBalance(), atProvider + 120);
    assert.equal(await feeRevenue(), revenue + 120);
    assert.deepEqual(await feeOrders(person), ['succeeded']);
    await proveLedger(administrator);
  });
  it('is never written when the pay-out fails: both are released, the invoice is credited, the quota untouched', async () => {
    const person = await payingWithdrawer(5_000);
    expectStatus(await withdraw(world, person, { amount: 1_000 }), 201);
    await endPayout(world, person, 'fail');
    const written = await newestWithdrawal(person);
    assert.deepEqual([written?.status, written?.fee_status], ['FAILED', 'CANCELED']);
    assert.deepEqual(await walletOf(person), { availableCents: 5_000, heldCents: 0, balanceCents: 5_000 });
    assert.deepEqual(await feeOrders(person), []);
    const [creditNote, invoice] = await invoicesOf(person);
    assert.deepEqual(
      [creditNote?.kind, creditNote?.amountInclTaxCents, creditNote?.creditedInvoiceId],
      ['credit-note', 120, invoice?.id],
    );
    assert.equal((await quotaOf(person)).freeWithdrawalsInPastYear, 12);
    await proveLedger(administrator);
  });
  it('refused for good: the fee is given back and credited, the withdrawal stays paid, the team is told', async () => {
    const person = await payingWithdrawer(5_000);
    expectStatus(await withdraw(world, person, { amount: 1_000 }), 201);
    await orderedWithdrawal(world, person);
    await world.control('POST', '/faults', { route: 'POST /v2/p2p', mode: 'error-in-200', times: 1 });
    await endPayout(world, person, 'complete');
    await world.until(async () => (await newestWithdrawal(person))?.fee_status === 'FAILED', 'the fee is given back');
    assert.equal((await newestWithdrawal(person))?.status, 'CONFIRMED');
    assert.deepEqual(await walletOf(person), { availableCents: 4_000, heldCents: 0, balanceCents: 4_000 });
    assert.deepEqual(
      (await invoicesOf(person)).map(({ kind }) => kind),
      ['credit-note', 'invoice'],
    );
    const { id } = (await newestWithdrawal(person)) ?? {};
    await world.until(async () => {
      const messages = await readChat(world);
      return messages.some(({ channel, text }) => channel === 'internal-alerts' && text.includes(id ?? '-'));
    }, 'the alert');
    await proveLedger(administrator);
  });
  it('the reply to the fee is lost: it is paid once', async () => {
    const person = await payingWithdrawer(5_000);
    const atProvider = await mainBalance();
    expectStatus(await withdraw(world, person, { amount: 1_000 }), 201);
    await orderedWithdrawal(world, person);
    await world.control('POST', '/faults', { route: 'POST /v2/p2p', mode: 'timeout-after', times: 1 });
    await endPayout(world, person, 'complete');
    await world.until(async () => (await newestWithdrawal(person))?.fee_status === 'CONFIRMED', 'the fee is paid');
    assert.equal(await mainBalance(), atProvider + 120);
    await proveLedger(administrator);
  });
});

/** Statuses of the orders that carry a fee of this person. */
async function feeOrders(person: Withdrawer): Promise<string[]> {
  const rows = await world.sql<{ status: string }>(
    `select status from payment where from_account_id = $1 and purpose = 'withdrawal-fee'`,
    [person.customerId],
  );
  return rows.map(({ status }) => status);
}

describe('the proof', () => {
  it('sees a fee that waits for nothing, and one that outlives its withdrawal', async () => {
    const person = await payingWithdrawer(5_000);
    expectStatus(await withdraw(world, person), 201);
    await endPayout(world, person, 'complete');
    await world.until(async () => (await newestWithdrawal(person))?.fee_status === 'CONFIRMED', 'the fee is paid');
    const shift = (from: string, to: string) => shiftWithdrawals(world, person.customerId, from, to);
    await shift('CONFIRMED', 'FAILED');
    await assert.rejects(proveLedger(administrator), /is FAILED, its fee CONFIRMED/);
    await shift('FAILED', 'CONFIRMED');
    const lone = await bookAlone(world, person.customerId, { type: 'WITHDRAWAL_FEE', status: 'WAITING', amountCents: 120 });
    await assert.rejects(proveLedger(administrator), /WITHDRAWAL_FEE waits for no movement/);
    await unbook(world, lone);
    await proveLedger(administrator);
  });
});

describe('the invoice of a fee', () => {
  it('is a PDF with number, party, amounts before and with tax', async () => {
    const person = await payingWithdrawer(5_000);
    expectStatus(await withdraw(world, person, { amount: 1_000 }), 201);
    const [invoice] = await invoicesOf(person);
    const file = expectStatus(await person.client.get(`/customers/invoices/${invoice?.id}/file`), 200);
    assert.equal(file.headers.get('content-type'), 'application/pdf');
    assert.match(file.text, /^%PDF-/);
    const { id } = await withdrawalOfFee(person);
    const [row] = await world.sql<{ lines: { label: string }[]; note: string }>('select lines, note from invoice where id = $1', [
      invoice?.id,
    ]);
    assert.match(row?.lines[0]?.label ?? '', /^Frais de retrait : 10,00/);
    assert.match(row?.note ?? '', new RegExp(id));
    const stored = await world.until(async () => {
      const [filed] = await world.sql<{ storage_key: string | null }>('select storage_key from invoice where id = $1', [
        invoice?.id,
      ]);
      return filed?.storage_key;
    }, 'the job has filed it');
    assert.match(stored, /^private\/invoices\/\d{4}\/MORTAR-\d{4}-\d{6}\.pdf$/);
    assert.equal((await world.deps.storage.get(stored))?.contentType, 'application/pdf');
  });
});

async function withdrawalOfFee(person: Withdrawer): Promise<{ id: string }> {
  const withFee = (await withdrawalsOf(world, person)).filter(({ fee_cents: fee }) => fee !== '0');
  assert.equal(withFee.length, 1);
  return withFee[0] ?? withdrawalOf(world, person);
}

describe('a withdrawal by who has saved no profile', () => {
  it('is paid while it is free; its fee is invoiced to a name and address -> 403 customer.rights.account-not-completed', async () => {
    const [free, paying] = [await withdrawer(world, 5_000), await payingWithdrawer(5_000)];
    for (const { customerId } of [free, paying]) await customerIs(world, customerId, 'nameless');
    expectStatus(await withdraw(world, free), 201);
    expectCode(await withdraw(world, paying), 403, 'customer.rights.account-not-completed');
    assert.deepEqual(await invoicesOf(paying), []);
    expectStatus(await paying.client.patch('/customers/profile', PROFILE), 200);
    expectStatus(await withdraw(world, paying), 201);
    const [invoice] = await invoicesOf(paying);
    assert.equal(invoice?.amountInclTaxCents, 120);
  });
});

describe('GET /customers/provider/withdraw/terms', () => {
  type OfAmount = { arrivesCents: number; debitedCents: number; leftCents: number };
  type Terms = { maxCents: number; remainingTodayCents: number; availableCents: number; ofAmount: OfAmount | null };
  const terms = async ({ client }: Person, query = '') =>
    expectStatus(await client.get<Terms>(`/customers/provider/withdraw/terms${query}`), 200).body;

  it('tells a free withdrawal, and the fee once the free ones are used up', async () => {
    const none = { feeExclTaxCents: 0, vatRateBps: 2_000, vatCents: 0, feeInclTaxCents: 0 };
    const left = { availableCents: 5_000, remainingTodayCents: 5_000_000 };
    assert.deepEqual(await terms(await withdrawer(world, 5_000)), { ...none, ...left, maxCents: 5_000, ofAmount: null });
    const { remainingTodayCents: _, ...told } = await terms(await payingWithdrawer(5_000));
    const fee = { feeExclTaxCents: 100, vatRateBps: 2_000, vatCents: 20, feeInclTaxCents: 120 };
    assert.deepEqual(told, { ...fee, availableCents: 5_000, maxCents: 4_880, ofAmount: null });
  });
  it('says what arrives of an amount, what is debited for it and what is left', async () => {
    const [free, paying] = [await withdrawer(world, 5_000), await payingWithdrawer(5_000)];
    assert.deepEqual((await terms(free, '?amountCents=2000')).ofAmount, {
      arrivesCents: 2_000,
      debitedCents: 2_000,
      leftCents: 3_000,
    });
    const { ofAmount } = await terms(paying, '?amountCents=4881');
    assert.deepEqual(ofAmount, { arrivesCents: 4_881, debitedCents: 5_001, leftCents: -1 });
    expectStatus(await withdraw(world, paying, { amount: 4_000 }), 201);
    const left = await terms(paying);
    assert.equal(left.availableCents, 880);
  });
  it('an amount of nothing -> 400 validation-failed', async () =>
    expectCode(
      await (await withdrawer(world, 0)).client.get('/customers/provider/withdraw/terms?amountCents=0'),
      400,
      'validation-failed',
    ));
  it('what it says can be withdrawn at most can be, and not a cent more -> 400 customer-balance.not-enough-balance', async () => {
    const person = await payingWithdrawer(5_000);
    const { maxCents } = await terms(person);
    const ask = async (amountCents: number) =>
      withdraw(world, person, { tfa: await withdrawalCode(world, person), amount: amountCents });
    const refused = await ask(maxCents + 1);
    expectCode(refused, 400, 'customer-balance.not-enough-balance');
    assert.match(JSON.stringify(refused.body), /4881 cents and a fee of 120; available: 5000/);
    expectStatus(await ask(maxCents), 201);
  });
  it('leaves no more than the limit of 24 hours', async () => {
    const limited = await world.another({ api: true, worker: false, settings: { FRAUD_MAX_WITHDRAWAL_CENTS_PER_DAY: '3000' } });
    const person = await withdrawer(world, 5_000);
    const { db, clock } = limited.deps;
    const told = await readWithdrawalTerms({ db, clock, config: limited.deps.config }, { ...person, amountCents: undefined });
    assert.deepEqual([told.remainingTodayCents, told.maxCents], [3_000, 3_000]);
  });
  it('is nothing beyond the free ones while there is no name to invoice', async () => {
    const [free, paying] = [await withdrawer(world, 5_000), await payingWithdrawer(5_000)];
    for (const { customerId } of [free, paying]) await customerIs(world, customerId, 'nameless');
    assert.deepEqual([(await terms(free)).maxCents, (await terms(paying)).maxCents], [5_000, 0]);
  });
  it('is nothing for a frozen investor', async () => {
    const person = await withdrawer(world, 5_000);
    await customerIs(world, person.customerId, 'frozen');
    assert.equal((await terms(person)).maxCents, 0);
  });
  it('without a session -> 401 unauthenticated', async () =>
    expectCode(await world.visitor().get('/customers/provider/withdraw/terms'), 401, 'unauthenticated'));
  it('as an administrator -> 403 forbidden', async () =>
    expectCode(await administrator.client.get('/customers/provider/withdraw/terms'), 403, 'forbidden'));
});
