// Contract of the provider's bank accounts and payouts over real HTTP.
import assert from 'node:assert/strict';
import { after, afterEach, before, describe, test } from 'node:test';
import { dig, errorCode, IBAN_DE, IBAN_FR, startTestWorld, type TestWorld } from './test-client.ts';

let world: TestWorld;
before(async () => {
  world = await startTestWorld();
});
after(() => world.sandbox.stop());
afterEach(async () => {
  const { body } = await world.control('GET', '/proof');
  assert.deepEqual(dig(body, 'faults'), []);
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
