// Payouts that the provider refuses: attempts under one id, wallets that refuse for good, and what an administrator decides.

import assert from 'node:assert/strict';
import { randomUUID } from 'node:crypto';
import { after, afterEach, before, describe, it } from 'node:test';
import { type Investor, type Person, signInAdministrator, signUp, verifiedInvestor } from '../../../../test/support/actors.ts';
import { chatWritten, ledgerCents, readAudits } from '../../../../test/support/readers.ts';
import { type ScheduledProperty, scheduledProperty } from '../../../../test/support/scheduled-property.ts';
import { proveLedger } from '../../../../test/support/withdrawal-actors.ts';
import { expectCode, expectStatus, startWorld, type World } from '../../../../test/support/world.ts';
import { centsOf } from '../../../core/cents.ts';
import type { SpvId } from '../../../core/db/tables.ts';
import type { PaymentDetail } from '../../operations/payments/index.ts';
import type { PayoutLineView, PayoutsOfMonth } from './schemas.ts';

const WIRES = '/administration/property/payment-schedule/wire-to-be-assigned';
type TaxSummary = {
  grossInterestCents: number;
  taxWithheldCents: number;
  incomeTaxWithheldCents: number;
  socialContributionsCents: number;
  boxes: Record<string, number>;
};
/** 31.4 % of 10 000. */
const TAX_CENTS = 3_140;

let world: World;
let admin: Person;
let month = Temporal.PlainYearMonth.from('2026-02');

before(async () => {
  world = await startWorld({ worker: false });
  admin = await signInAdministrator(world);
});
after(() => world.close());
afterEach(async () => {
  await world.control('DELETE', '/faults');
  await proveLedger(admin);
});

const coupons = () => world.runJob<{ payouts: number; retried: number; taxTransfers: number }>('coupon-payout');
const settle = () => world.runJob('wallet-transactions');
const block = (investor: Investor, blocked: boolean) =>
  world.control('PUT', `/accounts/${investor.customerId}/blocked`, { blocked });
const account = (name: string) => ledgerCents(world, name);
const purse = ({ propertyId }: ScheduledProperty, name: string) => account(`PRO:${propertyId}:${name}`);
const walletOf = async (investor: Investor) =>
  expectStatus(await investor.client.get<{ balanceCents: number }>('/customers/wallet'), 200).body.balanceCents;
const report = async () => expectStatus(await admin.client.get<PayoutsOfMonth>(`/administration/payouts/${month}`), 200).body;
const lineOf = async ({ propertyId }: ScheduledProperty) => {
  const [line] = await world.sql<{ id: string; status: string }>(
    `select line.id, line.status from payout_line line join payout_run run on run.id = line.run_id where run.property_id = $1`,
    [propertyId],
  );
  if (!line) throw new Error('nothing was distributed');
  return line;
};
const attemptsOf = async (id: string) =>
  (await world.sql<{ status: string }>('select status from payment where subject_id = $1 order by created_at, status', [id])).map(
    ({ status }) => status,
  );
const alertsOf = async (id: string) => (await chatWritten(world, [id])).length;
const auditsOf = (id: string) =>
  readAudits<{ kind: string; target_type: string }>(world, { targetId: id }, ['kind', 'target_type']);
const retry = (id: string, headers: Record<string, string> = {}, by = admin) =>
  by.client.post<PayoutLineView>(`/administration/payouts/lines/${id}/retry`, {}, headers);
const paidOutside = (id: string, comment = 'Virement du 12', headers: Record<string, string> = {}) =>
  admin.client.post<PayoutLineView>(`/administration/payouts/lines/${id}/paid-outside`, { comment }, headers);

/** A project with one holder and a coupon of 100 EUR, distributed on a payout day of which no other coupon is; nothing settled yet. */
async function distributed(): Promise<{ own: ScheduledProperty; holder: Investor; lineId: string }> {
  month = month.add({ months: 1 });
  await world.moveClock({ now: `${month}-09T10:00:00Z` });
  const holder = await verifiedInvestor(world);
  const own = await scheduledProperty(world, admin, { holders: [{ investor: holder, bricks: 1 }] });
  await world.control('POST', `/accounts/${own.accountId}/credit`, { amountCents: 10_000 });
  await world.runJob('incoming-wires');
  const { body } = expectStatus(await admin.client.get<{ id: string; spvId: SpvId }[]>(WIRES), 200);
  const wireToBeAssignedId = body.find(({ spvId }) => spvId === own.spvId)?.id;
  const assignment = { wireToBeAssignedId, paymentFor: 'mensualite', echeanceId: own.echeances[0]?.id, isSimulation: false };
  expectStatus(await admin.client.post(`${WIRES}/assign`, assignment), 201);
  await world.moveClock({ now: `${month}-10T06:00:00Z` });
  await coupons();
  return { own, holder, lineId: (await lineOf(own)).id };
}
/** The same with the holder's wallet blocked, and refused. */
async function blocked() {
  const line = await distributed();
  await block(line.holder, true);
  await settle();
  return line;
}

describe('a payout that is refused', () => {
  it('keeps its id: its attempts are payments, its tax is kept and reported once', async () => {
    const { own, holder, lineId } = await distributed();
    await world.control('POST', '/faults', { route: 'POST /v2/p2p', mode: 'error-in-200', times: 1 });
    await settle();
    const refused = (await report()).refused.lines.find(({ id }) => id === lineId);
    assert.deepEqual([refused?.status, (await report()).taxRemittance.totalCents], ['failed', 0]);
    assert.ok(refused?.failure);
    assert.equal((await coupons()).retried, 1);
    assert.equal((await lineOf(own)).id, lineId);
    assert.deepEqual([(await report()).taxRemittance.totalCents, (await report()).refused.count], [TAX_CENTS, 0]);
    await settle();
    assert.deepEqual(await attemptsOf(lineId), ['failed', 'succeeded']);
    assert.deepEqual([await walletOf(holder), await purse(own, 'COUPON')], [10_000 - TAX_CENTS, 0]);
    assert.equal((await report()).taxRemittance.totalCents, TAX_CENTS);
  });
  it('is not ordered beside a payment that is open', async () => {
    const { lineId } = await distributed();
    await world.control('POST', '/faults', { route: 'POST /v2/p2p', mode: 'pending', times: 1 });
    await settle();
    await Promise.all([coupons(), coupons()]);
    assert.deepEqual(await attemptsOf(lineId), ['sent']);
    expectCode(await retry(lineId), 400, 'payout-line-not-refused');
  });
  it('is listed in the month of its run, also where its last attempt is of a later one', async () => {
    const { holder, lineId } = await distributed();
    const ofRun = month;
    await world.control('POST', '/faults', { route: 'POST /v2/p2p', mode: 'error-in-200', times: 2 });
    await settle();
    month = month.add({ months: 1 });
    await world.moveClock({ now: `${month}-10T06:00:00Z` });
    await coupons();
    await settle();
    const list = `/administration/payments?customerId=${holder.customerId}&status=failed`;
    const { items } = expectStatus(await admin.client.get<{ items: { id: string }[] }>(list), 200).body;
    const read = async ({ id }: { id: string }) =>
      expectStatus(await admin.client.get<PaymentDetail>(`/administration/payments/${id}`), 200).body;
    const attempts = (await Promise.all(items.map(read))).filter(({ subjectId }) => subjectId === lineId);
    assert.deepEqual(
      attempts.map(({ createdAt, payoutPeriod }) => [createdAt.slice(0, 7), payoutPeriod]),
      [
        [`${month}`, `${ofRun}`],
        [`${ofRun}`, `${ofRun}`],
      ],
    );
  });
});

describe('a payout of which an earlier payment may have moved money', () => {
  const refused = async () => {
    const line = await distributed();
    await world.control('POST', '/faults', { route: 'POST /v2/p2p', mode: 'error-in-200', times: 1 });
    await settle();
    return line;
  };
  it('is not ordered again while the provider does not show it -> 400 payout-line-may-be-paid', async () => {
    const { own, lineId } = await refused();
    await world.control('POST', '/faults', { route: 'GET /v2/p2p', mode: 'http-500', times: 30 });
    assert.equal((await coupons()).retried, 0);
    expectCode(await retry(lineId), 400, 'payout-line-may-be-paid');
    await world.control('DELETE', '/faults');
    await world.until(async () => (await coupons()).retried === 1, 'the provider tells');
    await settle();
    assert.equal((await lineOf(own)).status, 'paid');
  });
  it('is never paid twice, by no run and by no administrator -> 400 payout-line-may-be-paid', async () => {
    const { own, holder, lineId } = await refused();
    const [payment] = await world.sql<{ id: string }>('select id from payment where subject_id = $1', [lineId]);
    const send = (fromAccountId: string, toAccountId: string, reference: string) =>
      world.deps.payments.transfer({
        fromAccountId,
        toAccountId,
        amountCents: centsOf(10_000 - TAX_CENTS),
        comment: '',
        reference,
      });
    assert.ok((await send(own.accountId, holder.customerId, payment?.id ?? '')).ok);
    assert.equal((await coupons()).retried, 0);
    expectCode(await retry(lineId), 400, 'payout-line-may-be-paid');
    expectCode(await paidOutside(lineId), 400, 'payout-line-may-be-paid');
    assert.deepEqual([(await lineOf(own)).status, await attemptsOf(lineId)], ['failed', ['failed']]);
    // The proof rightly misses the money; it goes back for the checks that follow.
    assert.ok((await send(holder.customerId, own.accountId, randomUUID())).ok);
  });
});

describe('a payout that is refused again and again', () => {
  it('is ordered again for ten days; then an administrator decides', async () => {
    const { own, lineId } = await distributed();
    await world.control('POST', '/faults', { route: 'POST /v2/p2p', mode: 'error-in-200', times: 1_000 });
    await settle();
    for (let refusals = 1; refusals < 10; refusals += 1) {
      assert.equal((await lineOf(own)).status, 'failed');
      assert.equal((await coupons()).retried, 1);
      await settle();
    }
    assert.deepEqual([(await lineOf(own)).status, (await attemptsOf(lineId)).length], ['blocked', 10]);
    assert.equal((await coupons()).retried, 0);
    assert.match((await chatWritten(world, [lineId])).at(-1) ?? '', /Refusé 10 fois, il n’est plus retenté/);
    await world.control('DELETE', '/faults');
    expectStatus(await retry(lineId), 201);
    await settle();
    assert.equal((await lineOf(own)).status, 'paid');
  });
});

describe('a wallet that refuses for good', () => {
  it('as it is closed: reported once, shown to wait, and no run orders it again', async () => {
    const { own, holder, lineId } = await distributed();
    await world.control('PUT', `/accounts/${holder.customerId}/status`, { status: 12 });
    await settle();
    assert.deepEqual(await lineOf(own), { id: lineId, status: 'blocked' });
    for (const day of ['11', '12']) {
      await world.moveClock({ now: `${month}-${day}T06:00:00Z` });
      assert.equal((await coupons()).retried, 0);
      await settle();
    }
    assert.deepEqual([await alertsOf(lineId), await attemptsOf(lineId)], [1, ['failed']]);
    assert.match((await report()).refused.lines.find(({ id }) => id === lineId)?.failure ?? '', /^receiver-closed: /);
    const today = expectStatus(
      await admin.client.get<{ waiting: { kind: string; items: { id: string }[] }[] }>('/administration/today'),
      200,
    );
    assert.ok(JSON.stringify(today.body).includes(lineId));
    await world.control('PUT', `/accounts/${holder.customerId}/status`, { status: 6 });
    expectStatus(await retry(lineId), 201);
    await settle();
    assert.equal((await lineOf(own)).status, 'paid');
  });
  it('is reported once, and no run orders it again', async () => {
    const { own, holder, lineId } = await blocked();
    assert.deepEqual(await lineOf(own), { id: lineId, status: 'blocked' });
    for (const day of ['11', '12']) {
      await world.moveClock({ now: `${month}-${day}T06:00:00Z` });
      assert.equal((await coupons()).retried, 0);
      await settle();
    }
    assert.deepEqual([await alertsOf(lineId), await attemptsOf(lineId)], [1, ['failed']]);
    const { refused, runs } = await report();
    const shown = refused.lines.find(({ id }) => id === lineId);
    assert.deepEqual([shown?.status, shown?.customerId, refused.count], ['blocked', holder.customerId, 1]);
    assert.match(shown?.failure ?? '', /^receiver-blocked: /);
    assert.equal(runs.find(({ propertyId }) => propertyId === own.propertyId)?.blockedCents, 10_000);
    assert.equal(await purse(own, 'COUPON'), 10_000);
  });
});

describe('POST /administration/payouts/lines/:lineId/retry', () => {
  it('orders it again; still blocked it is reported again, unblocked it is paid', async () => {
    const { own, holder, lineId } = await blocked();
    assert.equal(expectStatus(await retry(lineId), 201).body.status, 'waiting');
    await settle();
    assert.deepEqual([(await lineOf(own)).status, await alertsOf(lineId)], ['blocked', 2]);
    await block(holder, false);
    expectStatus(await retry(lineId), 201);
    await settle();
    assert.deepEqual(await attemptsOf(lineId), ['failed', 'failed', 'succeeded']);
    assert.deepEqual([await walletOf(holder), await purse(own, 'COUPON')], [10_000 - TAX_CENTS, 0]);
    assert.deepEqual(
      (await auditsOf(lineId)).map(({ kind }) => kind),
      ['PAYOUT_LINE_RETRY', 'PAYOUT_LINE_RETRY'],
    );
  });
  it('four at once, and a repeated key: one payment', async () => {
    const { holder, lineId } = await blocked();
    await block(holder, false);
    const headers = { 'idempotency-key': randomUUID() };
    const answers = await Promise.all([retry(lineId), retry(lineId), retry(lineId), retry(lineId)]);
    assert.equal(answers.filter(({ status }) => status === 201).length, 1);
    for (const answer of answers) if (answer.status !== 201) expectCode(answer, 400, 'payout-line-not-refused');
    await block(holder, true);
    await settle();
    const first = expectStatus(await retry(lineId, headers), 201);
    assert.deepEqual(expectStatus(await retry(lineId, headers), 201).body, first.body);
    assert.equal((await attemptsOf(lineId)).length, 3);
  });
  it('a paid line -> 400 payout-line-not-refused', async () => {
    const { lineId } = await distributed();
    await settle();
    expectCode(await retry(lineId), 400, 'payout-line-not-refused');
  });
  it('unknown -> 404 not-found', async () => expectCode(await retry(randomUUID()), 404, 'not-found'));
  it('without a session -> 401 unauthenticated', async () =>
    expectCode(await world.visitor().post(`/administration/payouts/lines/${randomUUID()}/retry`), 401, 'unauthenticated'));
  it('as an investor -> 403 forbidden', async () =>
    expectCode(await retry(randomUUID(), {}, await signUp(world)), 403, 'forbidden'));
});

describe('POST /administration/payouts/lines/:lineId/paid-outside', () => {
  it('the holder’s statement and tax are those of a paid coupon, and what was paid outside is the project’s surplus', async () => {
    const { own, holder, lineId } = await blocked();
    const taxes = await account('PLAT:TAX');
    const { body } = expectStatus(await paidOutside(lineId), 201);
    assert.deepEqual([body.status, body.comment, body.failure], ['paidOutside', 'Virement du 12', null]);
    assert.deepEqual(
      [await purse(own, 'COUPON'), await purse(own, 'SURPLUS'), (await account('PLAT:TAX')) - taxes],
      [0, 10_000 - TAX_CENTS, TAX_CENTS],
    );
    const page = expectStatus(
      await holder.client.get<{ items: { type: string; status: string; amountCents: number }[] }>(
        '/customers/wallet/transactions',
      ),
      200,
    );
    const shown = page.body.items
      .filter(({ status }) => status === 'CONFIRMED')
      .map(({ type, amountCents }) => [type, amountCents]);
    for (const one of [
      ['COUPON_PAYOUT', 10_000],
      ['WITHHOLDING_TAX', TAX_CENTS],
      ['PAID_OUTSIDE', 10_000 - TAX_CENTS],
    ])
      assert.ok(shown.some((other) => other.join() === one.join()));
    assert.equal(await walletOf(holder), 0);
    // The statement of the year adds up.
    expectStatus(await holder.client.get(`/customers/wallet/statements/${month.year}/csv`), 200);
    const { runs, taxRemittance, refused } = await report();
    assert.equal(runs.find(({ propertyId }) => propertyId === own.propertyId)?.paidOutsideCents, 10_000);
    assert.deepEqual([taxRemittance.totalCents, refused.count], [TAX_CENTS, 0]);
    assert.deepEqual(await auditsOf(lineId), [{ kind: 'PAYOUT_LINE_PAID_OUTSIDE', target_type: 'payout-line' }]);
    // The tax follows to the tax account like that of a paid coupon.
    assert.ok((await coupons()).taxTransfers >= 1);
    await settle();
    const { balanceCents } = await world.control<{ balanceCents: number }>(
      'GET',
      `/accounts/${world.deps.config.PLATFORM_TAX_ACCOUNT_ID}`,
    );
    assert.equal(balanceCents, await account('PLAT:TAX'));
  });
  it('the yearly form of the holder has the coupon with the parts of its tax', async () => {
    const { holder, lineId } = await blocked();
    expectStatus(await paidOutside(lineId), 201);
    const { body } = expectStatus(await holder.client.get<TaxSummary>(`/customers/taxation/summary/${month.year}`), 200);
    assert.deepEqual(
      [body.grossInterestCents, body.taxWithheldCents, body.incomeTaxWithheldCents + body.socialContributionsCents],
      [10_000, TAX_CENTS, TAX_CENTS],
    );
    assert.equal(body.boxes['2BH'], 10_000);
  });
  it('beside a retry: one of them', async () => {
    const { lineId } = await blocked();
    const answers = await Promise.all([paidOutside(lineId), retry(lineId), paidOutside(lineId)]);
    assert.equal(answers.filter(({ status }) => status === 201).length, 1);
    for (const answer of answers) if (answer.status !== 201) expectCode(answer, 400, 'payout-line-not-refused');
  });
  it('a repeated key: once', async () => {
    const { own, lineId } = await blocked();
    const headers = { 'idempotency-key': randomUUID() };
    expectStatus(await paidOutside(lineId, 'Chèque', headers), 201);
    expectStatus(await paidOutside(lineId, 'Chèque', headers), 201);
    assert.equal(await purse(own, 'SURPLUS'), 10_000 - TAX_CENTS);
  });
  it('a line that waits -> 400 payout-line-not-refused', async () => {
    const { lineId } = await distributed();
    expectCode(await paidOutside(lineId), 400, 'payout-line-not-refused');
    await settle();
  });
  it('no comment -> 400 validation-failed', async () =>
    expectCode(await paidOutside(randomUUID(), ' '), 400, 'validation-failed'));
  it('unknown -> 404 not-found', async () => expectCode(await paidOutside(randomUUID()), 404, 'not-found'));
  it('without a session -> 401 unauthenticated', async () =>
    expectCode(await world.visitor().post(`/administration/payouts/lines/${randomUUID()}/paid-outside`), 401, 'unauthenticated'));
  it('as an investor -> 403 forbidden', async () =>
    expectCode(
      await (await signUp(world)).client.post(`/administration/payouts/lines/${randomUUID()}/paid-outside`, { comment: 'x' }),
      403,
      'forbidden',
    ));
});
