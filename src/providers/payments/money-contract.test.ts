// What the port promises about money, over real HTTP: moved once, found again, each state and refusal by its name.

import assert from 'node:assert/strict';
import { randomUUID } from 'node:crypto';
import { after, before, test } from 'node:test';
import {
  type ContractWorld,
  granted,
  openContractWorld,
  present,
  refused,
  sandboxOnly,
} from '../../../test/support/provider-contract.ts';
import { centsOf } from '../../core/cents.ts';

let world: ContractWorld;
before(async () => {
  world = await openContractWorld();
});
after(() => world.stop());

const soon = () => Temporal.Now.plainDateISO('Europe/Paris').add({ days: 14 });
const lastHour = () => ({ from: Temporal.Now.instant().subtract({ hours: 1 }), to: Temporal.Now.instant().add({ minutes: 1 }) });
const transferOf = (reference: string, amountCents = centsOf(1)) => ({
  fromAccountId: world.payer,
  toAccountId: world.payee,
  amountCents,
  comment: 'Contract test',
  reference,
});

test('transfer: moves the money once, and is found by reference and by id', async () => {
  const reference = randomUUID();
  const before = await granted(world.provider.getAccount(world.payer));
  const sent = await granted(world.provider.transfer(transferOf(reference)));
  assert.deepEqual([sent.fromAccountId, sent.toAccountId, sent.amountCents], [world.payer, world.payee, 1]);
  const found = await present(world.provider.getTransfer({ reference }));
  assert.equal(found.paymentId, sent.paymentId);
  assert.equal(found.status, 'succeeded');
  assert.equal(found.reference, reference);
  assert.ok(found.executedAt);
  assert.deepEqual(await present(world.provider.getTransfer({ paymentId: sent.paymentId })), found);
  assert.equal((await granted(world.provider.getAccount(world.payer))).balanceCents, before.balanceCents - 1);
});

test('transfer: each refusal has its kind', sandboxOnly, async () => {
  const [blocked, unverified] = [randomUUID(), randomUUID()];
  await world.control('POST', '/accounts', { accountId: blocked, status: 6, balanceCents: 1_000 });
  await world.control('PUT', `/accounts/${blocked}/blocked`, { blocked: true });
  await world.control('POST', '/accounts', { accountId: unverified, status: 5, balanceCents: 1_000 });
  const to = (changes: object) => world.provider.transfer({ ...transferOf(randomUUID()), ...changes });
  await refused(to({ amountCents: centsOf(99_999_999) }), 'insufficient-balance', 110);
  await refused(to({ fromAccountId: blocked }), 'account-blocked', 167);
  await refused(to({ toAccountId: blocked }), 'receiver-blocked', 168);
  await refused(to({ fromAccountId: unverified }), 'account-not-verified', 111);
  await refused(to({ toAccountId: world.payer }), 'rejected', 186);
  await refused(to({ toAccountId: randomUUID() }), 'not-found', 147);
  await refused(to({ amountCents: 0 }), 'rejected', 188);
});

test('transfer: pending first, success or failure later', sandboxOnly, async () => {
  for (const [ending, status] of [
    ['complete', 'succeeded'],
    ['fail', 'failed'],
  ]) {
    const reference = randomUUID();
    await world.control('POST', '/faults', { route: 'POST /v2/p2p', mode: 'pending', times: 1 });
    const sent = await granted(world.provider.transfer(transferOf(reference)));
    assert.deepEqual([sent.status, sent.rawStatus, sent.executedAt], ['pending', 0, null]);
    assert.equal((await present(world.provider.getTransfer({ reference }))).status, 'pending');
    await world.control('POST', `/p2p/${sent.paymentId}/${ending}`);
    assert.equal((await present(world.provider.getTransfer({ reference }))).status, status);
  }
});

test('movements that the provider does not know are null, and none in a list', async () => {
  const reference = randomUUID();
  assert.deepEqual(await granted(world.provider.listTransfers({ reference })), []);
  assert.deepEqual(await granted(world.provider.listPayOuts({ reference })), []);
  assert.deepEqual(await granted(world.provider.listDirectDebits({ reference })), []);
  assert.equal(await granted(world.provider.getTransfer({ reference })), null);
  assert.equal(await granted(world.provider.getPayOut({ reference })), null);
  assert.equal(await granted(world.provider.getDirectDebit({ reference })), null);
  assert.equal(await granted(world.provider.getTransfer({ paymentId: 999_999_999 })), null);
  assert.equal(await granted(world.provider.getPayOut({ payoutId: 999_999_999 })), null);
  assert.equal(await granted(world.provider.getDirectDebit({ debitId: 999_999_999 })), null);
});

test('an order sent twice stands twice under its reference, oldest first', async () => {
  const reference = randomUUID();
  const common = { accountId: world.payer, amountCents: centsOf(100), comment: '', reference };
  const payout = { ...common, bankAccountId: world.bankAccountId };
  const debit = { ...common, mandateId: world.mandateId, collectionDate: soon() };
  const sent = { transfers: [0, 0], payouts: [0, 0], debits: [0, 0] };
  for (const time of [0, 1]) {
    sent.transfers[time] = (await granted(world.provider.transfer(transferOf(reference)))).paymentId;
    sent.payouts[time] = (await granted(world.provider.payOut(payout))).payoutId;
    sent.debits[time] = (await granted(world.provider.createDirectDebit(debit))).debitId;
  }
  const listed = {
    transfers: (await granted(world.provider.listTransfers({ reference }))).map(({ paymentId }) => paymentId),
    payouts: (await granted(world.provider.listPayOuts({ reference }))).map(({ payoutId }) => payoutId),
    debits: (await granted(world.provider.listDirectDebits({ reference }))).map(({ debitId }) => debitId),
  };
  assert.deepEqual(listed, sent);
  for (const debitId of sent.debits) await granted(world.provider.cancelDirectDebit(world.payer, debitId));
});

test('of several under a reference the first success decides, else the first pending, else the newest', sandboxOnly, async () => {
  const reference = randomUUID();
  const send = async () => (await granted(world.provider.transfer(transferOf(reference)))).paymentId;
  const end = (id: number, ending: string) => world.control('POST', `/p2p/${id}/${ending}`);
  const decides = async (id: number) => assert.equal((await present(world.provider.getTransfer({ reference }))).paymentId, id);
  await world.control('POST', '/faults', { route: 'POST /v2/p2p', mode: 'pending', times: 4 });
  const [first, second, third, fourth] = [await send(), await send(), await send(), await send()];
  await decides(first);
  await end(first, 'fail');
  await decides(second);
  await end(third, 'complete');
  await decides(third);
  await end(second, 'complete');
  await decides(second);
  await end(fourth, 'fail');
  const listed = await granted(world.provider.listTransfers({ reference }));
  assert.deepEqual(
    listed.map(({ status }) => status),
    ['failed', 'succeeded', 'succeeded', 'failed'],
  );

  const order = { accountId: world.payer, bankAccountId: world.bankAccountId, amountCents: centsOf(100), comment: '' };
  const refusedOnes = [];
  for (const _ of [1, 2]) refusedOnes.push((await granted(world.provider.payOut({ ...order, reference }))).payoutId);
  for (const id of refusedOnes) await world.control('POST', `/payouts/${id}/fail`);
  assert.equal((await present(world.provider.getPayOut({ reference }))).payoutId, refusedOnes[1]);
});

test('payOut: debits at once and waits for the bank', async () => {
  const reference = randomUUID();
  const order = {
    accountId: world.payer,
    bankAccountId: world.bankAccountId,
    amountCents: centsOf(100),
    comment: 'Retrait',
    reference,
  };
  const sent = await granted(world.provider.payOut(order));
  assert.deepEqual(
    [sent.status, sent.amountCents, sent.accountId, sent.bankAccountId, sent.originId],
    ['pending', 100, world.payer, world.bankAccountId, null],
  );
  assert.equal((await present(world.provider.getPayOut({ reference }))).payoutId, sent.payoutId);
  assert.equal((await present(world.provider.getPayOut({ payoutId: sent.payoutId }))).reference, reference);
});

test('payOut: completed or failed by the bank', sandboxOnly, async () => {
  for (const [ending, status] of [
    ['complete', 'succeeded'],
    ['fail', 'failed'],
  ]) {
    const order = {
      accountId: world.payer,
      bankAccountId: world.bankAccountId,
      amountCents: centsOf(100),
      comment: '',
      reference: randomUUID(),
    };
    const { payoutId } = await granted(world.provider.payOut(order));
    await world.control('POST', `/payouts/${payoutId}/${ending}`);
    const payout = await present(world.provider.getPayOut({ payoutId }));
    assert.deepEqual([payout.status, payout.executedAt !== null], [status, status === 'succeeded']);
  }
});

test('direct debit: ordered, found, cancelled', async () => {
  const reference = randomUUID();
  const collectionDate = soon();
  const order = {
    accountId: world.payer,
    mandateId: world.mandateId,
    amountCents: centsOf(250),
    collectionDate,
    comment: 'Échéance',
    reference,
  };
  const debit = await granted(world.provider.createDirectDebit(order));
  assert.deepEqual([debit.status, debit.amountCents, debit.accountId], ['pending', 250, world.payer]);
  assert.deepEqual(await present(world.provider.getDirectDebit({ reference })), debit);
  const byId = await present(world.provider.getDirectDebit({ debitId: debit.debitId }));
  assert.equal(byId.reference, reference);
  const canceled = await granted(world.provider.cancelDirectDebit(world.payer, debit.debitId));
  assert.equal(canceled.status, 'canceled');
  assert.equal((await present(world.provider.getDirectDebit({ debitId: debit.debitId }))).status, 'canceled');
});

test('direct debit: settled, rejected, charged back; refused for a bad mandate or date', sandboxOnly, async () => {
  const order = {
    accountId: world.payer,
    mandateId: world.mandateId,
    amountCents: centsOf(250),
    collectionDate: soon(),
    comment: '',
  };
  const create = (changes: object = {}) => world.provider.createDirectDebit({ ...order, reference: randomUUID(), ...changes });
  const settled = await granted(create());
  assert.equal(settled.scheduledDate?.toString(), order.collectionDate.toString());
  await world.control('POST', `/debits/${settled.debitId}/settle`);
  assert.equal((await present(world.provider.getDirectDebit({ debitId: settled.debitId }))).status, 'succeeded');
  const rejected = await granted(create());
  await world.control('POST', `/debits/${rejected.debitId}/reject`);
  assert.equal((await present(world.provider.getDirectDebit({ debitId: rejected.debitId }))).status, 'failed');

  const { moneyOutId } = await world.control<{ moneyOutId: number }>('POST', '/chargebacks', { moneyInId: settled.debitId });
  const chargeback = await present(world.provider.getPayOut({ payoutId: moneyOutId }));
  assert.deepEqual([chargeback.originId, chargeback.amountCents, chargeback.status], [settled.debitId, 250, 'succeeded']);

  await refused(create({ collectionDate: Temporal.PlainDate.from('2020-01-01') }), 'rejected', 234);
  await refused(create({ mandateId: 999_999_999 }), 'rejected', 234);
});

test('incoming wires and the statement of a period, whole and in both directions', sandboxOnly, async () => {
  const accountId = randomUUID();
  await world.control('POST', '/accounts', { accountId, kind: 'individual', status: 6 });
  const { moneyInId } = await world.control<{ moneyInId: number }>('POST', `/accounts/${accountId}/credit`, {
    amountCents: 12_345,
    comment: 'Virement',
  });
  const wires = await granted(world.provider.listIncomingWires(lastHour()));
  const wire = wires.find(({ wireId }) => wireId === moneyInId) ?? assert.fail('the wire is not listed');
  assert.deepEqual([wire.accountId, wire.amountCents, wire.status, wire.comment], [accountId, 12_345, 'succeeded', 'Virement']);
  assert.equal(await granted(world.provider.getDirectDebit({ debitId: moneyInId })), null, 'a wire is no direct debit');

  const sent = await granted(
    world.provider.transfer({
      ...transferOf(randomUUID()),
      fromAccountId: accountId,
      toAccountId: world.payee,
      amountCents: centsOf(345),
    }),
  );
  const got = await granted(
    world.provider.transfer({ ...transferOf(randomUUID()), toAccountId: accountId, amountCents: centsOf(7) }),
  );
  for (const by of ['creation', 'execution'] as const) {
    const statement = await granted(world.provider.listAccountTransactions(accountId, { ...lastHour(), by }));
    const lines = statement.map(({ id, kind, direction, method, amountCents, counterpartAccountId }) => [
      id,
      kind,
      direction,
      method,
      amountCents,
      counterpartAccountId,
    ]);
    assert.deepEqual(
      lines.toSorted((a, b) => Number(a[0]) - Number(b[0])),
      [
        [moneyInId, 'money-in', 'in', 'incoming-wire', 12_345, null],
        [sent.paymentId, 'transfer', 'out', 'transfer', 345, world.payee],
        [got.paymentId, 'transfer', 'in', 'transfer', 7, world.payer],
      ],
    );
  }
  const longAgo = { from: Temporal.Instant.from('2020-01-01T00:00:00Z'), to: Temporal.Instant.from('2020-02-01T00:00:00Z') };
  assert.deepEqual(await granted(world.provider.listAccountTransactions(accountId, longAgo)), []);
  assert.deepEqual(await granted(world.provider.listIncomingWires(longAgo)), []);
});

test('the statement of an own account of the platform is read week by week, a quarter back at most', sandboxOnly, async () => {
  const accountId = 'mortar-main';
  const { paymentId } = await granted(
    world.provider.transfer({ ...transferOf(randomUUID()), toAccountId: accountId, amountCents: centsOf(9) }),
  );
  const to = Temporal.Now.instant().add({ hours: 24 });
  const all = { from: Temporal.Instant.fromEpochMilliseconds(0), to };
  for (const by of ['creation', 'execution'] as const) {
    const lines = await granted(world.provider.listAccountTransactions(accountId, { ...all, by }));
    assert.deepEqual(
      lines.filter(({ id }) => id === paymentId).map(({ amountCents, direction }) => [amountCents, direction]),
      [[9, 'in']],
    );
  }
  const calls = await world.control<{ query: Record<string, string> }[]>('GET', `/calls?path=${accountId}/transactions`);
  assert.equal(calls.length, 2 * 13);
  const periods = calls.map(({ query }) => [
    Number(query.startDate ?? query.executionDateStart),
    Number(query.endDate ?? query.executionDateEnd),
  ]);
  const [newest, before] = periods;
  assert.equal(newest?.[1], Math.ceil(to.epochMilliseconds / 1000));
  assert.equal(before?.[1], Number(newest?.[0]) - 1, 'the weeks follow one another');
  // Whose week is not kept is refused.
  const anybody = world.connectAs([]);
  await refused(anybody.listAccountTransactions(accountId, all), 'rejected', 234);
});

test('getBalances: the accounts whose balance changed', async () => {
  const since = Temporal.Now.instant().subtract({ minutes: 1 });
  await granted(world.provider.transfer(transferOf(randomUUID())));
  const balances = await granted(world.provider.getBalances(since));
  const payee = balances.find(({ accountId }) => accountId === world.payee) ?? assert.fail('the payee is not listed');
  assert.equal(payee.balanceCents, (await granted(world.provider.getAccount(world.payee))).balanceCents);
  assert.equal(payee.kycStatus, 'verified');
  assert.deepEqual(await granted(world.provider.getBalances(Temporal.Now.instant().add({ hours: 1 }))), []);
});
