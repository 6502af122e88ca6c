// Notifications of documents, from the sandbox and by hand: identity documents, proofs of IBAN, and what is ignored or refused.

import assert from 'node:assert/strict';
import { randomUUID } from 'node:crypto';
import { after, afterEach, before, describe, it } from 'node:test';
import { type Investor, signUp, spvWithWallet, verifiedInvestor } from '../../../../test/support/actors.ts';
import { waitForCode } from '../../../../test/support/codes.ts';
import { documentsOf } from '../../../../test/support/customer-states.ts';
import { PDF } from '../../../../test/support/files.ts';
import {
  eventsOf,
  type Notified,
  notify,
  refusesStrangers,
  silently,
  waitingInvestor,
} from '../../../../test/support/notifications.ts';
import { expectCode, expectStatus, startWorld, type World } from '../../../../test/support/world.ts';
import type { CustomerId } from '../../../core/db/tables.ts';

let world: World;
before(async () => {
  world = await startWorld();
});
after(() => world.close());
afterEach(async () => {
  await world.control('DELETE', '/faults');
  world.sandbox.setMortarUrl(world.url);
});

const fault = (route: string, mode: string, more: object = {}) =>
  world.control('POST', '/faults', { route, mode, times: 1, ...more });
const READ_DOCUMENTS = 'GET /v2/accounts/:id/documents';

describe('POST /customers/provider/webhook/document-status-changed', () => {
  const documentStatus = (extId: string, documentId: number, more: object = {}) => ({
    NotifCategory: '9',
    NotifDate: '2026-03-01T10:00:00',
    IntId: '42',
    ExtId: extId,
    DocId: String(documentId),
    DocType: '0',
    Status: '2',
    ...more,
  });
  const decide = (documentId: number, status: number) => world.control<Notified>('PUT', `/documents/${documentId}`, { status });
  const decideSilently = (documentId: number, status: number) => silently(world, () => decide(documentId, status));
  const recordOf = async (customerId: CustomerId) =>
    (
      await world.sql<{ status: string; reason: string | null }>(
        'select status, refusal_reason as reason from identity_document where customer_id = $1',
        [customerId],
      )
    )[0];

  for (const [status, expected, reason] of [
    [0, 'uploaded', null],
    [1, 'uploaded', null],
    [2, 'accepted', null],
    [3, 'refused', 'refused'],
    [4, 'refused', 'unreadable'],
    [5, 'refused', 'expired'],
    [6, 'refused', 'wrong-type'],
    [7, 'refused', 'wrong-name'],
    [8, 'refused', 'duplicate'],
  ] as const) {
    it(`identity document, status ${status}: ${reason ?? expected}`, async () => {
      const person = await waitingInvestor(world);
      assert.equal((await decide(person.documentId, status)).notified, true);
      assert.deepEqual(await recordOf(person.customerId), { status: expected, reason });
    });
  }
  it('answers 200 without a body, also to a form', async () => {
    const person = await waitingInvestor(world);
    await decideSilently(person.documentId, 2);
    const body = new URLSearchParams(documentStatus(person.customerId, person.documentId) as Record<string, string>);
    assert.equal(expectStatus(await notify(world, 'document-status-changed', body), 200).text, '');
    assert.equal((await recordOf(person.customerId))?.status, 'accepted');
  });
  it('a status that is not the provider’s any more is ignored', async () => {
    const person = await waitingInvestor(world);
    await decideSilently(person.documentId, 3);
    expectStatus(await notify(world, 'document-status-changed', documentStatus(person.customerId, person.documentId)), 200);
    assert.equal((await recordOf(person.customerId))?.status, 'uploaded');
  });
  it('the type is the provider’s, not the notification’s', async () => {
    const person = await waitingInvestor(world);
    await decideSilently(person.documentId, 2);
    const body = documentStatus(person.customerId, person.documentId, { DocType: '2' });
    expectStatus(await notify(world, 'document-status-changed', body), 200);
    assert.equal((await recordOf(person.customerId))?.status, 'accepted');
  });
  it('an IBAN: the bank account follows', async () => {
    const person = await verifiedInvestor(world);
    expectStatus(await person.client.post('/auth/mfa/trigger-mfa', { action: 'bank-account-creation' }), 201);
    const tfa = await waitForCode(world, person.email, 'bank-account-creation');
    const details = { iban: 'FR1420041010050500013M02606', holder: 'Camille Durand' };
    expectStatus(await person.client.post('/customers/provider/payment-method', details, { tfa }), 201);
    const account = await world.control<{ ibans: { id: number }[] }>('GET', `/accounts/${person.customerId}`);
    const ibanId = account.ibans[0]?.id;
    const statusAfter = async (status: number) => {
      assert.equal((await world.control<Notified>('PUT', `/ibans/${ibanId}`, { status })).notified, true);
      const [row] = await world.sql<{ status: string }>('select status from bank_account where customer_id = $1', [
        person.customerId,
      ]);
      return row?.status;
    };
    assert.deepEqual([await statusAfter(5), await statusAfter(8)], ['activated', 'deactivated']);
    await fault('GET /v2/moneyouts/:id/iban', 'http-500', { times: 3 });
    assert.equal((await world.control<Notified>('PUT', `/ibans/${ibanId}`, { status: 9 })).notified, false);
    const [, failed] = (await eventsOf(world, person.customerId)).toReversed();
    assert.ok(failed);
  });
  it('another type: 200, nothing changes', async () => {
    const person = await waitingInvestor(world);
    const documentId = await proofOfAddress(person);
    assert.equal((await decide(documentId, 2)).notified, true);
    assert.equal((await recordOf(person.customerId))?.status, 'uploaded');
  });
  it('an SPV and an unknown investor are ignored, the provider is not asked', async () => {
    const { accountId } = await spvWithWallet(world);
    const path = `/calls?path=${encodeURIComponent('/documents')}`;
    const asked = (await world.control<unknown[]>('GET', path)).length;
    for (const extId of [accountId, randomUUID()])
      assert.equal(expectStatus(await notify(world, 'document-status-changed', documentStatus(extId, 1)), 200).text, '');
    assert.equal((await world.control<unknown[]>('GET', path)).length, asked);
  });
  it('a DocId that the provider does not have: empty -> 400', async () => {
    const person = await waitingInvestor(world);
    const answer = await notify(world, 'document-status-changed', documentStatus(person.customerId, 999_999));
    assert.deepEqual([answer.status, answer.text], [400, '']);
  });
  it("another investor's DocId -> 400, empty", async () => {
    const [person, other] = [await waitingInvestor(world), await waitingInvestor(world)];
    await decideSilently(other.documentId, 2);
    const answer = await notify(world, 'document-status-changed', documentStatus(person.customerId, other.documentId));
    assert.deepEqual([answer.status, answer.text], [400, '']);
    assert.equal((await recordOf(other.customerId))?.status, 'uploaded');
  });
  it('an investor without an account at the provider: empty -> 400', async () => {
    const { customerId } = await signUp(world);
    const answer = await notify(world, 'document-status-changed', documentStatus(customerId, 1));
    assert.deepEqual([answer.status, answer.text], [400, '']);
  });
  it('an identity document without a record, done once the record is there -> 404 customer-not-found', async () => {
    const person = await waitingInvestor(world);
    await documentsOf.number(world, person.customerId, null);
    await decideSilently(person.documentId, 2);
    const body = documentStatus(person.customerId, person.documentId);
    expectCode(await notify(world, 'document-status-changed', body), 404, 'customer-not-found');
    await documentsOf.number(world, person.customerId, person.documentId);
    await world.runJob('replay-webhook');
    assert.equal((await recordOf(person.customerId))?.status, 'accepted');
  });
  it('the provider does not answer, replay-webhook does it later -> 500 InternalServerError', async () => {
    const person = await waitingInvestor(world);
    await decideSilently(person.documentId, 2);
    await fault(READ_DOCUMENTS, 'http-500');
    const answer = await notify(world, 'document-status-changed', documentStatus(person.customerId, person.documentId));
    expectCode(answer, 500, 'InternalServerError');
    assert.equal((await recordOf(person.customerId))?.status, 'uploaded');
    await world.runJob('replay-webhook');
    assert.equal((await recordOf(person.customerId))?.status, 'accepted');
  });
  for (const [field, value] of [
    ['IntId', undefined],
    ['IntId', 'x'],
    ['ExtId', undefined],
    ['DocId', undefined],
    ['DocId', 'x'],
    ['DocType', 'passport'],
    ['NotifDate', undefined],
    ['NotifDate', 'yesterday'],
    ['NotifCategory', '8'],
    ['NotifCategory', undefined],
    ['Status', '9'],
    ['Status', '-1'],
    ['Status', undefined],
  ] as const) {
    it(`${field} ${value}: empty -> 400`, async () => {
      const answer = await notify(world, 'document-status-changed', documentStatus(randomUUID(), 1, { [field]: value }));
      assert.deepEqual([answer.status, answer.text], [400, '']);
    });
  }
  refusesStrangers('document-status-changed', () => world);

  async function proofOfAddress(person: Investor): Promise<number> {
    const uploaded = await world.deps.payments.uploadDocument({
      accountId: person.customerId,
      type: 'proofOfAddress',
      name: 'facture.pdf',
      bytes: PDF,
    });
    assert.ok(uploaded.ok);
    return uploaded.value.documentId;
  }
});
