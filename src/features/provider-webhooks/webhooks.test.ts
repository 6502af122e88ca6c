// The provider's notifications, from the sandbox and by hand: what they change, what they are refused for, what a fault leaves.

import assert from 'node:assert/strict';
import { randomUUID } from 'node:crypto';
import { after, afterEach, before, describe, it } from 'node:test';
import { type Investor, signUp, spvWithWallet, verifiedInvestor } from '../../../test/support/actors.ts';
import { waitForCode } from '../../../test/support/codes.ts';
import { PDF, uploadOf } from '../../../test/support/files.ts';
import { PROFILE } from '../../../test/support/profiles.ts';
import { expectCode, expectStatus, startWorld, type World } from '../../../test/support/world.ts';

type Hook = 'customer-status-changed' | 'document-status-changed' | 'customer-temporarily-blocked';
type State = { kyc_status: string; provider_status: number | null; provider_blocked: boolean };
type Event = { deliveries: number; processed_at: Date | null; last_error: string | null; payload: unknown };
type Notified = { notified: boolean };

let world: World;
before(async () => {
  world = await startWorld();
});
after(() => world.close());
afterEach(async () => {
  await world.control('DELETE', '/faults');
  world.sandbox.setMortarUrl(world.url);
});

const KEY = 'sandbox-webhook-key';
const call = (hook: Hook, body: unknown, key: string | null = KEY) =>
  world.visitor().post(`/customers/provider/webhook/${hook}${key === null ? '' : `?apiKey=${key}`}`, body);
const stateOf = async (customerId: string) =>
  (await world.sql<State>('select kyc_status, provider_status, provider_blocked from customer where id = $1', [customerId]))[0];
const spvStateOf = async (spvId: string) =>
  (
    await world.sql<State>('select kyb_status as kyc_status, provider_status, provider_blocked from spv where id = $1', [spvId])
  )[0];
const eventsOf = (extId: string) =>
  world.sql<Event>(
    `select deliveries, processed_at, last_error, payload from provider_event where payload ->> 'ExtId' = $1 order by received_at, id`,
    [extId],
  );
const fault = (route: string, mode: string, more: object = {}) =>
  world.control('POST', '/faults', { route, mode, times: 1, ...more });
const READ_ACCOUNT = 'GET /v2/accounts/:id';
const READ_DOCUMENTS = 'GET /v2/accounts/:id/documents';
const setStatus = (accountId: string, status: number) =>
  world.control<Notified>('PUT', `/accounts/${accountId}/status`, { status });
/** Changes the account without a notification. */
const setSilently = async (accountId: string, status: number) => {
  world.sandbox.setMortarUrl(undefined);
  await setStatus(accountId, status);
  world.sandbox.setMortarUrl(world.url);
};
const accountStatus = (extId: string, more: object = {}) => ({
  NotifCategory: '8',
  NotifDate: '2026-03-01T10:00:00',
  IntId: '42',
  ExtId: extId,
  Status: '6',
  Blocked: '0',
  ...more,
});

/** Somebody whose document the provider has: KYC waits. */
async function waitingInvestor(): Promise<Investor & { documentId: number }> {
  const person = await signUp(world);
  expectStatus(await person.client.patch('/customers/profile', PROFILE), 200);
  const answer = await person.client.post<{ identityDocuments: { providerId: number }[] }>(
    '/customers/investor-identity-document',
    uploadOf(PDF, { type: 'identityCard', name: 'carte.pdf' }),
  );
  return { ...person, documentId: expectStatus(answer, 201).body.identityDocuments[0]?.providerId ?? 0 };
}

/** Rows that every webhook shares: the key, the body's type. */
function refusesStrangers(hook: Hook): void {
  it('without a key, with another one, even with a bad body -> 401 UnauthorizedException', async () => {
    const extId = randomUUID();
    expectCode(await call(hook, accountStatus(extId), null), 401, 'UnauthorizedException');
    expectCode(await call(hook, accountStatus(extId), ''), 401, 'UnauthorizedException');
    expectCode(await call(hook, accountStatus(extId), `${KEY}x`), 401, 'UnauthorizedException');
    expectCode(await call(hook, '{', 'wrong'), 401, 'UnauthorizedException');
    assert.deepEqual(await eventsOf(extId), []);
  });
  it('the key in a header or the body does not count -> 401 UnauthorizedException', async () => {
    const answer = await world
      .visitor()
      .post(`/customers/provider/webhook/${hook}`, { ...accountStatus(randomUUID()), apiKey: KEY }, { 'x-api-key': KEY });
    expectCode(answer, 401, 'UnauthorizedException');
  });
  it('a body of another type -> 415 unsupported-media-type', async () =>
    expectCode(await call(hook, 'ExtId=1'), 415, 'unsupported-media-type'));
  it('JSON that is none -> 400, empty', async () => {
    const path = `/customers/provider/webhook/${hook}?apiKey=${KEY}`;
    const answer = await world.visitor().post(path, '{"ExtId":', { 'content-type': 'application/json' });
    assert.deepEqual([answer.status, answer.text], [400, '']);
  });
}

describe('the way to a verified investor', () => {
  it('sign-up, code, profile, document, and the provider says yes', async () => {
    const person = await signUp(world);
    expectStatus(await person.client.get('/customers/email/send-code'), 204);
    const code = await waitForCode(world, person.email, 'email-validation');
    expectStatus(await person.client.post('/auth/mfa/confirm-code', { action: 'email-validation', code }), 201);
    expectStatus(await person.client.patch('/customers/profile', PROFILE), 200);
    const document = uploadOf(PDF, { type: 'identityCard', name: 'carte.pdf' });
    expectStatus(await person.client.post('/customers/investor-identity-document', document), 201);
    assert.equal((await setStatus(person.customerId, 6)).notified, true);
    const { body } = await person.client.get<Record<string, unknown>>('/customers/me');
    assert.deepEqual([body.emailVerified, body.kycStatus, body.transactionRights], [true, 'verified', 'all']);
  });
});

describe('POST /customers/provider/webhook/customer-status-changed', () => {
  for (const [status, kyc, blocked] of [
    [6, 'verified', false],
    [7, 'verified', false],
    [15, 'verified', false],
    [8, 'outdated', false],
    [3, 'refused', false],
    [2, 'refused', false],
    [13, 'waitingForVerifier', false],
    [5, 'waitingForVerifier', false],
    [10, 'waitingForVerifier', true],
    [12, 'waitingForVerifier', true],
    [14, 'waitingForVerifier', false],
  ] as const) {
    it(`status ${status}: KYC ${kyc}${blocked ? ', blocked' : ''}`, async () => {
      const person = await waitingInvestor();
      assert.equal((await setStatus(person.customerId, status)).notified, true);
      assert.deepEqual(await stateOf(person.customerId), { kyc_status: kyc, provider_status: status, provider_blocked: blocked });
    });
  }
  it('follows the account through its life', async () => {
    const { customerId } = await waitingInvestor();
    const seen = [];
    for (const status of [6, 8, 5, 6, 10, 6, 3]) {
      await setStatus(customerId, status);
      const state = await stateOf(customerId);
      seen.push(`${state?.kyc_status}${state?.provider_blocked ? ' blocked' : ''}`);
    }
    assert.deepEqual(seen, ['verified', 'outdated', 'outdated', 'verified', 'verified blocked', 'verified', 'refused']);
  });
  it('answers 200 without a body, to JSON and to a form, numbers as strings or not', async () => {
    for (const body of [{ IntId: 42 }, new URLSearchParams({ ...accountStatus('x') })]) {
      const person = await verifiedInvestor(world);
      await setSilently(person.customerId, 8);
      if (body instanceof URLSearchParams) body.set('ExtId', person.customerId);
      const answer = expectStatus(
        await call('customer-status-changed', body instanceof URLSearchParams ? body : { ...body, ExtId: person.customerId }),
        200,
      );
      assert.equal(answer.text, '');
      assert.equal((await stateOf(person.customerId))?.kyc_status, 'outdated');
    }
  });
  it('believes the provider, not the notification', async () => {
    const person = await waitingInvestor();
    expectStatus(await call('customer-status-changed', accountStatus(person.customerId, { Status: '6' })), 200);
    assert.deepEqual(await stateOf(person.customerId), {
      kyc_status: 'waitingForVerifier',
      provider_status: 5,
      provider_blocked: false,
    });
  });
  it('an SPV: its KYB', async () => {
    const { spvId, accountId } = await spvWithWallet(world);
    await setStatus(accountId, 8);
    assert.deepEqual(await spvStateOf(spvId), { kyc_status: 'outdated', provider_status: 8, provider_blocked: false });
    await setStatus(accountId, 6);
    assert.equal((await spvStateOf(spvId))?.kyc_status, 'verified');
  });
  it('an investor and an SPV of the same id: both', async () => {
    const person = await waitingInvestor();
    const { spvId } = await spvWithWallet(world);
    await world.sql('update spv set provider_external_id = $2 where id = $1', [spvId, person.customerId]);
    await setStatus(person.customerId, 8);
    const states = [await stateOf(person.customerId), await spvStateOf(spvId)];
    assert.deepEqual(
      states.map((state) => state?.kyc_status),
      ['outdated', 'outdated'],
    );
  });
  it('nobody has this id: 200, kept and done', async () => {
    for (const extId of [randomUUID(), 'spv-nobody-knows']) {
      assert.equal(expectStatus(await call('customer-status-changed', accountStatus(extId)), 200).text, '');
      const [event] = await eventsOf(extId);
      assert.ok(event?.processed_at);
      assert.deepEqual(event?.payload, accountStatus(extId));
    }
  });
  it('an investor whom the provider does not know: 200, nothing changes', async () => {
    const person = await signUp(world);
    expectStatus(await call('customer-status-changed', accountStatus(person.customerId)), 200);
    assert.equal((await stateOf(person.customerId))?.kyc_status, 'notStarted');
  });
  it('a v2 investor: the wallet is followed, KYC is not', async () => {
    const person = await waitingInvestor();
    await world.sql(`update customer set onboarding_version = 'v2', kyc_status = 'notStarted' where id = $1`, [
      person.customerId,
    ]);
    await setStatus(person.customerId, 6);
    assert.deepEqual(await stateOf(person.customerId), { kyc_status: 'notStarted', provider_status: 6, provider_blocked: false });
  });
  it('delivered twice, once in the other encoding: one event, two deliveries, the same state', async () => {
    const person = await waitingInvestor();
    await setStatus(person.customerId, 6);
    const [sent] = await world.control<{ id: number; body: Record<string, string> }[]>('GET', '/notifications');
    await world.control('POST', `/notifications/${sent?.id}/resend`);
    expectStatus(await call('customer-status-changed', new URLSearchParams(sent?.body)), 200);
    assert.deepEqual(
      (await eventsOf(person.customerId)).map(({ deliveries }) => deliveries),
      [3],
    );
    assert.equal((await stateOf(person.customerId))?.kyc_status, 'verified');
  });
  it('an old notification delivered late does not bring the old state back', async () => {
    const person = await waitingInvestor();
    await setStatus(person.customerId, 6);
    const [old] = await world.control<{ id: number }[]>('GET', '/notifications');
    await setStatus(person.customerId, 3);
    await world.control('POST', `/notifications/${old?.id}/resend`);
    assert.equal((await stateOf(person.customerId))?.kyc_status, 'refused');
  });
  it('twenty at once: all are answered, the provider is asked twice', async () => {
    const person = await waitingInvestor();
    await setSilently(person.customerId, 6);
    const reads = async () =>
      (await world.control<{ method: string; path: string }[]>('GET', `/calls?path=${person.customerId}`)).filter(
        ({ method, path }) => method === 'GET' && path.endsWith(person.customerId),
      ).length;
    await fault(READ_ACCOUNT, 'latency', { latencyMs: 1000 });
    const first = call('customer-status-changed', accountStatus(person.customerId, { Status: '5' }));
    await world.until(async () => (await reads()) === 1, 'the first reading');
    const others = Array.from({ length: 19 }, (_, note) =>
      call('customer-status-changed', accountStatus(person.customerId, { Note: note })),
    );
    for (const { status } of await Promise.all([first, ...others])) assert.equal(status, 200);
    assert.equal(await reads(), 2);
    assert.equal((await stateOf(person.customerId))?.kyc_status, 'verified');
  });

  for (const [what, body] of [
    ['no body', undefined],
    ['neither id', {}],
    ['no ExtId', { IntId: '1' }],
    ['no IntId', { ExtId: 'x' }],
    ['blank ids', { ExtId: ' ', IntId: '' }],
    ['null', { ExtId: null, IntId: 1 }],
    ['no ExtId and a bad IntId', { IntId: 'x' }],
    ['an empty form', new URLSearchParams()],
  ] as const) {
    it(`${what} -> 500 provider-webhook-payload-missing-ids`, async () =>
      expectCode(await call('customer-status-changed', body), 500, 'provider-webhook-payload-missing-ids'));
  }
  for (const [what, more] of [
    ['an IntId that is no number', { IntId: 'x' }],
    ['an IntId with decimals', { IntId: 1.5 }],
    ['an ExtId that is an object', { ExtId: {} }],
    ['a Status that is no number', { Status: 'verified' }],
    ['a Blocked of 2', { Blocked: '2' }],
    ['another category', { NotifCategory: '13' }],
  ] as const) {
    it(`${what} -> 400, empty`, async () => {
      const answer = await call('customer-status-changed', accountStatus(randomUUID(), more));
      assert.deepEqual([answer.status, answer.text], [400, '']);
    });
  }
  it('keeps what it refuses, for a person to look at', async () => {
    const extId = randomUUID();
    expectStatus(await call('customer-status-changed', accountStatus(extId, { IntId: 'x' })), 400);
    const [event] = await eventsOf(extId);
    assert.ok(event?.processed_at);
    assert.equal(event?.last_error, 'validation-failed');
  });
  it('NUL in a form is no fault of ours', async () => {
    const form = new URLSearchParams({ ExtId: 'spv\u0000', IntId: '1', Note: '\u0000' });
    expectStatus(await call('customer-status-changed', form), 200);
  });
  it('the provider does not answer -> 500 internal-error; replay-webhook does it later', async () => {
    const person = await waitingInvestor();
    await fault(READ_ACCOUNT, 'http-500', { times: 3 });
    assert.equal((await setStatus(person.customerId, 6)).notified, false);
    assert.equal((await stateOf(person.customerId))?.kyc_status, 'waitingForVerifier');
    const [event] = await eventsOf(person.customerId);
    assert.deepEqual([event?.deliveries, event?.processed_at, event?.last_error], [3, null, 'internal-error']);

    const dry = await world.runJob<{ report: { open: number } }>('replay-webhook', { dryRun: true });
    assert.ok(JSON.stringify(dry).includes('"open":1'), JSON.stringify(dry));
    assert.equal((await stateOf(person.customerId))?.kyc_status, 'waitingForVerifier');
    await world.runJob('replay-webhook');
    assert.equal((await stateOf(person.customerId))?.kyc_status, 'verified');
    const [done] = await eventsOf(person.customerId);
    assert.ok(done?.processed_at);
    assert.equal(done?.last_error, null);
  });
  it('the provider tries again by itself: a fault of a moment heals', async () => {
    const person = await waitingInvestor();
    await fault(READ_ACCOUNT, 'http-500');
    assert.equal((await setStatus(person.customerId, 6)).notified, true);
    assert.equal((await stateOf(person.customerId))?.kyc_status, 'verified');
    assert.equal((await eventsOf(person.customerId))[0]?.deliveries, 2);
  });
  refusesStrangers('customer-status-changed');
});

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
  const judge = (documentId: number, status: number) => world.control<Notified>('PUT', `/documents/${documentId}`, { status });
  const judgeSilently = async (documentId: number, status: number) => {
    world.sandbox.setMortarUrl(undefined);
    await judge(documentId, status);
    world.sandbox.setMortarUrl(world.url);
  };
  const recordOf = async (customerId: string) =>
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
      const person = await waitingInvestor();
      assert.equal((await judge(person.documentId, status)).notified, true);
      assert.deepEqual(await recordOf(person.customerId), { status: expected, reason });
    });
  }
  it('answers 200 without a body, also to a form', async () => {
    const person = await waitingInvestor();
    await judgeSilently(person.documentId, 2);
    const body = new URLSearchParams(documentStatus(person.customerId, person.documentId) as Record<string, string>);
    assert.equal(expectStatus(await call('document-status-changed', body), 200).text, '');
    assert.equal((await recordOf(person.customerId))?.status, 'accepted');
  });
  it('a status that is not the provider’s any more is ignored', async () => {
    const person = await waitingInvestor();
    await judgeSilently(person.documentId, 3);
    expectStatus(await call('document-status-changed', documentStatus(person.customerId, person.documentId)), 200);
    assert.equal((await recordOf(person.customerId))?.status, 'uploaded');
  });
  it('the type is the provider’s, not the notification’s', async () => {
    const person = await waitingInvestor();
    await judgeSilently(person.documentId, 2);
    const body = documentStatus(person.customerId, person.documentId, { DocType: '2' });
    expectStatus(await call('document-status-changed', body), 200);
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
      const [row] = await world.sql<{ status: string }>('select status from payment_method where customer_id = $1', [
        person.customerId,
      ]);
      return row?.status;
    };
    assert.deepEqual([await statusAfter(5), await statusAfter(8)], ['activated', 'deactivated']);
    await fault('GET /v2/moneyouts/:id/iban', 'http-500', { times: 3 });
    assert.equal((await world.control<Notified>('PUT', `/ibans/${ibanId}`, { status: 9 })).notified, false);
    const [, failed] = (await eventsOf(person.customerId)).toReversed();
    assert.ok(failed);
  });
  it('another type: 200, nothing changes', async () => {
    const person = await waitingInvestor();
    const documentId = await proofOfAddress(person);
    assert.equal((await judge(documentId, 2)).notified, true);
    assert.equal((await recordOf(person.customerId))?.status, 'uploaded');
  });
  it('an SPV and an unknown investor are ignored, the provider is not asked', async () => {
    const { accountId } = await spvWithWallet(world);
    const path = `/calls?path=${encodeURIComponent('/documents')}`;
    const asked = (await world.control<unknown[]>('GET', path)).length;
    for (const extId of [accountId, randomUUID()])
      assert.equal(expectStatus(await call('document-status-changed', documentStatus(extId, 1)), 200).text, '');
    assert.equal((await world.control<unknown[]>('GET', path)).length, asked);
  });
  it('a DocId that the provider does not have -> 400, empty', async () => {
    const person = await waitingInvestor();
    const answer = await call('document-status-changed', documentStatus(person.customerId, 999_999));
    assert.deepEqual([answer.status, answer.text], [400, '']);
  });
  it("another investor's DocId -> 400, empty", async () => {
    const [person, other] = [await waitingInvestor(), await waitingInvestor()];
    await judgeSilently(other.documentId, 2);
    const answer = await call('document-status-changed', documentStatus(person.customerId, other.documentId));
    assert.deepEqual([answer.status, answer.text], [400, '']);
    assert.equal((await recordOf(other.customerId))?.status, 'uploaded');
  });
  it('an investor without an account at the provider -> 400, empty', async () => {
    const { customerId } = await signUp(world);
    const answer = await call('document-status-changed', documentStatus(customerId, 1));
    assert.deepEqual([answer.status, answer.text], [400, '']);
  });
  it('an identity document without a record -> 404 customer-not-found, done once the record is there', async () => {
    const person = await waitingInvestor();
    await world.sql('update identity_document set provider_id = null where customer_id = $1', [person.customerId]);
    await judgeSilently(person.documentId, 2);
    const body = documentStatus(person.customerId, person.documentId);
    expectCode(await call('document-status-changed', body), 404, 'customer-not-found');
    await world.sql('update identity_document set provider_id = $2 where customer_id = $1', [
      person.customerId,
      person.documentId,
    ]);
    await world.runJob('replay-webhook');
    assert.equal((await recordOf(person.customerId))?.status, 'accepted');
  });
  it('the provider does not answer -> 500 InternalServerError; replay-webhook does it later', async () => {
    const person = await waitingInvestor();
    await judgeSilently(person.documentId, 2);
    await fault(READ_DOCUMENTS, 'http-500');
    const answer = await call('document-status-changed', documentStatus(person.customerId, person.documentId));
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
    it(`${field} ${value} -> 400, empty`, async () => {
      const answer = await call('document-status-changed', documentStatus(randomUUID(), 1, { [field]: value }));
      assert.deepEqual([answer.status, answer.text], [400, '']);
    });
  }
  refusesStrangers('document-status-changed');

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

describe('POST /customers/provider/webhook/customer-temporarily-blocked', () => {
  const block = (accountId: string, blocked: boolean) =>
    world.control<Notified>('PUT', `/accounts/${accountId}/blocked`, { blocked });
  const blockedBody = (extId: string, more: object = {}) => ({
    NotifCategory: '13',
    NotifDate: '2026-03-01T10:00:00',
    IntId: '42',
    ExtId: extId,
    Status: '6',
    Blocked: '1',
    ...more,
  });

  it('an investor: blocked takes the rights away, unblocked gives them back, KYC stays', async () => {
    const person = await verifiedInvestor(world);
    const rights = async () =>
      (await person.client.get<{ transactionRights: string; kycStatus: string }>('/customers/me')).body.transactionRights;
    const seen = [await rights()];
    for (const blocked of [true, false]) {
      assert.equal((await block(person.customerId, blocked)).notified, true);
      const state = await stateOf(person.customerId);
      assert.deepEqual([state?.provider_blocked, state?.kyc_status], [blocked, 'verified']);
      seen.push(await rights());
    }
    assert.deepEqual(seen, ['all', 'account-is-being-verified', 'all']);
  });
  it('an SPV', async () => {
    const { spvId, accountId } = await spvWithWallet(world);
    await block(accountId, true);
    assert.deepEqual([(await spvStateOf(spvId))?.provider_blocked, (await spvStateOf(spvId))?.kyc_status], [true, 'verified']);
    await block(accountId, false);
    assert.equal((await spvStateOf(spvId))?.provider_blocked, false);
  });
  it('believes the provider, not the notification', async () => {
    const person = await verifiedInvestor(world);
    assert.equal(expectStatus(await call('customer-temporarily-blocked', blockedBody(person.customerId)), 200).text, '');
    assert.equal((await stateOf(person.customerId))?.provider_blocked, false);
  });
  it('nobody has this id: 200', async () => {
    for (const extId of [randomUUID(), 'spv-nobody-knows'])
      assert.equal(expectStatus(await call('customer-temporarily-blocked', blockedBody(extId, { Blocked: 0 })), 200).text, '');
  });
  it('the provider does not answer -> 500 internal-error, kept for a replay', async () => {
    const person = await verifiedInvestor(world);
    await fault(READ_ACCOUNT, 'http-500', { times: 3 });
    assert.equal((await block(person.customerId, true)).notified, false);
    await world.runJob('replay-webhook');
    assert.equal((await stateOf(person.customerId))?.provider_blocked, true);
  });
  for (const [field, value] of [
    ['IntId', undefined],
    ['ExtId', undefined],
    ['NotifDate', '13/13/2026'],
    ['Status', undefined],
    ['NotifCategory', '8'],
    ['Blocked', '2'],
    ['Blocked', undefined],
  ] as const) {
    it(`${field} ${value} -> 400, empty`, async () => {
      const answer = await call('customer-temporarily-blocked', blockedBody(randomUUID(), { [field]: value }));
      assert.deepEqual([answer.status, answer.text], [400, '']);
    });
  }
  refusesStrangers('customer-temporarily-blocked');
});
