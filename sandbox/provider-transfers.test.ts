// Contract of the provider's transfers and account history over real HTTP.
import assert from 'node:assert/strict';
import { after, afterEach, before, describe, test } from 'node:test';
import { dig, errorCode, IBAN_FR, listAt, startTestWorld, type TestWorld } from './test-client.ts';

let world: TestWorld;
before(async () => {
  world = await startTestWorld();
});
after(() => world.sandbox.stop());
afterEach(async () => {
  const { body } = await world.control('GET', '/proof');
  assert.deepEqual(dig(body, 'faults'), []);
});

const transfer = (from: string, to: string, change: Record<string, unknown> = {}) =>
  world.provider('POST', '/v2/p2p', {
    debitAccountId: from,
    creditAccountId: to,
    amount: 300,
    comment: 'deal',
    reference: 'ref-1',
    ...change,
  });

describe('transfers', () => {
  test('are also made by hand: at once, without a reference, and never without the money', async () => {
    const [from, to] = [await world.wallet({ balanceCents: 1000 }), await world.wallet()];
    const byHand = (amountCents: number) =>
      world.control('POST', '/transfers', { fromAccountId: from, toAccountId: to, amountCents, comment: 'returned' });
    const { status, body } = await byHand(400);
    assert.deepEqual([status, await world.balanceOf(from), await world.balanceOf(to)], [200, 600, 400]);
    const found = await world.provider('GET', `/v2/p2p?transactionId=${dig(body, 'id')}`);
    const row = dig(found.body, 'transactions', 'value', 0);
    assert.deepEqual([dig(row, 'comment'), dig(row, 'reference') || null, dig(row, 'status')], ['returned', null, 3]);
    assert.ok((await byHand(601)).status >= 400);
    assert.equal(await world.balanceOf(to), 400);
  });

  test('move money at once, with status 3 and unix seconds', async () => {
    const [from, to] = [await world.wallet({ balanceCents: 1000 }), await world.wallet()];
    await world.control('PUT', '/clock', { now: '2027-03-01T09:00:00Z' });
    const { status, body } = await transfer(from, to, { reference: 'once' });
    assert.equal(status, 200);
    const id = dig(body, 'transaction', 'id');
    assert.ok(Number.isInteger(id));
    const date = Number(dig(body, 'transaction', 'date'));
    assert.ok(date - Date.parse('2027-03-01T09:00:00Z') / 1000 < 60, `${date}`);
    assert.deepEqual(dig(body, 'transaction'), {
      id,
      senderAccountId: from,
      receiverAccountId: to,
      debitAmount: 300,
      creditAmount: 300,
      method: 4,
      date,
      commissionAmount: 0,
      comment: 'deal',
      status: 3,
      executionDate: date,
      reference: 'once',
      isFee: false,
    });
    assert.deepEqual([await world.balanceOf(from), await world.balanceOf(to)], [700, 300]);
  });

  test('are found by id, reference and comment, which are no keys: a repeated POST moves money twice', async () => {
    const [from, to] = [await world.wallet({ balanceCents: 1000 }), await world.wallet()];
    const id = dig((await transfer(from, to, { reference: 'twice', comment: 'said twice' })).body, 'transaction', 'id');
    await transfer(from, to, { reference: 'twice', comment: 'said twice' });
    assert.equal(await world.balanceOf(to), 600);
    for (const [query, count] of [
      [`transactionId=${id}`, 1],
      ['reference=twice', 2],
      ['transactionComment=said%20twice', 2],
    ]) {
      const { body } = await world.provider('GET', `/v2/p2p?${query}`);
      assert.equal(listAt(body, 'transactions', 'value').length, count, String(query));
    }
    for (const query of [
      '',
      '?reference=never',
      '?transactionId=1',
      '?transactionId=999999999',
      `?transactionId=${id}&reference=other`,
    ]) {
      assert.equal(errorCode(await world.provider('GET', `/v2/p2p${query}`)), 143, query);
    }
    assert.equal(errorCode(await world.provider('GET', `/v2/moneyouts?transactionid=${id}`)), 143);
  });

  test('are refused with the code of the first reason, and move nothing', async () => {
    const [rich, poor] = [await world.wallet({ balanceCents: 1000 }), await world.wallet()];
    const [young, closed] = [await world.wallet({ status: 5, balanceCents: 1000 }), await world.wallet({ status: 12 })];
    const blocked = await world.wallet({ balanceCents: 1000 });
    await world.control('PUT', `/accounts/${blocked}/blocked`, { blocked: true });
    const refusals: [number, string, string, Record<string, unknown>?][] = [
      [110, poor, rich],
      [110, rich, poor, { amount: 1001 }],
      [111, young, poor],
      [146, rich, closed],
      [147, 'nobody', rich],
      [147, rich, 'nobody'],
      [167, blocked, rich],
      [168, rich, blocked],
      [186, rich, rich],
      [188, rich, poor, { amount: 0 }],
      [188, rich, poor, { amount: -5 }],
      [188, rich, poor, { amount: 1.5 }],
      [188, rich, poor, { amount: '300' }],
      [188, rich, poor, { amount: undefined }],
      [234, rich, poor, { reference: 'r'.repeat(37) }],
      [234, rich, poor, { comment: 'c'.repeat(141) }],
      [234, rich, poor, { debitAccountId: undefined }],
      [234, rich, poor, { creditAccountId: 7 }],
      [234, rich, poor, { scheduledDate: '2027-01-01' }],
    ];
    for (const [code, from, to, change] of refusals)
      assert.equal(errorCode(await transfer(from, to, change)), code, JSON.stringify([from, to, change]));
    assert.deepEqual([await world.balanceOf(rich), await world.balanceOf(poor), await world.balanceOf(blocked)], [1000, 0, 1000]);
  });

  test('never take more than there is, also all at once', async () => {
    const [from, to] = [await world.wallet({ balanceCents: 1000 }), await world.wallet()];
    const answers = await Promise.all(Array.from({ length: 10 }, () => transfer(from, to)));
    assert.equal(answers.filter(({ status }) => status === 200).length, 3);
    assert.deepEqual([await world.balanceOf(from), await world.balanceOf(to)], [100, 900]);
  });

  test('on order wait with status 0 until they are completed or fail', async () => {
    const [from, to] = [await world.wallet({ balanceCents: 1000 }), await world.wallet()];
    await world.control('POST', '/faults', { route: 'POST /v2/p2p', mode: 'pending', times: 2 });
    const first = dig((await transfer(from, to)).body, 'transaction');
    const second = dig((await transfer(from, to)).body, 'transaction');
    assert.deepEqual([dig(first, 'status'), dig(first, 'executionDate')], [0, 0]);
    assert.deepEqual([await world.balanceOf(from), await world.balanceOf(to)], [400, 0]);
    await world.control('POST', `/p2p/${dig(first, 'id')}/complete`);
    await world.control('POST', `/p2p/${dig(second, 'id')}/fail`);
    assert.deepEqual([await world.balanceOf(from), await world.balanceOf(to)], [700, 300]);
    const read = async (id: unknown) =>
      dig((await world.provider('GET', `/v2/p2p?transactionId=${id}`)).body, 'transactions', 'value', 0, 'status');
    assert.deepEqual([await read(dig(first, 'id')), await read(dig(second, 'id'))], [3, 4]);
    assert.equal((await world.control('POST', `/p2p/${dig(first, 'id')}/complete`)).status, 409);
    const later = await transfer(from, to, { scheduledDate: '2099/01/01' });
    assert.deepEqual(
      [dig(later.body, 'transaction', 'status'), dig(later.body, 'transaction', 'scheduledDate')],
      [0, '2099/01/01'],
    );
  });
});

describe('history', () => {
  test('an account lists its movements by kind and window, and knows its past balance', async () => {
    await world.control('PUT', '/clock', { now: '2028-01-01T00:00:00Z' });
    const accountId = await world.wallet({ balanceCents: 1000 });
    await world.control('POST', `/accounts/${accountId}/ibans`, { iban: IBAN_FR, holder: 'Alice' });
    await world.control('PUT', '/clock', { now: '2028-02-01T00:00:00Z' });
    await transfer(accountId, 'mortar-tax', { amount: 100 });
    await world.control('PUT', '/clock', { now: '2028-03-01T00:00:00Z' });
    await world.provider('POST', '/v2/moneyouts', { accountId, totalAmount: 200, autoCommission: false });
    const at = (iso: string) => Date.parse(iso) / 1000;
    const kinds = async (query: string) => {
      const { body } = await world.provider('GET', `/v2/accounts/${accountId}/transactions${query}`);
      return listAt(body, 'transactions', 'value').flatMap((item) => Object.keys(item as object));
    };
    assert.deepEqual(await kinds(''), ['transactionIn', 'transactionP2P', 'transactionOut']);
    assert.deepEqual(await kinds(`?startDate=${at('2028-01-15T00:00:00Z')}&endDate=${at('2028-02-15T00:00:00Z')}`), [
      'transactionP2P',
    ]);
    assert.deepEqual(await kinds(`?executionDateStart=${at('2028-01-15T00:00:00Z')}`), ['transactionP2P']);
    assert.deepEqual(await kinds('?limit=1&page=3'), ['transactionOut']);
    const balance = async (iso: string) =>
      dig((await world.provider('GET', `/v2/accounts/${accountId}/balances/history?atDate=${at(iso)}`)).body, 'balance');
    assert.deepEqual(
      await Promise.all(
        ['2027-12-31T00:00:00Z', '2028-01-15T00:00:00Z', '2028-02-15T00:00:00Z', '2028-03-15T00:00:00Z'].map(balance),
      ),
      [0, 1000, 900, 700],
    );
    assert.equal(errorCode(await world.provider('GET', `/v2/accounts/${accountId}/transactions?startDate=2028-01-01`)), 234);
  });
});
