// Payments as administrators read them: every state with what it waits for, filters, pages, and all that is written of one.

import assert from 'node:assert/strict';
import { randomUUID } from 'node:crypto';
import { after, before, describe, it } from 'node:test';
import { type Person, signInAdministrator, signUp } from '../../../../test/support/actors.ts';
import { type FundedProperty, fundedProperty } from '../../../../test/support/funding-actors.ts';
import { buyerOfBricks, buyerOfDeal, orderTransferFault, type Payer, PRICE_CENTS } from '../../../../test/support/payers.ts';
import { expectCode, expectStatus, startWorld, type World } from '../../../../test/support/world.ts';
import { waitingOf } from './rules.ts';
import type { PaymentDetail, PaymentsPage, PaymentView } from './schemas.ts';

const LIST = '/administration/payments';

let world: World;
let admin: Person;
let funded: FundedProperty;
let deal: Payer;
let refused: Payer;
let silent: Payer;
let pending: Payer;

before(async () => {
  // Nobody works but the tests: what was ordered stays as it was written.
  const settings = { PROVIDER_RESEND_AFTER_SECONDS: '60', MARKETPLACE_SELLER_COMMISSION_BPS: '200' };
  world = await startWorld({ worker: false, settings });
  admin = await signInAdministrator(world);
  funded = await fundedProperty(world, { mainCents: 5_000_000 });
  expectStatus(await admin.client.post(`/administration/property/${funded.propertyId}/funding/transfer-funding-fees`), 201);
  [refused, silent, pending] = [await buyerOfBricks(world), await buyerOfBricks(world), await buyerOfBricks(world)];
  for (const [payment, mode] of [
    [refused, 'error-in-200'],
    [silent, 'timeout-before'],
    [pending, 'pending'],
  ] as const) {
    expectStatus(await payment.ask(), 201);
    await orderTransferFault(world, mode);
    await world.runJob('wallet-transactions');
  }
  // Last: its commission is ordered by its end, and nobody sends that.
  deal = await buyerOfDeal(world);
  expectStatus(await deal.ask(), 201);
  await world.runJob('wallet-transactions');
});
after(() => world.close());

const list = async (query = '') => expectStatus(await admin.client.get<PaymentsPage>(`${LIST}${query}`), 200).body;
const items = async (query = '') => (await list(query)).items;
const read = async (id: string) => expectStatus(await admin.client.get<PaymentDetail>(`${LIST}/${id}`), 200).body;
const only = async (query: string): Promise<PaymentView> => {
  const [payment, ...more] = await items(query);
  assert.ok(payment && more.length === 0, `${query}: ${more.length + (payment ? 1 : 0)} payments`);
  return payment;
};
const of = ({ customerId }: Payer) => `?customerId=${customerId}`;

describe('GET /administration/payments', () => {
  it('shows one that succeeded, with both sides and its administrator', async () => {
    const payment = await only('?purpose=funding-fees');
    const { propertyId, spvId, accountId } = funded;
    assert.deepEqual(
      [payment.status, payment.kind, payment.amountCents, payment.fromAccountId, payment.sendCount, payment.waiting],
      ['succeeded', 'transfer', 3_000_000, accountId, 1, null],
    );
    assert.equal(payment.auditKind, 'PROPERTY_TRANSFER_FUNDING_FEES');
    assert.ok(payment.providerPaymentId !== null && payment.settledAt !== null);
    assert.deepEqual(
      payment.sides.map(({ transactionId: _, ...side }) => side),
      [
        {
          ...{ type: 'FUNDING_FEES', status: 'CONFIRMED', customerId: null, spvId, propertyId, amountCents: 3_000_000 },
          propertyName: 'Les Acacias',
        },
      ],
    );
    assert.deepEqual([payment.fromHolder, payment.toHolder], [{ customerId: null, spvId, name: `SPV ${accountId}` }, null]);
    const market = await only(`${of(deal)}&purpose=market-deal`);
    assert.deepEqual(
      market.sides.map(({ type, customerId }) => [type, customerId === deal.customerId]),
      [
        ['BUYING_DEAL', true],
        ['SELLING_DEAL', false],
      ],
    );
    assert.equal(market.auditKind, null);
    assert.deepEqual([market.fromHolder?.customerId, market.fromHolder?.name], [deal.customerId, 'Camille Durand']);
  });
  it('one that nobody has sent waits for its first call', async () => {
    const payment = await only(`${of(deal)}&status=created`);
    assert.deepEqual(
      [payment.purpose, payment.sides, payment.sendCount, payment.waiting],
      ['market-deal-commission', [], 0, { for: 'first-call', since: payment.createdAt }],
    );
  });
  it('one that was not answered waits for the answer, one that the provider has for its end', async () => {
    const [unanswered, taken] = [await only(of(silent)), await only(of(pending))];
    assert.deepEqual(
      [unanswered.status, unanswered.sendCount, unanswered.providerPaymentId, unanswered.waiting?.for],
      ['sent', 1, null, 'provider-answer'],
    );
    assert.deepEqual([taken.status, taken.sendCount, taken.waiting?.for], ['sent', 1, 'provider-outcome']);
    assert.ok(taken.providerPaymentId !== null);
    for (const { waiting, createdAt } of [unanswered, taken])
      assert.ok(waiting && waiting.since >= createdAt.slice(0, 19), JSON.stringify(waiting));
    assert.deepEqual((await items('?status=sent')).map(({ id }) => id).sort(), [unanswered.id, taken.id].sort());
  });
  it('one that the provider refused says why', async () => {
    const payment = await only('?status=failed');
    assert.equal(payment.fromAccountId, refused.customerId);
    assert.ok(payment.failure !== null && payment.settledAt !== null);
    assert.deepEqual([payment.waiting, payment.sides[0]?.status], [null, 'FAILED']);
  });
  it('one that was stopped before it was sent is canceled', async () => {
    const stopped = await buyerOfBricks(world);
    expectStatus(await stopped.ask(), 201);
    const { id, status, subjectId } = await only(of(stopped));
    assert.equal(status, 'created');
    expectStatus(await stopped.client.delete(`/customers/purchases/${subjectId}`), 200);
    const payment = await only('?status=canceled');
    assert.deepEqual([payment.id, payment.waiting, payment.sendCount], [id, null, 0]);
  });
  it('filters by project: its purchases, its fees, the commissions of its deals', async () => {
    const purposes = async (id: string) => (await items(`?propertyId=${id}`)).map(({ purpose }) => purpose).sort();
    assert.deepEqual(await purposes(deal.propertyId), ['market-deal', 'market-deal-commission']);
    assert.deepEqual(await purposes(funded.propertyId), ['funding-fees', 'primary-purchase']);
    assert.deepEqual(await purposes(randomUUID()), []);
  });
  it('filters by investor, on either side', async () => {
    const market = await only(`${of(deal)}&purpose=market-deal`);
    assert.equal((await only(`?customerId=${market.toAccountId}`)).id, market.id);
    assert.deepEqual((await items(of(deal))).map(({ purpose }) => purpose).sort(), ['market-deal', 'market-deal-commission']);
  });
  it('filters by time, the beginning included and the end not', async () => {
    const all = await items();
    const [newest, , middle] = all;
    assert.ok(newest && middle);
    const between = await items(`?from=${middle.createdAt}&to=${newest.createdAt}`);
    assert.deepEqual(
      between.map(({ id }) => id),
      all.filter(({ createdAt }) => createdAt >= middle.createdAt && createdAt < newest.createdAt).map(({ id }) => id),
    );
    assert.ok(between.some(({ id }) => id === middle.id) && !between.some(({ id }) => id === newest.id));
  });
  it('pages, newest first, each once', async () => {
    const all = await items();
    const seen: string[] = [];
    let cursor: string | null = '';
    for (let pages = 0; cursor !== null; pages += 1) {
      assert.ok(pages < all.length, 'the pages end');
      const page: PaymentsPage = await list(`?limit=2${cursor === '' ? '' : `&cursor=${cursor}`}`);
      seen.push(...page.items.map(({ id }) => id));
      cursor = page.nextCursor;
    }
    assert.ok(all.length >= 7);
    assert.deepEqual(
      seen,
      all.map(({ id }) => id),
    );
    assert.deepEqual(
      all.map(({ createdAt }) => createdAt),
      all
        .map(({ createdAt }) => createdAt)
        .toSorted()
        .toReversed(),
    );
  });
  for (const query of [
    '?status=lost',
    '?purpose=gift',
    '?propertyId=7',
    '?customerId=x',
    '?from=today',
    '?cursor=7',
    '?limit=201',
  ])
    it(`${query} -> 400 validation-failed`, async () =>
      expectCode(await admin.client.get(`${LIST}${query}`), 400, 'validation-failed'));
  it('without a session -> 401 unauthenticated', async () => expectCode(await world.visitor().get(LIST), 401, 'unauthenticated'));
  it('as an investor -> 403 forbidden', async () => expectCode(await (await signUp(world)).client.get(LIST), 403, 'forbidden'));
});

describe('GET /administration/payments/:paymentId', () => {
  it('shows what was posted, and its end', async () => {
    const listed = await only('?purpose=funding-fees');
    const payment = await read(listed.id);
    const { comment, payoutPeriod, attempts, postings, incidents, ...shown } = payment;
    assert.deepEqual(shown, listed);
    assert.deepEqual([incidents, comment, payoutPeriod], [[], `Funding fees ${funded.propertyId}`, null]);
    assert.deepEqual([attempts.turns, attempts.sendCount, attempts.refusal, attempts.watchedUntil], [1, 1, null, null]);
    assert.deepEqual(attempts.steps, []);
    assert.ok(attempts.firstSentAt !== null && attempts.firstSentAt === attempts.lastSentAt);
    assert.deepEqual(
      postings.map(({ step }) => step),
      ['hold', 'confirm'],
    );
    const [hold, confirm] = postings;
    assert.deepEqual([hold?.reference, confirm?.reference], [listed.sides[0]?.transactionId, listed.id]);
    assert.deepEqual(hold?.lines, [
      { account: `PRO:${funded.propertyId}:MAIN`, amountCents: -3_000_000 },
      { account: `PRO:${funded.propertyId}:HELD`, amountCents: 3_000_000 },
    ]);
    for (const { lines } of postings)
      assert.equal(
        lines.reduce((sum, { amountCents }) => sum + amountCents, 0),
        0,
      );
  });
  it('of one that is refused the hold was given back; of an open one it stands, and each look counts', async () => {
    const steps = async (payment: Payer) => (await read((await only(of(payment))).id)).postings.map(({ step }) => step);
    assert.deepEqual([await steps(refused), await steps(silent)], [['hold', 'release'], ['hold']]);
    const { id } = await only(of(silent));
    const before = await read(id);
    await world.runJob('wallet-transactions');
    const { attempts } = await read(id);
    assert.deepEqual([attempts.turns, attempts.sendCount], [before.attempts.turns + 1, 1]);
    assert.deepEqual(
      attempts.steps.map(({ did, answer, times }) => [did, answer, times]),
      [
        ['send', 'unknown', 1],
        ['look', 'absent', attempts.turns - 1],
      ],
    );
    const [, looks] = attempts.steps;
    assert.ok(looks && Temporal.Instant.compare(looks.lastAt, looks.firstAt) > 0);
  });
  it('one that is open names the kind of its audit row', async () => {
    const property = await fundedProperty(world, { mainCents: 5_000_000 });
    await orderTransferFault(world, 'timeout-before');
    const path = `/administration/property/${property.propertyId}/funding/transfer-fiducie-fees`;
    expectCode(await admin.client.post(path), 500, 'p2p-failed-at-provider');
    const { auditKind } = await read((await only('?purpose=fiducie-fees')).id);
    assert.equal(auditKind, 'PROPERTY_TRANSFER_FIDUCIE_FEES');
  });
  it('unknown -> 404 not-found', async () => expectCode(await admin.client.get(`${LIST}/${randomUUID()}`), 404, 'not-found'));
  it('no id -> 400 validation-failed', async () => expectCode(await admin.client.get(`${LIST}/7`), 400, 'validation-failed'));
  it('without a session -> 401 unauthenticated', async () =>
    expectCode(await world.visitor().get(`${LIST}/${randomUUID()}`), 401, 'unauthenticated'));
  it('as an investor -> 403 forbidden', async () =>
    expectCode(await (await signUp(world)).client.get(`${LIST}/${randomUUID()}`), 403, 'forbidden'));
});

it('what an open payment waits for', () => {
  const [createdAt, firstSentAt, lastSentAt] = ['2026-03-01T08:00:00Z', '2026-03-01T08:00:01Z', '2026-03-01T08:01:00Z'].map(
    (text) => Temporal.Instant.from(text),
  );
  assert.ok(createdAt && firstSentAt && lastSentAt);
  const sent = { status: 'sent', isLeased: false, sendCount: 2, providerPaymentId: null, refusal: null } as const;
  const moments = { createdAt, firstSentAt, lastSentAt };
  const waits = (more: object) => waitingOf({ ...sent, ...moments, ...more });
  assert.deepEqual(waits({ isLeased: true }), { for: 'call-under-way', since: lastSentAt.toString() });
  assert.deepEqual(waits({ providerPaymentId: PRICE_CENTS }), { for: 'provider-outcome', since: firstSentAt.toString() });
  assert.deepEqual(waits({ refusal: 'blocked' }), { for: 'resend-margin', since: lastSentAt.toString() });
  assert.deepEqual(waits({}), { for: 'provider-answer', since: lastSentAt.toString() });
  // Taken by a worker that died before its call could leave.
  assert.deepEqual(waits({ sendCount: 0, firstSentAt: null, lastSentAt: null }), {
    for: 'first-call',
    since: createdAt.toString(),
  });
  assert.equal(waits({ status: 'failed' }), null);
});
