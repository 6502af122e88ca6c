// Notifications of onboarding v2: whose they are, what they change, and recertification to its end.

import assert from 'node:assert/strict';
import { randomUUID } from 'node:crypto';
import { after, afterEach, before, describe, it } from 'node:test';
import { type Investor, openFunding, signUp, verifiedInvestor } from '../../../../test/support/actors.ts';
import { PDF, uploadOf } from '../../../../test/support/files.ts';
import {
  eventsOf,
  type Notified,
  notify,
  openOnboarding,
  refusesStrangers,
  silently,
  waitingInvestor,
} from '../../../../test/support/notifications.ts';
import { PROFILE } from '../../../../test/support/profiles.ts';
import { shows } from '../../../../test/support/recorder.ts';
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

type Statuses = { status?: string; profileStatus?: string };
const change = (onboardingId: number, statuses: Statuses) =>
  world.control<Notified>('PUT', `/onboardings/${onboardingId}`, statuses);
const stateOf = async (customerId: CustomerId) =>
  (
    await world.sql<{ version: string; kyc: string; account: string | null; blocked: boolean }>(
      `select onboarding_version as version, kyc_status as kyc, (select provider_account_id from onboarding where customer_id = customer.id) as account, provider_blocked as blocked
       from customer where id = $1`,
      [customerId],
    )
  )[0];
const kycOf = async (customerId: CustomerId) => (await stateOf(customerId))?.kyc;
const notice = (accountId: unknown, more: object = {}) => ({ AccountID: accountId, NotifDate: '2026-11-20T10:00:00', ...more });

/** An investor with a profile whose onboarding the provider hosts. */
async function v2Investor(): Promise<Investor & { onboardingId: number }> {
  const person = await signUp(world);
  expectStatus(await person.client.patch('/customers/profile', PROFILE), 200);
  const onboardingId = await openOnboarding(world, person.customerId);
  assert.equal((await change(onboardingId, { profileStatus: 'INFORMATION_COLLECTION_IN_PROGRESS' })).notified, true);
  return { ...person, onboardingId };
}

/** Rows of the contract that answer alike. */
const BAD_REQUESTS = {
  'account-status-changed': {
    account: 'webhook.provider.account-status-changed.400.account',
    payload: 'webhook.provider.account-status-changed.400.payload',
  },
  'profile-status-changed': {
    account: 'webhook.provider.profile-status-changed.400.account',
    payload: 'webhook.provider.profile-status-changed.400.payload',
  },
};

for (const hook of ['account-status-changed', 'profile-status-changed'] as const) {
  describe(`POST /customers/provider/webhook/${hook}`, () => {
    refusesStrangers(hook, () => world);

    for (const [what, body, row] of [
      ['no AccountID', { Status: '2' }, 'account'],
      ['a blank AccountID', notice(' '), 'account'],
      ['an AccountID that is an object', notice({ id: 1 }), 'account'],
      ['null', notice(null), 'account'],
      ['no body', undefined, 'payload'],
    ] as const) {
      it(`${what}: empty -> 400`, async () => {
        const answer = await notify(world, hook, body);
        assert.deepEqual([answer.status, answer.text], [400, '']);
        shows(BAD_REQUESTS[hook][row]);
      });
    }
    it('answers 200 without a body to JSON and to a form; the other fields are not checked', async () => {
      const { customerId, onboardingId } = await v2Investor();
      await silently(world, () => change(onboardingId, { status: 'ACCEPTED', profileStatus: 'ACCEPTED' }));
      for (const body of [
        notice(onboardingId, { NotifCategory: '999', NotifDate: 'yesterday', Status: { odd: true } }),
        new URLSearchParams({ AccountID: String(onboardingId) }),
      ]) {
        assert.equal(expectStatus(await notify(world, hook, body), 200).text, '');
        assert.equal(await kycOf(customerId), 'verified');
      }
    });
    it('an account of nobody, and one that the provider does not know: 200, nothing changes', async () => {
      const person = await signUp(world);
      for (const extId of [undefined, 'spv-x', randomUUID(), person.customerId])
        expectStatus(await notify(world, hook, notice('424242', { ExtId: extId })), 200);
      assert.deepEqual(await stateOf(person.customerId), { version: 'v1', kyc: 'notStarted', account: null, blocked: false });
    });
    it('relies on the provider, not on the notification', async () => {
      const { customerId, onboardingId } = await v2Investor();
      expectStatus(await notify(world, hook, notice(onboardingId, { Status: 'ACCEPTED', ExtId: customerId })), 200);
      assert.equal(await kycOf(customerId), 'notStarted');
    });
    it('the provider does not answer: 500, and the replay follows it', async () => {
      const { customerId, onboardingId } = await v2Investor();
      await silently(world, () => change(onboardingId, { status: 'ACCEPTED', profileStatus: 'ACCEPTED' }));
      await world.control('POST', '/faults', { route: 'GET /accounts/:id', mode: 'http-500', times: 9 });
      expectCode(await notify(world, hook, notice(onboardingId, { ExtId: customerId, Note: hook })), 500, 'internal-error');
      assert.equal(await kycOf(customerId), 'notStarted');
      await world.control('DELETE', '/faults');
      await world.runJob('replay-webhook');
      assert.equal(await kycOf(customerId), 'verified');
      assert.ok((await eventsOf(world, customerId)).every(({ processed_at }) => processed_at));
    });
  });
}

describe('investors of v2', () => {
  it('an investor whose KYC never began, once the provider notifies their onboarding', async () => {
    const { customerId, onboardingId, client } = await v2Investor();
    assert.deepEqual(await stateOf(customerId), {
      version: 'v2',
      kyc: 'notStarted',
      account: String(onboardingId),
      blocked: false,
    });
    const upload = uploadOf(PDF, { type: 'identityCard', name: 'carte.pdf' });
    expectCode(await client.post('/customers/investor-identity-document', upload), 403, 'onboarding.v1-is-not-enabled');
  });
  it('not one that has begun as v1: the wallet is followed, KYC is not', async () => {
    const person = await waitingInvestor(world);
    const onboardingId = await openOnboarding(world, person.customerId);
    await world.control('POST', `/onboardings/${onboardingId}/restrictions`);
    await change(onboardingId, { status: 'ACCEPTED', profileStatus: 'ACCEPTED' });
    assert.deepEqual(await stateOf(person.customerId), {
      version: 'v1',
      kyc: 'waitingForVerifier',
      account: null,
      blocked: true,
    });
  });
  it("not by another's account, whatever ExtId says", async () => {
    const [owner, other] = [await v2Investor(), await signUp(world)];
    const strange = await openOnboarding(world, `nobody-${randomUUID()}`);
    for (const id of [owner.onboardingId, strange])
      expectStatus(await notify(world, 'account-status-changed', notice(id, { ExtId: other.customerId })), 200);
    assert.equal((await stateOf(other.customerId))?.version, 'v1');
  });
  it('two first notifications at once: one link', async () => {
    const person = await signUp(world);
    const id = await openOnboarding(world, person.customerId);
    await silently(world, () => change(id, { status: 'ACCEPTED', profileStatus: 'ACCEPTED' }));
    const body = notice(id, { ExtId: person.customerId });
    const answers = await Promise.all([
      notify(world, 'account-status-changed', body),
      notify(world, 'profile-status-changed', body),
      notify(world, 'requirement-change', body),
    ]);
    assert.deepEqual(
      answers.map(({ status }) => status),
      [200, 200, 200],
    );
    assert.deepEqual(await stateOf(person.customerId), { version: 'v2', kyc: 'verified', account: String(id), blocked: false });
  });
});

describe('the life of a v2 account', () => {
  it('from collection to acceptance, and full rights', async () => {
    const { customerId, onboardingId, client } = await v2Investor();
    await change(onboardingId, { profileStatus: 'UNDER_ANALYSIS' });
    assert.equal(await kycOf(customerId), 'waitingForVerifier');
    await change(onboardingId, { profileStatus: 'ACCEPTED' });
    assert.equal(await kycOf(customerId), 'waitingForVerifier');
    await change(onboardingId, { status: 'ACCEPTED' });
    const { body } = await client.get<Record<string, unknown>>('/customers/me');
    assert.deepEqual([body.onboardingVersion, body.kycStatus, body.transactionRights], ['v2', 'verified', 'all']);
  });
  it('a late or repeated notification does not bring an old state back', async () => {
    const { customerId, onboardingId } = await v2Investor();
    await change(onboardingId, { status: 'ACCEPTED', profileStatus: 'ACCEPTED' });
    const [old] = await world.control<{ id: number }[]>('GET', '/notifications');
    await change(onboardingId, { status: 'DENIED' });
    assert.equal(await kycOf(customerId), 'refused');
    await world.control('POST', `/notifications/${old?.id}/resend`);
    assert.equal(await kycOf(customerId), 'refused');
  });
  it('blocked: no rights while it lasts, also when the wallet is notified meanwhile', async () => {
    const { customerId, onboardingId, client } = await v2Investor();
    await change(onboardingId, { status: 'ACCEPTED', profileStatus: 'ACCEPTED' });
    await change(onboardingId, { status: 'BLOCKED' });
    const rights = async () => (await client.get<Record<string, unknown>>('/customers/me')).body.transactionRights;
    assert.equal(await rights(), 'account-is-being-verified');
    await world.control('PUT', `/accounts/${customerId}/status`, { status: 6 });
    assert.deepEqual([await rights(), await kycOf(customerId)], ['account-is-being-verified', 'verified']);
    await change(onboardingId, { status: 'ACCEPTED' });
    assert.equal(await rights(), 'all');
  });
});

describe('verified before a profile was saved', () => {
  /** A v2 investor without a profile whom the provider has accepted, with money. */
  async function acceptedFirst(): Promise<Investor> {
    const person = await signUp(world);
    const onboardingId = await openOnboarding(world, person.customerId);
    await change(onboardingId, { status: 'ACCEPTED', profileStatus: 'ACCEPTED' });
    await world.control('PUT', `/accounts/${person.customerId}/status`, { status: 6 });
    await world.control('POST', `/accounts/${person.customerId}/credit`, { amountCents: 5_000 });
    return person;
  }

  it('the profile is saved then, once, reaches the provider, and the investor buys', async () => {
    const { propertyId } = await openFunding(world, { bricks: 5 });
    const { client, customerId } = await acceptedFirst();
    const buy = () => client.post(`/properties/${propertyId}/purchase`, { amount: 1 });
    expectCode(await buy(), 403, 'customer.investor-onboarding-not-completed');
    const { body } = expectStatus(await client.patch<Record<string, unknown>>('/customers/profile', PROFILE), 200);
    assert.deepEqual([body.kycStatus, body.transactionRights], ['verified', 'all']);
    expectStatus(await buy(), 201);
    const profileThere = async () => (await world.control<{ lastName: string }>('GET', `/accounts/${customerId}`)).lastName;
    await world.until(async () => (await profileThere()) === PROFILE.lastName, 'the profile at the provider');
    expectCode(await client.patch('/customers/profile', { city: 'Paris' }), 403, 'forbidden');
  });
  it('two saves at once: one is kept, the other -> 403 forbidden', async () => {
    const { client } = await acceptedFirst();
    const answers = await Promise.all(
      ['Lyon', 'Paris'].map((city) => client.patch<{ profile: { city: string } }>('/customers/profile', { ...PROFILE, city })),
    );
    assert.deepEqual(answers.map(({ status }) => status).sort(), [200, 403]);
    const kept = answers.find(({ status }) => status === 200)?.body.profile.city;
    const { body } = await client.get<{ profile: { city: string } }>('/customers/me');
    assert.equal(body.profile.city, kept);
  });
});

describe('recertification', () => {
  for (const hook of ['requirement-change', 'restriction-change'] as const) {
    describe(`POST /customers/provider/webhook/${hook}`, () => {
      refusesStrangers(hook, () => world);
      it('without an account, whatever the payload: 200, kept', async () => {
        const extId = randomUUID();
        for (const body of [{}, { ExtId: extId, Type: 'KYC_UPDATE' }, notice({ odd: 1 }), new URLSearchParams({ ExtId: extId })])
          assert.equal(expectStatus(await notify(world, hook, body), 200).text, '');
        assert.equal((await eventsOf(world, extId)).length, 2);
      });
    });
  }
  it('asked for: nothing changes; restricted: outdated and without rights; lifted: as before', async () => {
    const { customerId, onboardingId, client } = await v2Investor();
    await change(onboardingId, { status: 'ACCEPTED', profileStatus: 'ACCEPTED' });
    const seen = async () => {
      const { body } = await client.get<Record<string, unknown>>('/customers/me');
      return [body.kycStatus, body.transactionRights];
    };
    const asked = await world.control<Notified>('POST', `/onboardings/${onboardingId}/requirements`, { dueDate: '2027-01-31' });
    assert.deepEqual([asked.notified, await seen()], [true, ['verified', 'all']]);
    const restricted = await world.control<Notified & { id: number }>('POST', `/onboardings/${onboardingId}/restrictions`);
    assert.deepEqual([restricted.notified, await seen()], [true, ['outdated', 'account-is-being-verified']]);
    await world.control('PUT', `/accounts/${customerId}/blocked`, { blocked: false });
    assert.deepEqual(await seen(), ['outdated', 'account-not-completed']);
    await world.control('DELETE', `/onboardings/${onboardingId}/restrictions/${restricted.id}`);
    assert.deepEqual(await seen(), ['verified', 'all']);
  });
  it('a verified v1 investor: the block of the wallet is followed', async () => {
    const { customerId } = await verifiedInvestor(world);
    const onboardingId = await openOnboarding(world, customerId);
    await world.control('POST', `/onboardings/${onboardingId}/restrictions`);
    assert.deepEqual(await stateOf(customerId), { version: 'v1', kyc: 'verified', account: null, blocked: true });
  });
});
