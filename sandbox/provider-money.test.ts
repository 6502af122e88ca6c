// Contract of the provider's transfers, bank accounts and payouts over real HTTP.
import assert from 'node:assert/strict';
import { after, afterEach, before, describe, test } from 'node:test';
import { dig, errorCode, IBAN_DE, IBAN_FR, listAt, startTestWorld, type TestWorld } from './test-client.ts';

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
      scheduledDate: null,
      isFee: false,
      feeReference: null,
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
      '?transactionId=x',
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

describe('bank accounts', () => {
  test('are registered as waiting, listed, and unregistered once', async () => {
    const id = await world.wallet();
    const created = await world.provider('POST', '/v2/moneyouts/iban', {
      accountId: id,
      holder: 'Alice Martin',
      iban: IBAN_FR,
      bic: 'AGRIFRPP',
    });
    const ibanId = dig(created.body, 'ibanId');
    assert.deepEqual(created.body, { ibanId, status: 4 });
    const listed = await world.provider('GET', `/v2/moneyouts/${id}/iban`);
    assert.deepEqual(listed.body, {
      ibans: [{ id: ibanId, status: 4, iban: IBAN_FR, swift: 'AGRIFRPP', holder: 'Alice Martin', type: 1 }],
    });
    const other = await world.wallet();
    assert.equal(errorCode(await world.provider('PUT', `/v2/moneyouts/iban/${ibanId}/unregister`, { wallet: other })), 234);
    assert.equal(errorCode(await world.provider('PUT', `/v2/moneyouts/iban/${ibanId}/unregister`, {})), 234);
    assert.deepEqual((await world.provider('PUT', `/v2/moneyouts/iban/${ibanId}/unregister`, { wallet: id })).body, {
      id: ibanId,
    });
    assert.equal(errorCode(await world.provider('PUT', `/v2/moneyouts/iban/${ibanId}/unregister`, { wallet: id })), 220);
    assert.equal(dig((await world.provider('GET', `/v2/moneyouts/${id}/iban`)).body, 'ibans', 0, 'status'), 8);
  });

  test('are refused when misformed', async () => {
    const id = await world.wallet();
    const register = (change: Record<string, unknown>) =>
      world.provider('POST', '/v2/moneyouts/iban', { accountId: id, holder: 'Alice', iban: IBAN_DE, ...change });
    assert.equal((await register({})).status, 200);
    assert.equal(errorCode(await register({ iban: 'DE89370400440532013001' })), 221);
    assert.equal(errorCode(await register({ iban: 'DE8937' })), 221);
    assert.equal(errorCode(await register({ bic: 'SHORT' })), 234);
    assert.equal(errorCode(await register({ holder: undefined })), 234);
    assert.equal(errorCode(await register({ accountId: 'nobody' })), 147);
  });
});

describe('payouts', () => {
  const payOut = (accountId: string, change: Record<string, unknown> = {}) =>
    world.provider('POST', '/v2/moneyouts', {
      accountId,
      totalAmount: 400,
      autoCommission: false,
      comment: 'withdrawal',
      reference: 'w-1',
      ...change,
    });
  const withIban = async (fields: { status?: number; balanceCents?: number } = { balanceCents: 1000 }) => {
    const accountId = await world.wallet(fields);
    const { body } = await world.control('POST', `/accounts/${accountId}/ibans`, { iban: IBAN_FR, holder: 'Alice', status: 5 });
    return { accountId, ibanId: Number(dig(body, 'id')) };
  };

  test('debit at once, wait with status 0, and arrive when completed', async () => {
    const { accountId, ibanId } = await withIban();
    const { body } = await payOut(accountId, { ibanId });
    const transaction = dig(body, 'transaction');
    const [id, date] = [dig(transaction, 'id'), dig(transaction, 'date')];
    assert.deepEqual(transaction, {
      id,
      senderAccountId: accountId,
      debitAmount: 400,
      IbanId: ibanId,
      maskedLabel: 'FR76XXXXXXXX189',
      bankStatus: null,
      originId: null,
      method: 3,
      date,
      commissionAmount: 0,
      comment: 'withdrawal',
      status: 0,
      executionDate: 0,
      reference: 'w-1',
    });
    assert.equal(await world.balanceOf(accountId), 600);
    assert.equal((await world.control('POST', `/payouts/${id}/complete`)).status, 200);
    const found = await world.provider('GET', '/v2/moneyouts?reference=w-1');
    assert.equal(dig(found.body, 'transactions', 'value', 0, 'status'), 3);
    assert.notEqual(dig(found.body, 'transactions', 'value', 0, 'executionDate'), 0);
    assert.equal((await world.control('POST', `/payouts/${id}/fail`)).status, 409);
    assert.equal(errorCode(await world.provider('PUT', `/v2/moneyouts/${id}/cancel`, { accountId })), 234);
  });

  test('come back when they fail or are cancelled', async () => {
    const { accountId } = await withIban();
    const failed = dig((await payOut(accountId)).body, 'transaction', 'id');
    const cancelled = dig((await payOut(accountId)).body, 'transaction', 'id');
    assert.equal(await world.balanceOf(accountId), 200);
    await world.control('POST', `/payouts/${failed}/fail`);
    const { body } = await world.provider('PUT', `/v2/moneyouts/${cancelled}/cancel`, { accountId });
    assert.equal(dig(body, 'transaction', 'status'), 7);
    assert.equal(await world.balanceOf(accountId), 1000);
    const read = await world.provider('GET', `/v2/moneyouts?transactionid=${failed}`);
    assert.equal(dig(read.body, 'transactions', 'value', 0, 'status'), 4);
    assert.equal(errorCode(await world.provider('PUT', '/v2/moneyouts/1/cancel', { accountId })), 143);
  });

  test('use the last approved IBAN when none is named, and leave the commission to the platform', async () => {
    const { accountId } = await withIban();
    const last = await world.control('POST', `/accounts/${accountId}/ibans`, { iban: IBAN_DE, holder: 'Alice' });
    await world.control('POST', `/accounts/${accountId}/ibans`, { iban: IBAN_FR, holder: 'Alice', status: 4 });
    const before = Number(await world.balanceOf('mortar-main'));
    const { body } = await payOut(accountId, { commissionAmount: 50 });
    assert.equal(dig(body, 'transaction', 'IbanId'), dig(last.body, 'id'));
    await world.control('POST', `/payouts/${dig(body, 'transaction', 'id')}/complete`);
    assert.deepEqual([await world.balanceOf(accountId), await world.balanceOf('mortar-main')], [600, before + 50]);
  });

  test('are refused with the code of the first reason', async () => {
    const { accountId, ibanId } = await withIban();
    const [young, bare] = [await withIban({ status: 5, balanceCents: 1000 }), await world.wallet({ balanceCents: 1000 })];
    const blocked = await withIban();
    await world.control('PUT', `/accounts/${blocked.accountId}/status`, { status: 10 });
    await world.control('PUT', `/ibans/${ibanId}`, { status: 9 });
    const refusals: [number, string, Record<string, unknown>?][] = [
      [215, accountId],
      [215, accountId, { ibanId }],
      [215, accountId, { ibanId: young.ibanId }],
      [215, bare],
      [111, young.accountId],
      [167, blocked.accountId],
      [147, 'nobody'],
      [188, accountId, { totalAmount: 0 }],
      [188, accountId, { commissionAmount: 401 }],
      [234, accountId, { autoCommission: undefined }],
      [234, accountId, { comment: 'c'.repeat(141) }],
      [234, accountId, { reference: 'r'.repeat(51) }],
    ];
    for (const [code, id, change] of refusals)
      assert.equal(errorCode(await payOut(id, change)), code, JSON.stringify([id, change]));
    await world.control('PUT', `/ibans/${ibanId}`, { status: 5 });
    assert.equal(errorCode(await payOut(accountId, { totalAmount: 1001 })), 110);
    assert.equal((await payOut(accountId)).status, 200);
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
