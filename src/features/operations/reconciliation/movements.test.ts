// Movements at the provider that the books do not know: listed by the night that finds a wallet differing, until it differs no more.

import assert from 'node:assert/strict';
import { randomUUID } from 'node:crypto';
import { after, afterEach, before, describe, it } from 'node:test';
import {
  type Investor,
  type Person,
  signInAdministrator,
  signUp,
  spvWithWallet,
  verifiedInvestor,
} from '../../../../test/support/actors.ts';
import { buyerOfBricks } from '../../../../test/support/payers.ts';
import { openTransfer, PAID_CENTS, settlingFees } from '../../../../test/support/payment-actors.ts';
import { expectCode, expectStatus, startWorld, type World } from '../../../../test/support/world.ts';
import { centsOf } from '../../../core/cents.ts';
import { carryOutPayment } from '../../../money/payments/index.ts';
import type { ReconciliationReport } from './rules.ts';
import type { MovementsPage, MovementView } from './schemas.ts';

const LIST = '/administration/reconciliation/movements';
const ELSEWHERE = 'account-of-others';

type Today = { waiting: { kind: string; items: { about: string; amountCents: number | null }[] }[] };

let world: World;
let admin: Person;

before(async () => {
  world = await startWorld({ worker: false });
  admin = await signInAdministrator(world);
  await world.control('POST', '/accounts', { accountId: ELSEWHERE, kind: 'legal', status: 6, balanceCents: 0 });
});
after(() => world.close());
afterEach(() => world.control('DELETE', '/faults'));

const night = (body: { dryRun?: boolean } = {}) => world.runJob<ReconciliationReport>('provider-reconciliation', body);
const list = async (query = '') => expectStatus(await admin.client.get<MovementsPage>(`${LIST}${query}`), 200).body;
const of = async (accountId: string, query = '') => (await list(`?accountId=${accountId}${query}`)).items;
const only = async (accountId: string, query = ''): Promise<MovementView> => {
  const [movement, ...more] = await of(accountId, query);
  assert.ok(movement && more.length === 0, `${more.length + (movement ? 1 : 0)} rows`);
  return movement;
};
/** A transfer that a database which is gone ordered; a negative amount gives it back. Returns its reference. */
async function takeAway({ customerId }: Investor, amountCents: number): Promise<string> {
  const [fromAccountId, toAccountId] = amountCents > 0 ? [customerId, ELSEWHERE] : [ELSEWHERE, customerId];
  const reference = randomUUID();
  const moved = { fromAccountId, toAccountId, amountCents: centsOf(Math.abs(amountCents)), comment: '', reference };
  assert.ok((await world.deps.payments.transfer(moved)).ok);
  return reference;
}

/** Whose, and how much, Today shows. */
async function waitingMovements(): Promise<[string, number | null][]> {
  const { body } = expectStatus(await admin.client.get<Today>('/administration/today'), 200);
  const { items = [] } = body.waiting.find(({ kind }) => kind === 'unknown-movement') ?? {};
  return items.map(({ about, amountCents }) => [about, amountCents]);
}

describe('GET /administration/reconciliation/movements', () => {
  it('a transfer that the books do not know is listed with its sides and reference, and closed when the wallet differs no more', async () => {
    const person = await verifiedInvestor(world, { fundsCents: 100_000 });
    const reference = await takeAway(person, 40_050);
    const report = await night();
    const opened = await only(person.customerId, '&status=open');
    assert.deepEqual(
      [opened.kind, opened.fromAccountId, opened.toAccountId, opened.amountCents, opened.reference, opened.closedAt],
      ['transfer', person.customerId, ELSEWHERE, 40_050, reference, null],
    );
    assert.deepEqual([opened.fromHolder?.customerId, opened.toHolder], [person.customerId, null]);
    assert.ok(opened.fromHolder?.name);
    assert.deepEqual(await waitingMovements(), [], 'the difference leads to it');
    const told = report.unknownMovements.filter((movement) => movement.fromAccountId === person.customerId);
    assert.deepEqual(
      told.map(({ providerId, amountCents, reference: ours }) => [providerId, amountCents, ours]),
      [[opened.providerId, 40_050, reference]],
    );

    await world.moveClock({ advance: 'PT1H' });
    await takeAway(person, -40_050);
    await night();
    const closed = await only(person.customerId, '&status=closed');
    assert.deepEqual([closed.id, closed.status, closed.lastSeenAt], [opened.id, 'closed', opened.lastSeenAt]);
    assert.deepEqual(await of(person.customerId, '&status=open'), []);

    await world.moveClock({ advance: 'PT1H' });
    await takeAway(person, 1);
    await night();
    const again = await of(person.customerId);
    assert.deepEqual(
      again.map(({ status, amountCents }) => [status, amountCents]),
      [
        ['open', 1],
        ['open', 40_050],
        ['open', 40_050],
      ],
      'what explains the wallet is open, whatever was thought of it before',
    );
    await takeAway(person, -1);
  });
  it('what the books know is not listed: wires, payments that ended, and one that is open', async () => {
    const buyer = await buyerOfBricks(world);
    expectStatus(await buyer.ask(), 201);
    await takeAway(buyer, 100);
    const open = await openTransfer(world);
    const payment = { ...open, id: open.paymentId, amountCents: PAID_CENTS, comment: '', purpose: 'withdrawal-fee' } as const;
    const toAccountId = world.deps.config.PLATFORM_MAIN_ACCOUNT_ID;
    const none = { providerPaymentId: null, attempts: 0, sendCount: 0, refusal: null };
    const sent = await settlingFees(world).mover.send({ ...payment, ...none, kind: 'transfer', toAccountId });
    assert.equal(sent.status, 'succeeded');
    const report = await night();
    assert.ok(
      report.differences.some(({ accountId }) => accountId === open.customerId),
      'its wallet differs until the payment is settled',
    );
    assert.deepEqual(
      [(await only(buyer.customerId)).amountCents, await of(open.customerId)],
      [100, []],
      'only the one that nobody ordered',
    );
    await carryOutPayment(settlingFees(world), open.paymentId);
    await takeAway(buyer, -100);
  });
  it('a pay-out that the bank has not ended has left the wallet all the same', async () => {
    const { customerId } = await verifiedInvestor(world, { fundsCents: 9_000 });
    const iban = { iban: 'FR7630006000011234567890189', holder: 'Camille Durand', status: 5 };
    const { id: bankAccountId } = await world.control<{ id: number }>('POST', `/accounts/${customerId}/ibans`, iban);
    const paid = { accountId: customerId, bankAccountId, amountCents: centsOf(2_500), comment: '', reference: randomUUID() };
    assert.ok((await world.deps.payments.payOut(paid)).ok);
    await night();
    const { kind, fromAccountId, toAccountId, amountCents } = await only(customerId);
    assert.deepEqual([kind, fromAccountId, toAccountId, amountCents], ['money-out', customerId, null, 2_500]);
  });
  it('money on an account that the books do not know is listed, and no difference', async () => {
    const stranger = `stranger-${randomUUID()}`;
    await world.control('POST', '/accounts', { accountId: stranger, kind: 'individual', status: 6, balanceCents: 0 });
    await world.control('POST', `/accounts/${stranger}/credit`, { amountCents: 4_200 });
    const report = await night();
    const { kind, fromAccountId, toAccountId, amountCents } = await only(stranger);
    assert.deepEqual([kind, fromAccountId, toAccountId, amountCents], ['money-in', null, stranger, 4_200]);
    assert.deepEqual(await waitingMovements(), [[stranger, 4_200]], 'nothing else leads to it');
    assert.deepEqual(
      report.differences.filter(({ accountId }) => accountId === stranger),
      [],
    );
  });
  it('names the SPV whose wallet it is', async () => {
    const { spvId, accountId } = await spvWithWallet(world);
    const moved = {
      fromAccountId: accountId,
      toAccountId: ELSEWHERE,
      amountCents: centsOf(7),
      comment: '',
      reference: randomUUID(),
    };
    await world.control('POST', `/accounts/${accountId}/credit`, { amountCents: 7 });
    await world.runJob('incoming-wires');
    assert.ok((await world.deps.payments.transfer(moved)).ok);
    await night();
    assert.deepEqual((await only(accountId)).fromHolder, { customerId: null, spvId, name: `SPV ${accountId}` });
  });
  it('a dry run lists and writes nothing', async () => {
    const person = await verifiedInvestor(world, { fundsCents: 5_000 });
    await takeAway(person, 300);
    const report = await night({ dryRun: true });
    assert.ok(report.unknownMovements.some(({ fromAccountId }) => fromAccountId === person.customerId));
    assert.deepEqual(await of(person.customerId), []);
    await takeAway(person, -300);
  });
  it('an account whose statement cannot be read is named, and closes nothing', async () => {
    const person = await verifiedInvestor(world, { fundsCents: 5_000 });
    await takeAway(person, 300);
    await night();
    await world.moveClock({ advance: 'PT1H' });
    await world.control('POST', '/faults', { route: 'GET /v2/accounts/:id/transactions', mode: 'http-500', times: 1_000 });
    const { unread, ok } = await night();
    assert.deepEqual([unread.includes(person.customerId), ok, (await only(person.customerId)).status], [true, false, 'open']);
    await world.control('DELETE', '/faults');
    await takeAway(person, -300);
  });
  it('pages, the latest first, each once', async () => {
    const all = (await list()).items;
    assert.ok(all.length >= 5);
    const seen: MovementView[] = [];
    let cursor: string | null = '';
    while (cursor !== null && seen.length <= all.length) {
      const page: MovementsPage = await list(`?limit=2${cursor === '' ? '' : `&cursor=${cursor}`}`);
      seen.push(...page.items);
      cursor = page.nextCursor;
    }
    assert.deepEqual(seen, all);
    // Of one second, by the numbers of the provider.
    const keys = all.map(({ movedAt, providerId }) => `${movedAt} ${String(providerId).padStart(12, '0')}`);
    assert.deepEqual(keys, keys.toSorted().toReversed());
  });
  it('?status=lost -> 400 validation-failed', async () =>
    expectCode(await admin.client.get(`${LIST}?status=lost`), 400, 'validation-failed'));
  it('without a session -> 401 unauthenticated', async () => expectCode(await world.visitor().get(LIST), 401, 'unauthenticated'));
  it('as an investor -> 403 forbidden', async () => expectCode(await (await signUp(world)).client.get(LIST), 403, 'forbidden'));
});
