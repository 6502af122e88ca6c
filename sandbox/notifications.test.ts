// Notifications (notifications.md#form) as an application receives them: path, key, fields, forms, retries.
import assert from 'node:assert/strict';
import { after, before, beforeEach, test } from 'node:test';
import {
  dig,
  IBAN_FR,
  listAt,
  PNG_BASE64,
  type Received,
  type Receiver,
  startReceiver,
  startTestWorld,
  type TestWorld,
} from './test-client.ts';

const WEBHOOKS = '/customers/provider/webhook';
let world: TestWorld;
let receiver: Receiver;
before(async () => {
  receiver = await startReceiver();
  world = await startTestWorld({ mortarUrl: receiver.url });
  await world.control('PUT', '/clock', { now: '2027-07-01T22:30:00Z' });
});
after(async () => {
  await world.sandbox.stop();
  await receiver.stop();
});
beforeEach(() => {
  receiver.received.length = 0;
  receiver.answerWith();
});

const internalIdOf = async (accountId: string) =>
  String(dig((await world.control('GET', `/accounts/${accountId}`)).body, 'internalId'));
function only(): Received {
  assert.equal(receiver.received.length, 1);
  const [first] = receiver.received;
  if (first === undefined) throw new Error('nothing received');
  return first;
}
/** The fields without the date, which must be Paris local time without offset. */
function fields({ body }: Received) {
  const { NotifDate, ...rest } = body;
  assert.match(String(NotifDate), /^2027-07-02T00:3\d:\d\d$/);
  return rest;
}

test('8: account status, as JSON with strings and the key in the query', async () => {
  const ExtId = await world.wallet({ status: 5 });
  const { body } = await world.control('PUT', `/accounts/${ExtId}/status`, { status: 6 });
  assert.deepEqual(body, { accountId: ExtId, status: 6, notified: true });
  const got = only();
  assert.deepEqual(
    [got.path, got.apiKey, got.contentType],
    [`${WEBHOOKS}/customer-status-changed`, 'sandbox-webhook-key', 'application/json'],
  );
  assert.deepEqual(fields(got), { NotifCategory: '8', IntId: await internalIdOf(ExtId), ExtId, Status: '6', Blocked: '0' });
});

test('13: blocked and unblocked', async () => {
  const ExtId = await world.wallet();
  await world.control('PUT', `/accounts/${ExtId}/blocked`, { blocked: true });
  const got = only();
  assert.equal(got.path, `${WEBHOOKS}/customer-temporarily-blocked`);
  const IntId = await internalIdOf(ExtId);
  assert.deepEqual(fields(got), {
    NotifCategory: '13',
    IntId,
    ExtId,
    Status: '6',
    Blocked: '1',
    ReasonId: '4',
    Blocking: '1',
    BlockingReason: '4',
  });
  await world.control('PUT', `/accounts/${ExtId}/blocked`, { blocked: false });
  assert.deepEqual([receiver.received[1]?.body.Blocked, receiver.received[1]?.body.Blocking], ['0', '0']);
});

test('9: document status', async () => {
  const ExtId = await world.wallet();
  const upload = await world.provider('POST', `/v2/accounts/${ExtId}/documents/upload`, {
    name: 'a.png',
    type: 3,
    buffer: PNG_BASE64,
  });
  const documentId = dig(upload.body, 'uploadDocument', 'id');
  const { body } = await world.control('PUT', `/documents/${documentId}`, { status: 2 });
  assert.deepEqual(body, { documentId, status: 2, notified: true });
  const got = only();
  assert.equal(got.path, `${WEBHOOKS}/document-status-changed`);
  assert.deepEqual(fields(got), {
    NotifCategory: '9',
    IntId: await internalIdOf(ExtId),
    ExtId,
    DocId: String(documentId),
    DocType: '3',
    Status: '2',
  });
});

test('9: an IBAN speaks through its proof, which the provider knows with the same status', async () => {
  const accountId = await world.wallet();
  const register = async () =>
    dig((await world.provider('POST', '/v2/moneyouts/iban', { accountId, holder: 'Alice', iban: IBAN_FR })).body, 'ibanId');
  const [first, second] = [await register(), await register()];
  for (const [ibanId, status] of [
    [first, 5],
    [second, 9],
    [first, 8],
  ])
    await world.control('PUT', `/ibans/${ibanId}`, { status });
  const told = receiver.received.map(({ body }) => [body.DocId, body.DocType, body.Status]);
  const listed = listAt((await world.provider('GET', `/v2/accounts/${accountId}/documents`)).body, 'documents');
  assert.equal(listed.length, 2);
  const [own, other] = listed.map((document) => String(dig(document, 'id')));
  assert.deepEqual(told, [
    [own, '2', '2'],
    [other, '2', '3'],
    [own, '2', '3'],
  ]);
  assert.deepEqual(dig(listed[0], 'status'), 3);
});

test('14: a settled debit of an SPV’s wallet is taken back: the notification names the wallet and the outgoing row', async () => {
  const ExtId = await world.wallet({ kind: 'spv' });
  const mandate = await world.control('POST', `/accounts/${ExtId}/mandates`, { iban: IBAN_FR, holder: 'Owner', status: 6 });
  const debit = await world.provider('POST', '/v2/moneyins/sdd/init', {
    accountId: ExtId,
    sddMandateId: dig(mandate.body, 'id'),
    totalAmount: 123_456,
  });
  const moneyInId = dig(debit.body, 'transaction', 'id');
  assert.equal((await world.control('POST', '/chargebacks', { moneyInId })).status, 409, 'nothing has arrived yet');
  await world.control('POST', `/debits/${moneyInId}/settle`);
  const { body } = await world.control('POST', '/chargebacks', { moneyInId });
  const IdTransaction = String(dig(body, 'moneyOutId'));
  const row = dig((await world.provider('GET', `/v2/moneyouts?transactionid=${IdTransaction}`)).body, 'transactions', 'value', 0);
  assert.deepEqual(
    [dig(row, 'originId'), dig(row, 'senderAccountId'), dig(row, 'debitAmount'), await world.balanceOf(ExtId)],
    [moneyInId, ExtId, 123_456, 0],
  );
  const got = only();
  assert.equal(got.path, `${WEBHOOKS}/charge-back`);
  const Comment = `chargeback of ${moneyInId}`;
  assert.deepEqual(fields(got), {
    NotifCategory: '14',
    ExtId,
    IntId: await internalIdOf(ExtId),
    IdTransaction,
    Amount: '1234.56',
    Status: '0',
    Comment,
  });
});

test('14: chargeback with its amount in euros', async () => {
  const ExtId = await world.wallet();
  const credit = await world.control('POST', `/accounts/${ExtId}/credit`, { amountCents: 12305 });
  const { body } = await world.control('POST', '/chargebacks', { moneyInId: dig(credit.body, 'moneyInId') });
  assert.equal(dig(body, 'notified'), true);
  const got = only();
  assert.equal(got.path, `${WEBHOOKS}/charge-back`);
  const IdTransaction = String(dig(body, 'moneyOutId'));
  const Comment = `chargeback of ${dig(credit.body, 'moneyInId')}`;
  assert.deepEqual(fields(got), {
    NotifCategory: '14',
    IntId: await internalIdOf(ExtId),
    ExtId,
    IdTransaction,
    Amount: '123.05',
    Status: '0',
    Comment,
  });
});

test('49, 50, 53, 54: online onboarding', async () => {
  const id = dig((await world.control('POST', '/onboardings', { accountId: 'onboarded' })).body, 'id');
  const { body } = await world.control('PUT', `/onboardings/${id}`, { status: 'ACCEPTED', profileStatus: 'UNDER_ANALYSIS' });
  assert.equal(dig(body, 'notified'), true);
  await world.control('POST', `/onboardings/${id}/requirements`, { dueDate: '2027-09-01' });
  await world.control('POST', `/onboardings/${id}/restrictions`);
  assert.deepEqual(
    receiver.received.map(({ path, body: told }) => [
      path,
      told.NotifCategory,
      told.AccountID,
      told.ExtId,
      told.Status ?? told.Reason,
    ]),
    [
      [`${WEBHOOKS}/profile-status-changed`, '49', String(id), 'onboarded', '2'],
      [`${WEBHOOKS}/account-status-changed`, '50', String(id), 'onboarded', '2'],
      [`${WEBHOOKS}/requirement-change`, '53', String(id), 'onboarded', 'REQUESTED'],
      [`${WEBHOOKS}/restriction-change`, '54', String(id), 'onboarded', 'KYC_OUTDATED'],
    ],
  );
  assert.equal(dig((await world.control('GET', '/accounts/onboarded')).body, 'blocked'), true);
  assert.equal((await world.control('PUT', `/onboardings/${id}`, { status: 'SOMETHING' })).status, 400);
});

test('categories that the application has no path for are not sent', async () => {
  const accountId = await world.wallet();
  const { body } = await world.control('POST', `/accounts/${accountId}/credit`, { amountCents: 500 });
  assert.equal(dig(body, 'notified'), false);
  assert.equal(receiver.received.length, 0);
  assert.deepEqual(dig((await world.control('GET', '/notifications')).body, 0, 'category'), 10);
});

test('as a form when asked', async () => {
  await world.control('PUT', '/settings', { notificationFormat: 'form' });
  const ExtId = await world.wallet();
  await world.control('PUT', `/accounts/${ExtId}/status`, { status: 7 });
  await world.control('PUT', '/settings', { notificationFormat: 'json' });
  assert.equal(only().contentType, 'application/x-www-form-urlencoded');
  assert.equal(only().body.Status, '7');
});

test('are tried three times, and the control call says how it ended', async () => {
  const accountId = await world.wallet();
  receiver.answerWith(500, 503);
  const taken = await world.control('PUT', `/accounts/${accountId}/status`, { status: 7 });
  assert.equal(dig(taken.body, 'notified'), true);
  assert.equal(receiver.received.length, 3);
  receiver.answerWith(500, 500, 500);
  const given = await world.control('PUT', `/accounts/${accountId}/status`, { status: 6 });
  assert.equal(dig(given.body, 'notified'), false);
  assert.equal(receiver.received.length, 6);
  assert.deepEqual(dig((await world.control('GET', '/notifications')).body, 0, 'tries'), [500, 500, 500]);
  assert.equal(dig((await world.control('GET', `/accounts/${accountId}`)).body, 'status'), 6);
});

test('an application that is down is no error, and one that moved is found', async () => {
  const accountId = await world.wallet();
  const gone = await startReceiver();
  await gone.stop();
  world.sandbox.setMortarUrl(gone.url);
  assert.equal(dig((await world.control('PUT', `/accounts/${accountId}/status`, { status: 7 })).body, 'notified'), false);
  world.sandbox.setMortarUrl(receiver.url);
  assert.equal(dig((await world.control('PUT', `/accounts/${accountId}/status`, { status: 6 })).body, 'notified'), true);
});

test('can be delivered again as they were', async () => {
  const accountId = await world.wallet();
  await world.control('PUT', `/accounts/${accountId}/status`, { status: 7 });
  const id = dig((await world.control('GET', '/notifications')).body, 0, 'id');
  assert.equal((await world.control('POST', `/notifications/${id}/resend`)).status, 200);
  assert.equal(receiver.received.length, 2);
  assert.deepEqual(receiver.received[1], receiver.received[0]);
  assert.equal((await world.control('POST', '/notifications/999/resend')).status, 404);
});
