// Notifications of accounts, from the sandbox and by hand: what they change, what they are refused for, what a fault leaves.

import assert from 'node:assert/strict';
import { randomUUID } from 'node:crypto';
import { after, afterEach, before, describe, it } from 'node:test';
import { signInAdministrator, signUp, spvWithWallet, verifiedInvestor } from '../../../../test/support/actors.ts';
import { waitForCode } from '../../../../test/support/codes.ts';
import { customerIs } from '../../../../test/support/customer-states.ts';
import { PDF, uploadOf } from '../../../../test/support/files.ts';
import { holdLock } from '../../../../test/support/held-lock.ts';
import {
  eventsOf,
  type Notified,
  notify,
  refusesStrangers,
  silently,
  waitingInvestor,
} from '../../../../test/support/notifications.ts';
import { PROFILE } from '../../../../test/support/profiles.ts';
import { linkWallet } from '../../../../test/support/property-states.ts';
import { expectCode, expectStatus, startWorld, type World } from '../../../../test/support/world.ts';
import type { CustomerId, SpvId } from '../../../core/db/tables.ts';

type State = { kyc_status: string; provider_status: number | null; provider_blocked: boolean };

let world: World;
before(async () => {
  world = await startWorld();
});
after(() => world.close());
afterEach(async () => {
  await world.control('DELETE', '/faults');
  world.sandbox.setMortarUrl(world.url);
});

const stateOf = async (customerId: CustomerId) =>
  (await world.sql<State>('select kyc_status, provider_status, provider_blocked from customer where id = $1', [customerId]))[0];
const spvStateOf = async (spvId: SpvId) =>
  (
    await world.sql<State>('select kyb_status as kyc_status, provider_status, provider_blocked from spv where id = $1', [spvId])
  )[0];
const fault = (route: string, mode: string, more: object = {}) =>
  world.control('POST', '/faults', { route, mode, times: 1, ...more });
const READ_ACCOUNT = 'GET /v2/accounts/:id';
const setStatus = (accountId: string, status: number) =>
  world.control<Notified>('PUT', `/accounts/${accountId}/status`, { status });
/** Changes the account without a notification. */
const setSilently = (accountId: string, status: number) => silently(world, () => setStatus(accountId, status));
const accountStatus = (extId: string, more: object = {}) => ({
  NotifCategory: '8',
  NotifDate: '2026-03-01T10:00:00',
  IntId: '42',
  ExtId: extId,
  Status: '6',
  Blocked: '0',
  ...more,
});

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
      const person = await waitingInvestor(world);
      assert.equal((await setStatus(person.customerId, status)).notified, true);
      assert.deepEqual(await stateOf(person.customerId), { kyc_status: kyc, provider_status: status, provider_blocked: blocked });
    });
  }
  it('follows the account through its life', async () => {
    const { customerId } = await waitingInvestor(world);
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
        await notify(
          world,
          'customer-status-changed',
          body instanceof URLSearchParams ? body : { ...body, ExtId: person.customerId },
        ),
        200,
      );
      assert.equal(answer.text, '');
      assert.equal((await stateOf(person.customerId))?.kyc_status, 'outdated');
    }
  });
  it('relies on the provider, not on the notification', async () => {
    const person = await waitingInvestor(world);
    expectStatus(await notify(world, 'customer-status-changed', accountStatus(person.customerId, { Status: '6' })), 200);
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
  it('an SPV that names another wallet while its old one is read: the old one says nothing of it', async () => {
    const { spvId, accountId } = await spvWithWallet(world);
    const admin = await signInAdministrator(world);
    await setSilently(accountId, 10);
    await fault(READ_ACCOUNT, 'latency', { latencyMs: 1000 });
    const notified = notify(world, 'customer-status-changed', accountStatus(accountId, { Status: '10' }));
    const wasAsked = async () => (await world.control<unknown[]>('GET', `/calls?path=${accountId}`)).length > 0;
    await world.until(wasAsked, 'the provider is asked');
    const other = { id: spvId, name: 'SPV Nantes', country: 'France', providerExternalId: `spv-${randomUUID()}` };
    expectStatus(await admin.client.put('/administration/spv', other), 200);
    expectStatus(await notified, 200);
    assert.deepEqual(await spvStateOf(spvId), { kyc_status: 'notStarted', provider_status: null, provider_blocked: false });
  });
  it('an investor and an SPV of the same id: both', async () => {
    const person = await waitingInvestor(world);
    const { spvId } = await spvWithWallet(world);
    await linkWallet(world, spvId, person.customerId);
    await setStatus(person.customerId, 8);
    const states = [await stateOf(person.customerId), await spvStateOf(spvId)];
    assert.deepEqual(
      states.map((state) => state?.kyc_status),
      ['outdated', 'outdated'],
    );
  });
  it('nobody has this id: 200, kept and done', async () => {
    for (const extId of [randomUUID(), 'spv-nobody-knows']) {
      assert.equal(expectStatus(await notify(world, 'customer-status-changed', accountStatus(extId)), 200).text, '');
      const [event] = await eventsOf(world, extId);
      assert.ok(event?.processed_at);
      assert.deepEqual(event?.payload, accountStatus(extId));
    }
  });
  it('an investor whom the provider does not know: 200, nothing changes', async () => {
    const person = await signUp(world);
    expectStatus(await notify(world, 'customer-status-changed', accountStatus(person.customerId)), 200);
    assert.equal((await stateOf(person.customerId))?.kyc_status, 'notStarted');
  });
  it('a v2 investor: the wallet is followed, KYC is not', async () => {
    const person = await waitingInvestor(world);
    await customerIs(world, person.customerId, 'onboardedV2');
    await customerIs(world, person.customerId, 'notStarted');
    await setStatus(person.customerId, 6);
    assert.deepEqual(await stateOf(person.customerId), { kyc_status: 'notStarted', provider_status: 6, provider_blocked: false });
  });
  it('delivered twice, once in the other encoding: one event, two deliveries, the same state', async () => {
    const person = await waitingInvestor(world);
    await setStatus(person.customerId, 6);
    const [sent] = await world.control<{ id: number; body: Record<string, string> }[]>('GET', '/notifications');
    await world.control('POST', `/notifications/${sent?.id}/resend`);
    expectStatus(await notify(world, 'customer-status-changed', new URLSearchParams(sent?.body)), 200);
    assert.deepEqual(
      (await eventsOf(world, person.customerId)).map(({ deliveries }) => deliveries),
      [3],
    );
    assert.equal((await stateOf(person.customerId))?.kyc_status, 'verified');
  });
  it('an old notification delivered late does not bring the old state back', async () => {
    const person = await waitingInvestor(world);
    await setStatus(person.customerId, 6);
    const [old] = await world.control<{ id: number }[]>('GET', '/notifications');
    await setStatus(person.customerId, 3);
    await world.control('POST', `/notifications/${old?.id}/resend`);
    assert.equal((await stateOf(person.customerId))?.kyc_status, 'refused');
  });
  it('twenty at once: all are answered, the provider is asked twice', async () => {
    const person = await waitingInvestor(world);
    await setSilently(person.customerId, 6);
    const reads = async () =>
      (await world.control<{ method: string; path: string }[]>('GET', `/calls?path=${person.customerId}`)).filter(
        ({ method, path }) => method === 'GET' && path.endsWith(person.customerId),
      ).length;
    const before = await reads();
    // What the first one read cannot be written until all have arrived.
    const lock = await holdLock(world, 'select from customer where id = $1 for update', [person.customerId]);
    const first = notify(world, 'customer-status-changed', accountStatus(person.customerId, { Status: '5' }));
    await lock.waiting(1);
    const others = Array.from({ length: 19 }, (_, note) =>
      notify(world, 'customer-status-changed', accountStatus(person.customerId, { Note: note })),
    );
    await world
      .until(async () => (await eventsOf(world, person.customerId)).length === 20, 'all to be stored')
      .finally(lock.release);
    for (const { status } of await Promise.all([first, ...others])) assert.equal(status, 200);
    assert.equal(await reads(), before + 2);
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
      expectCode(await notify(world, 'customer-status-changed', body), 500, 'provider-webhook-payload-missing-ids'));
  }
  for (const [what, more] of [
    ['an IntId that is no number', { IntId: 'x' }],
    ['an IntId with decimals', { IntId: 1.5 }],
    ['an ExtId that is an object', { ExtId: {} }],
    ['a Status that is no number', { Status: 'verified' }],
    ['a Blocked of 2', { Blocked: '2' }],
    ['another category', { NotifCategory: '13' }],
  ] as const) {
    it(`${what}: empty -> 400`, async () => {
      const answer = await notify(world, 'customer-status-changed', accountStatus(randomUUID(), more));
      assert.deepEqual([answer.status, answer.text], [400, '']);
    });
  }
  it('keeps what it refuses, for a person to look at', async () => {
    const extId = randomUUID();
    expectStatus(await notify(world, 'customer-status-changed', accountStatus(extId, { IntId: 'x' })), 400);
    const [event] = await eventsOf(world, extId);
    assert.ok(event?.processed_at);
    assert.equal(event?.last_error, 'validation-failed');
  });
  it('NUL in a form is no fault of ours', async () => {
    const form = new URLSearchParams({ ExtId: 'spv\u0000', IntId: '1', Note: '\u0000' });
    expectStatus(await notify(world, 'customer-status-changed', form), 200);
  });
  it('the provider does not answer -> 500 internal-error; replay-webhook does it later', async () => {
    const person = await waitingInvestor(world);
    await fault(READ_ACCOUNT, 'http-500', { times: 3 });
    assert.equal((await setStatus(person.customerId, 6)).notified, false);
    assert.equal((await stateOf(person.customerId))?.kyc_status, 'waitingForVerifier');
    const [event] = await eventsOf(world, person.customerId);
    assert.deepEqual([event?.deliveries, event?.processed_at, event?.last_error], [3, null, 'internal-error']);

    const dry = await world.runJob<{ report: { open: number } }>('replay-webhook', { dryRun: true });
    assert.ok(JSON.stringify(dry).includes('"open":1'), JSON.stringify(dry));
    assert.equal((await stateOf(person.customerId))?.kyc_status, 'waitingForVerifier');
    await world.runJob('replay-webhook');
    assert.equal((await stateOf(person.customerId))?.kyc_status, 'verified');
    const [done] = await eventsOf(world, person.customerId);
    assert.ok(done?.processed_at);
    assert.equal(done?.last_error, null);
  });
  it('the provider tries again by itself: a fault of a moment heals', async () => {
    const person = await waitingInvestor(world);
    await fault(READ_ACCOUNT, 'http-500');
    assert.equal((await setStatus(person.customerId, 6)).notified, true);
    assert.equal((await stateOf(person.customerId))?.kyc_status, 'verified');
    assert.equal((await eventsOf(world, person.customerId))[0]?.deliveries, 2);
  });
  refusesStrangers('customer-status-changed', () => world);
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
  it('relies on the provider, not on the notification', async () => {
    const person = await verifiedInvestor(world);
    assert.equal(expectStatus(await notify(world, 'customer-temporarily-blocked', blockedBody(person.customerId)), 200).text, '');
    assert.equal((await stateOf(person.customerId))?.provider_blocked, false);
  });
  it('nobody has this id: 200', async () => {
    for (const extId of [randomUUID(), 'spv-nobody-knows'])
      assert.equal(
        expectStatus(await notify(world, 'customer-temporarily-blocked', blockedBody(extId, { Blocked: 0 })), 200).text,
        '',
      );
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
    it(`${field} ${value}: empty -> 400`, async () => {
      const answer = await notify(world, 'customer-temporarily-blocked', blockedBody(randomUUID(), { [field]: value }));
      assert.deepEqual([answer.status, answer.text], [400, '']);
    });
  }
  refusesStrangers('customer-temporarily-blocked', () => world);
});
