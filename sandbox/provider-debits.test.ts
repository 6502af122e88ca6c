// Contract of the provider's mandates, direct debits, incoming wires, refunds and chargebacks over real HTTP.
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

const mandateOf = async (accountId: string, status = 5) =>
  Number(
    dig((await world.control('POST', `/accounts/${accountId}/mandates`, { iban: IBAN_FR, holder: 'Owner', status })).body, 'id'),
  );
const debit = (accountId: string, sddMandateId: number, change: Record<string, unknown> = {}) =>
  world.provider('POST', '/v2/moneyins/sdd/init', {
    accountId,
    sddMandateId,
    totalAmount: 5000,
    comment: 'June',
    reference: 'sdd-1',
    ...change,
  });
const statusOf = async (id: unknown) =>
  dig((await world.provider('GET', `/v2/moneyins?transactionId=${id}`)).body, 'transactions', 'value', 0, 'status');

describe('mandates', () => {
  test('are created waiting for signature, listed and unregistered, in the vendor’s spellings', async () => {
    const wallet = await world.wallet();
    const body = { wallet, holder: 'Owner', bic: 'AGRIFRPP', iban: IBAN_FR, isRecurring: true, rum: 'RUM-1' };
    const created = await world.provider('POST', '/v2/moneyins/sdd/mandate', body);
    const mandate = dig(created.body, 'SSDMandate');
    const id = dig(mandate, 'id');
    assert.deepEqual(mandate, {
      id,
      status: 0,
      IBAN: IBAN_FR,
      BIC: 'AGRIFRPP',
      holder: 'Owner',
      UniqueMandateReference: 'RUM-1',
    });
    assert.deepEqual((await world.provider('GET', `/v2/moneyins/${wallet}/mandate`)).body, { mandates: [mandate] });
    assert.equal(errorCode(await debit(wallet, Number(id))), 234);
    await world.control('PUT', `/mandates/${id}`, { status: 6 });
    assert.equal((await debit(wallet, Number(id))).status, 200);
    const gone = await world.provider('PUT', `/v2/moneyins/sdd/mandate/${id}/unregister`, { account: wallet });
    assert.equal(dig(gone.body, 'SDDMandate', 'status'), 8);
    for (const change of [{ wallet: undefined }, { bic: undefined }, { isRecurring: undefined }, { holder: '' }]) {
      assert.equal(errorCode(await world.provider('POST', '/v2/moneyins/sdd/mandate', { ...body, ...change })), 234);
    }
    assert.equal(errorCode(await world.provider('POST', '/v2/moneyins/sdd/mandate', { ...body, iban: 'FR00' })), 221);
    const other = await world.wallet();
    assert.equal(errorCode(await world.provider('PUT', `/v2/moneyins/sdd/mandate/${id}/unregister`, { account: other })), 234);
  });
});

describe('direct debits', () => {
  test('wait with status 4, and credit when settled; a first one enables its mandate', async () => {
    const wallet = await world.wallet();
    const mandateId = await mandateOf(wallet);
    const transaction = dig((await debit(wallet, mandateId, { commissionAmount: 100 })).body, 'transaction');
    const [id, date, scheduledDate] = [dig(transaction, 'id'), dig(transaction, 'date'), dig(transaction, 'scheduledDate')];
    assert.match(String(scheduledDate), /^\d{4}\/\d{2}\/\d{2}$/);
    assert.deepEqual(transaction, {
      id,
      receiverAccountId: wallet,
      creditAmount: 4900,
      scheduledDate,
      maskedLabel: 'FR76XXXXXXXX189',
      refundAmount: 0,
      method: 14,
      date,
      commissionAmount: 100,
      comment: 'June',
      status: 4,
      executionDate: 0,
      reference: 'sdd-1',
    });
    assert.equal(await world.balanceOf(wallet), 0);
    assert.equal((await world.control('POST', `/debits/${id}/settle`)).status, 200);
    assert.deepEqual([await world.balanceOf(wallet), await statusOf(id)], [4900, 0]);
    assert.equal(dig((await world.provider('GET', `/v2/moneyins/${wallet}/mandate`)).body, 'mandates', 0, 'status'), 6);
    assert.equal((await world.control('POST', `/debits/${id}/reject`)).status, 409);
    assert.equal(errorCode(await world.provider('PUT', `/v2/refund/${id}`, {})), 234);
  });

  test('are rejected with 6 and cancelled with 7, without money', async () => {
    const wallet = await world.wallet();
    const mandateId = await mandateOf(wallet);
    const rejected = dig((await debit(wallet, mandateId)).body, 'transaction', 'id');
    const cancelled = dig((await debit(wallet, mandateId)).body, 'transaction', 'id');
    await world.control('POST', `/debits/${rejected}/reject`);
    const answer = await world.provider('PUT', `/v2/moneyins/${cancelled}/cancel`, { account: wallet });
    assert.equal(dig(answer.body, 'transaction', 'status'), 7);
    assert.deepEqual([await statusOf(rejected), await statusOf(cancelled), await world.balanceOf(wallet)], [6, 7, 0]);
    assert.equal(errorCode(await world.provider('PUT', `/v2/moneyins/${cancelled}/cancel`, { account: wallet })), 234);
    assert.equal(errorCode(await world.provider('PUT', `/v2/moneyins/${cancelled}/cancel`, { account: 'mortar-main' })), 143);
    assert.equal((await world.control('POST', `/debits/${cancelled}/settle`)).status, 409);
  });

  test('must be collected later than the default day, which depends on 10:30 in Paris, the weekend and bank holidays', async () => {
    const wallet = await world.wallet();
    const mandateId = await mandateOf(wallet);
    const collect = (collectionDate?: string) => debit(wallet, mandateId, collectionDate === undefined ? {} : { collectionDate });
    const days: [now: string, standard: string, tooEarly: string, possible: string][] = [
      ['2027-06-02T08:00:00Z', '2027/06/03', '2027/06/03', '2027/06/04'], // Wednesday 10:00
      ['2027-06-02T09:00:00Z', '2027/06/04', '2027/06/04', '2027/06/05'], // Wednesday 11:00
      ['2027-06-04T09:00:00Z', '2027/06/08', '2027/06/08', '2027/06/09'], // Friday 11:00
      ['2028-04-13T08:00:00Z', '2028/04/18', '2028/04/18', '2028/04/19'], // Thursday before Easter 10:00
      ['2028-04-13T09:00:00Z', '2028/04/19', '2028/04/19', '2028/04/20'], // Thursday before Easter 11:00
      ['2028-04-28T08:00:00Z', '2028/05/02', '2028/05/02', '2028/05/03'], // Friday before a Monday 1 May
      ['2028-12-22T10:00:00Z', '2028/12/28', '2028/12/28', '2028/12/29'], // Friday before a Monday 25 December 11:00
      ['2028-12-29T10:00:00Z', '2029/01/03', '2029/01/03', '2029/01/04'], // Friday before a Monday 1 January 11:00
    ];
    for (const [now, standard, tooEarly, possible] of days) {
      await world.control('PUT', '/clock', { now });
      assert.equal(dig((await collect()).body, 'transaction', 'scheduledDate'), standard);
      assert.equal(errorCode(await collect(tooEarly)), 234);
      assert.equal(dig((await collect(possible)).body, 'transaction', 'scheduledDate'), possible);
    }
    assert.equal(errorCode(await collect('2027-07-01')), 234);
  });

  test('are refused for a wrong account, mandate or amount', async () => {
    const wallet = await world.wallet();
    const foreign = await mandateOf(await world.wallet());
    const mandateId = await mandateOf(wallet);
    assert.equal(errorCode(await debit('nobody', mandateId)), 147);
    assert.equal(errorCode(await debit(wallet, foreign)), 234);
    assert.equal(errorCode(await debit(wallet, await mandateOf(wallet, 9))), 234);
    assert.equal(errorCode(await debit(wallet, mandateId, { totalAmount: 0 })), 188);
    assert.equal(errorCode(await debit(wallet, mandateId, { reference: 'r'.repeat(51) })), 234);
    await world.control('PUT', `/accounts/${wallet}/blocked`, { blocked: true });
    assert.equal(errorCode(await debit(wallet, mandateId)), 168);
  });

  test('are listed by reference and by the time their status changed', async () => {
    const wallet = await world.wallet();
    const mandateId = await mandateOf(wallet);
    await world.control('PUT', '/clock', { now: '2029-01-01T00:00:00Z' });
    const id = dig((await debit(wallet, mandateId, { reference: 'january' })).body, 'transaction', 'id');
    await world.control('PUT', '/clock', { now: '2029-02-01T00:00:00Z' });
    await world.control('POST', `/debits/${id}/settle`);
    const list = async (query: string) => {
      const { body } = await world.provider('GET', `/v2/moneyins/sdd?${query}`);
      return listAt(body, 'transactions', 'value').map((row) => dig(row, 'id'));
    };
    const at = (iso: string) => Date.parse(iso) / 1000;
    assert.deepEqual(await list('reference=january'), [id]);
    assert.deepEqual(await list(`updateDate=${at('2029-01-15T00:00:00Z')}`), [id]);
    assert.deepEqual(await list(`updateDate=${at('2028-12-31T00:00:00Z')}&updateEndDate=${at('2029-01-15T00:00:00Z')}`), []);
    assert.deepEqual(await list('reference=never'), []);
    assert.equal(errorCode(await world.provider('GET', '/v2/moneyins/sdd')), 143);
    assert.equal(
      dig((await world.provider('GET', '/v2/moneyins?transactionMerchantToken=january')).body, 'transactions', 'value', 0, 'id'),
      id,
    );
  });
});

describe('wires, refunds, chargebacks', () => {
  test('a wire credits at once and is listed as such', async () => {
    await world.control('PUT', '/clock', { now: '2030-01-10T00:00:00Z' });
    const wallet = await world.wallet();
    const { body } = await world.control('POST', `/accounts/${wallet}/credit`, { amountCents: 2500, comment: 'rent' });
    assert.deepEqual([dig(body, 'balanceCents'), await world.balanceOf(wallet)], [2500, 2500]);
    const at = (iso: string) => Date.parse(iso) / 1000;
    const listed = await world.provider(
      'GET',
      `/v2/moneyins/bankwire?updateDate=${at('2030-01-09T00:00:00Z')}&updateEndDate=${at('2030-01-11T00:00:00Z')}`,
    );
    const wire = dig(listed.body, 'transactions', 'value', 0);
    assert.deepEqual(
      [
        dig(wire, 'id'),
        dig(wire, 'receiverAccountId'),
        dig(wire, 'creditAmount'),
        dig(wire, 'method'),
        dig(wire, 'status'),
        dig(wire, 'comment'),
      ],
      [dig(body, 'id'), wallet, 2500, 1, 0, 'rent'],
    );
    assert.equal(errorCode(await world.provider('GET', '/v2/moneyins/bankwire?updateDate=1')), 234);
    for (const amountCents of [0, -1, 1.5, '5']) {
      assert.equal((await world.control('POST', `/accounts/${wallet}/credit`, { amountCents })).status, 400);
    }
  });

  test('a refund takes back a part, then the rest, then nothing', async () => {
    const wallet = await world.wallet();
    const id = dig((await world.control('POST', `/accounts/${wallet}/credit`, { amountCents: 1000 })).body, 'id');
    const part = await world.provider('PUT', `/v2/refund/${id}`, { amountToRefund: 400 });
    assert.deepEqual([dig(part.body, 'transaction', 'status'), dig(part.body, 'transaction', 'debitAmount')], [0, 400]);
    assert.equal(errorCode(await world.provider('PUT', `/v2/refund/${id}`, { amountToRefund: 601 })), 188);
    assert.equal((await world.provider('PUT', `/v2/refund/${id}`, {})).status, 200);
    assert.equal(await world.balanceOf(wallet), 0);
    assert.equal(errorCode(await world.provider('PUT', `/v2/refund/${id}`, {})), 234);
    assert.equal(errorCode(await world.provider('PUT', '/v2/refund/1', {})), 143);
  });

  test('a chargeback is an outgoing row with its origin, once, and takes at most what is there', async () => {
    const wallet = await world.wallet();
    const id = dig((await world.control('POST', `/accounts/${wallet}/credit`, { amountCents: 1000 })).body, 'id');
    await world.provider('POST', '/v2/p2p', { debitAccountId: wallet, creditAccountId: 'mortar-main', amount: 700 });
    const row = await world.control('POST', '/chargebacks', { moneyInId: id });
    assert.equal(row.status, 200);
    assert.equal(await world.balanceOf(wallet), 0);
    const found = await world.provider('GET', `/v2/moneyouts?transactionid=${dig(row.body, 'moneyOutId')}`);
    const out = dig(found.body, 'transactions', 'value', 0);
    assert.deepEqual(
      [dig(out, 'originId'), dig(out, 'debitAmount'), dig(out, 'status'), dig(out, 'senderAccountId')],
      [id, 300, 3, wallet],
    );
    const disputes = await world.provider('GET', '/v2/disputes?updateDate=0');
    assert.deepEqual(
      listAt(disputes.body, 'transactions', 'value').map((dispute) => dig(dispute, 'originId')),
      [id],
    );
    assert.equal((await world.control('POST', '/chargebacks', { moneyInId: id })).status, 409);
    assert.equal((await world.control('POST', '/chargebacks', { moneyInId: dig(row.body, 'id') })).status, 409);
    assert.equal((await world.control('POST', '/chargebacks', { moneyInId: 1 })).status, 404);
    assert.equal(errorCode(await world.provider('GET', '/v2/disputes')), 234);
  });

  test('a pending chargeback takes nothing before its end, then at most what is there; a dropped one nothing', async () => {
    const wallet = await world.wallet();
    const credit = async () => dig((await world.control('POST', `/accounts/${wallet}/credit`, { amountCents: 1000 })).body, 'id');
    const announce = async (moneyInId: unknown) =>
      dig((await world.control('POST', '/chargebacks', { moneyInId, isPending: true })).body, 'id');
    const statusOf = async (id: unknown) => {
      const { body } = await world.provider('GET', `/v2/moneyouts?transactionid=${id}`);
      return [dig(body, 'transactions', 'value', 0, 'status'), dig(body, 'transactions', 'value', 0, 'debitAmount')];
    };
    const [first, second] = [await announce(await credit()), await announce(await credit())];
    assert.deepEqual([await statusOf(first), await world.balanceOf(wallet)], [[0, 1000], 2000]);
    await world.provider('POST', '/v2/p2p', { debitAccountId: wallet, creditAccountId: 'mortar-main', amount: 1300 });
    assert.equal((await world.control('POST', `/chargebacks/${first}/complete`)).status, 200);
    assert.deepEqual([await statusOf(first), await world.balanceOf(wallet)], [[3, 700], 0]);
    assert.equal((await world.control('POST', `/chargebacks/${second}/fail`)).status, 200);
    assert.deepEqual((await statusOf(second))[0], 4);
    assert.equal((await world.control('POST', `/chargebacks/${second}/complete`)).status, 409);
    assert.equal(dig((await world.control('GET', '/proof')).body, 'ok'), true);
  });
});
