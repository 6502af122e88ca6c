// The tax withheld in a month leaves the tax account for the tax office: once, all of it, and never what is not there yet.

import assert from 'node:assert/strict';
import { randomUUID } from 'node:crypto';
import { after, afterEach, before, describe, it } from 'node:test';
import {
  type Investor,
  type Person,
  type Spv,
  signInAdministrator,
  signUp,
  verifiedInvestor,
} from '../../../../test/support/actors.ts';
import { ibanOf } from '../../../../test/support/funding-actors.ts';
import { ledgerCents, readAudits } from '../../../../test/support/readers.ts';
import { type ScheduledProperty, scheduledProperty } from '../../../../test/support/scheduled-property.ts';
import { proveLedger } from '../../../../test/support/withdrawal-actors.ts';
import { expectCode, expectStatus, startWorld, type World } from '../../../../test/support/world.ts';
import { centsOf } from '../../../core/cents.ts';
import type { SpvId } from '../../../core/db/tables.ts';
import type { PayoutsOfMonth, TaxRemittance } from './schemas.ts';

const WIRES = '/administration/property/payment-schedule/wire-to-be-assigned';
/** 31.4 % of 10 000. */
const TAX_CENTS = 3_140;

let world: World;
let admin: Person;
let holder: Investor;
let iban: number;
let month = Temporal.PlainYearMonth.from('2026-02');

before(async () => {
  world = await startWorld({ worker: false });
  admin = await signInAdministrator(world);
  holder = await verifiedInvestor(world);
  iban = await ibanOf(world, world.deps.config.PLATFORM_TAX_ACCOUNT_ID);
});
after(() => world.close());
afterEach(async () => {
  await world.control('DELETE', '/faults');
  await proveLedger(admin);
});

const coupons = () => world.runJob<{ retried: number }>('coupon-payout');
const settle = () => world.runJob('wallet-transactions');
const booked = () => ledgerCents(world, 'PLAT:TAX');
const atProvider = async () =>
  (await world.control<{ balanceCents: number }>('GET', `/accounts/${world.deps.config.PLATFORM_TAX_ACCOUNT_ID}`)).balanceCents;
const remit = (body: object, headers: Record<string, string> = {}, period = month.toString(), by = admin) =>
  by.client.post<TaxRemittance>(`/administration/payouts/${period}/tax-remittance`, body, headers);
const withdraw = (headers: Record<string, string> = {}, bankAccountId = iban) =>
  remit({ action: 'withdraw', providerWithdrawBankAccountId: bankAccountId }, headers);
const outside = (comment = 'Télérèglement du 15') => remit({ action: 'outside', comment });
const reported = async (period = month.toString()) =>
  expectStatus(await admin.client.get<PayoutsOfMonth>(`/administration/payouts/${period}`), 200).body.taxRemittance;
const auditsOf = (id: string | undefined) =>
  readAudits<{ payload: unknown }>(world, { targetId: id, kind: 'PAYOUT_TAX_REMITTANCE' }, ['payload']);
const openPayout = async () =>
  (
    await world.sql<{ id: string }>(
      `select provider_payment_id as id from payment where purpose = 'tax-remittance' and status = 'sent'`,
    )
  )[0]?.id;

async function nextMonth(): Promise<void> {
  month = month.add({ months: 1 });
  await world.moveClock({ now: `${month}-09T10:00:00Z` });
}
const project = (options: { spv?: Spv; investor?: Investor } = {}) =>
  scheduledProperty(world, admin, {
    holders: [{ investor: options.investor ?? holder, bricks: 1 }],
    ...(options.spv ? { spv: options.spv } : {}),
  });
async function pay(own: ScheduledProperty, amountCents = 10_000): Promise<void> {
  await world.control('POST', `/accounts/${own.accountId}/credit`, { amountCents });
  await world.runJob('incoming-wires');
  const { body } = expectStatus(await admin.client.get<{ id: string; spvId: SpvId }[]>(WIRES), 200);
  const wireToBeAssignedId = body.find(({ spvId }) => spvId === own.spvId)?.id;
  const assignment = { wireToBeAssignedId, paymentFor: 'mensualite', echeanceId: own.echeances[0]?.id, isSimulation: false };
  expectStatus(await admin.client.post(`${WIRES}/assign`, assignment), 201);
}
/** A coupon of 100 EUR is paid on the payout day; `isMoved`: its tax has reached the tax account. */
async function withheld(isMoved = true): Promise<void> {
  await pay(await project());
  await world.moveClock({ now: `${month}-10T06:00:00Z` });
  await coupons();
  await settle();
  if (isMoved) await moveTax();
}
async function moveTax(): Promise<void> {
  await coupons();
  await settle();
}

describe('POST /administration/payouts/:period/tax-remittance', () => {
  it('withdraw: a pay-out of the month’s tax from the tax account, of two projects on one SPV in one transfer', async () => {
    await nextMonth();
    const own = await project();
    const neighbour = await project({ spv: own });
    await pay(own);
    await pay(neighbour);
    await world.moveClock({ now: `${month}-10T06:00:00Z` });
    await coupons();
    await settle();
    await moveTax();
    const transfers = await world.sql<{ cents: number }>(
      `select amount_cents::integer as cents from payment where purpose = 'withheld-tax' and from_account_id = $1`,
      [own.accountId],
    );
    assert.deepEqual(transfers, [{ cents: 2 * TAX_CENTS }]);
    const { body } = expectStatus(await withdraw(), 201);
    assert.deepEqual([body.status, body.amountCents], ['waiting', 2 * TAX_CENTS]);
    assert.deepEqual(await auditsOf(body.id), [
      { payload: { period: month.toString(), action: 'withdraw', amountCents: 2 * TAX_CENTS } },
    ]);
    assert.equal(await booked(), 2 * TAX_CENTS);
    await world.control('POST', `/payouts/${await openPayout()}/complete`);
    await settle();
    assert.deepEqual([await booked(), await atProvider()], [0, 0]);
    const { remittance, totalCents } = await reported();
    assert.deepEqual([remittance?.status, remittance?.amountCents, totalCents], ['remitted', 2 * TAX_CENTS, 2 * TAX_CENTS]);
    expectCode(await withdraw(), 400, 'tax-remittance-already-done');
    expectCode(await outside(), 400, 'tax-remittance-already-done');
  });
  it('outside: recorded at once', async () => {
    await nextMonth();
    await withheld();
    const before = await booked();
    const { body } = expectStatus(await outside(), 201);
    assert.deepEqual([body.status, body.comment, before - (await booked())], ['remitted', 'Télérèglement du 15', TAX_CENTS]);
    assert.equal((await auditsOf(body.id)).length, 1);
    expectCode(await outside(), 400, 'tax-remittance-already-done');
    // The pay-out by hand, at the provider.
    await emptyTaxAccount(TAX_CENTS);
  });
  it('four at once, and a repeated key: one pay-out', async () => {
    await nextMonth();
    await withheld();
    const headers = { 'idempotency-key': randomUUID() };
    const answers = await Promise.all([withdraw(), withdraw(), withdraw(), withdraw(headers)]);
    for (const answer of answers) expectStatus(answer, 201);
    assert.equal(new Set(answers.map(({ body }) => body.id)).size, 1);
    expectStatus(await withdraw(headers), 201);
    expectCode(await outside(), 400, 'tax-remittance-already-done');
    assert.equal((await auditsOf(answers[0]?.body.id)).length, 1);
    await world.control('POST', `/payouts/${await openPayout()}/complete`);
    await settle();
    assert.deepEqual([await booked(), await atProvider()], [0, 0]);
  });
  it('the bank sends it back: reported, and it may be ordered again', async () => {
    await nextMonth();
    await withheld();
    expectStatus(await withdraw(), 201);
    await world.control('POST', `/payouts/${await openPayout()}/fail`);
    await settle();
    assert.deepEqual([await booked(), (await reported()).remittance], [TAX_CENTS, null]);
    const alerts = await world.sql(
      `select from pgboss.job where name = 'post-chat-message' and data->>'text' like '%reversement%' and data->>'text' like $1`,
      [`%${month}%`],
    );
    assert.equal(alerts.length, 1);
    expectStatus(await withdraw(), 201);
    await world.control('POST', `/payouts/${await openPayout()}/complete`);
    await settle();
    assert.equal(await booked(), 0);
  });
  it('a reply lost after the effect -> 500 transfer-failed-at-provider; the next call finds it', async () => {
    await nextMonth();
    await withheld();
    await world.control('POST', '/faults', { route: 'POST /v2/moneyouts', mode: 'timeout-after', times: 1, latencyMs: 100 });
    const silent = await withdraw();
    expectCode(silent, 500, 'transfer-failed-at-provider');
    const { outcome, paymentId } = JSON.parse(silent.text);
    const { remittance } = await reported();
    assert.deepEqual(
      [outcome, remittance?.openPayment?.id, remittance?.openPayment?.isAccepted],
      ['not-known-yet', paymentId, false],
    );
    assert.equal((await auditsOf(remittance?.id)).length, 1);
    expectCode(await outside(), 400, 'tax-remittance-already-done');
    const { body } = expectStatus(await withdraw(), 201);
    assert.equal((await auditsOf(body.id)).length, 1);
    assert.equal(await atProvider(), 0);
    await world.control('POST', `/payouts/${await openPayout()}/complete`);
    await settle();
  });
  it('refused by the provider -> 500 transfer-failed-at-provider, and free for another try', async () => {
    await nextMonth();
    await withheld();
    await world.control('POST', '/faults', { route: 'POST /v2/moneyouts', mode: 'error-in-200', times: 1 });
    expectCode(await withdraw(), 500, 'transfer-failed-at-provider');
    assert.deepEqual([await booked(), (await reported()).remittance], [TAX_CENTS, null]);
    expectStatus(await withdraw(), 201);
    await world.control('POST', `/payouts/${await openPayout()}/complete`);
    await settle();
  });
  it('while tax is on its way to the tax account -> 400 tax-remittance-not-covered', async () => {
    await nextMonth();
    await withheld(false);
    expectCode(await withdraw(), 400, 'tax-remittance-not-covered');
    expectCode(await outside(), 400, 'tax-remittance-not-covered');
    await moveTax();
    expectStatus(await withdraw(), 201);
    await world.control('POST', `/payouts/${await openPayout()}/complete`);
    await settle();
  });
  it('tax withheld after its month was remitted goes with the next one', async () => {
    await nextMonth();
    const other = await verifiedInvestor(world);
    const own = await project({ investor: other });
    await pay(own);
    await world.control('PUT', `/accounts/${other.customerId}/blocked`, { blocked: true });
    await withheld();
    expectStatus(await outside(), 201);
    await emptyTaxAccount(TAX_CENTS);
    await world.control('PUT', `/accounts/${other.customerId}/blocked`, { blocked: false });
    const [line] = await world.sql<{ id: string }>(`select id from payout_line where status = 'blocked'`);
    expectStatus(await admin.client.post(`/administration/payouts/lines/${line?.id}/retry`), 201);
    await settle();
    await moveTax();
    assert.equal(await booked(), TAX_CENTS);
    expectCode(await outside(), 400, 'tax-remittance-already-done');
    await nextMonth();
    const { body } = expectStatus(await outside(), 201);
    assert.deepEqual([body.amountCents, await booked()], [TAX_CENTS, 0]);
    await emptyTaxAccount(TAX_CENTS);
  });
  it('a month without tax -> 400 tax-remittance-nothing-to-remit', async () => {
    const body = { action: 'outside', comment: 'x' };
    expectCode(await remit(body, {}, '2025-01'), 400, 'tax-remittance-nothing-to-remit');
  });
  it('a bank account of another wallet -> 400 validation-failed', async () => {
    await nextMonth();
    await withheld();
    const own = await project();
    expectCode(await withdraw({}, await ibanOf(world, own.accountId)), 400, 'validation-failed');
    expectStatus(await outside(), 201);
    await emptyTaxAccount(TAX_CENTS);
  });
  it('another action -> 400 validation-failed', async () =>
    expectCode(await remit({ action: 'later' }), 400, 'validation-failed'));
  it('2026-13 -> 400 validation-failed', async () =>
    expectCode(await remit({ action: 'outside', comment: 'x' }, {}, '2026-13'), 400, 'validation-failed'));
  it('without a session -> 401 unauthenticated', async () =>
    expectCode(await world.visitor().post('/administration/payouts/2026-01/tax-remittance'), 401, 'unauthenticated'));
  it('as an investor -> 403 forbidden', async () =>
    expectCode(await remit({ action: 'outside', comment: 'x' }, {}, '2026-01', await signUp(world)), 403, 'forbidden'));
});

describe('the report of the month', () => {
  it('has the gross of every taxed share, also of one whose tax rounds to 0, and none of holders without tax', async () => {
    await nextMonth();
    const [small, abroad] = [await verifiedInvestor(world), await verifiedInvestor(world)];
    const year = month.year;
    expectStatus(await abroad.client.post('/customers/taxation', { year, fiscalResidence: 'abroad' }), 201);
    const requests = `/administration/tax-rate-requests`;
    const { items } = expectStatus(
      await admin.client.get<{ items: { id: string }[] }>(`${requests}?customerId=${abroad.customerId}`),
      200,
    ).body;
    expectStatus(await admin.client.post(`${requests}/${items[0]?.id}/validate`), 201);
    const own = await scheduledProperty(world, admin, {
      holders: [
        { investor: holder, bricks: 8 },
        { investor: small, bricks: 1 },
        { investor: abroad, bricks: 1 },
      ],
    });
    await pay(own, 10);
    await world.moveClock({ now: `${month}-10T06:00:00Z` });
    await coupons();
    const waiting = (await reported()).rates;
    await settle();
    const { rates, totalCents } = await reported();
    assert.deepEqual(waiting, rates);
    // 8 cents have a tax of 3, one cent has none.
    assert.deepEqual(
      rates.map(({ grossCents, incomeTaxCents, socialCents, investorCount }) => [
        ...[grossCents, incomeTaxCents, socialCents, investorCount],
      ]),
      [[9, 1, 2, 2]],
    );
    assert.equal(totalCents, 3);
  });
});

/** A pay-out that somebody orders in the provider's own console. */
async function emptyTaxAccount(amountCents: number): Promise<void> {
  const reference = randomUUID();
  const accountId = world.deps.config.PLATFORM_TAX_ACCOUNT_ID;
  const ordered = await world.deps.payments.payOut({
    accountId,
    bankAccountId: iban,
    amountCents: centsOf(amountCents),
    reference,
    comment: '',
  });
  assert.ok(ordered.ok);
  await world.control('POST', `/payouts/${ordered.value.payoutId}/complete`);
}

describe('GET /administration/payouts/tax-account/bank-accounts', () => {
  const url = '/administration/payouts/tax-account/bank-accounts';
  it('lists what the tax account may pay out to, of the IBAN its end', async () => {
    const refused = await ibanOf(world, world.deps.config.PLATFORM_TAX_ACCOUNT_ID, 8);
    const { body } = expectStatus(await admin.client.get<{ id: number; status: string }[]>(url), 200);
    const own = body.find(({ id }) => id === iban);
    assert.deepEqual(own, { id: iban, ibanEnd: '0189', holder: 'SCI Lyon', status: 'activated' });
    assert.notEqual(body.find(({ id }) => id === refused)?.status, 'activated');
  });
  it('while the provider does not answer -> 500 internal-error', async () => {
    await world.control('POST', '/faults', { route: 'GET /v2/moneyouts/:id/iban', mode: 'http-500', times: 1 });
    expectCode(await admin.client.get(url), 500, 'internal-error');
  });
  it('without a session -> 401 unauthenticated', async () => expectCode(await world.visitor().get(url), 401, 'unauthenticated'));
  it('as an investor -> 403 forbidden', async () => expectCode(await (await signUp(world)).client.get(url), 403, 'forbidden'));
});
