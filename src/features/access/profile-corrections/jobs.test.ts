// A correction at the provider: accepted, refused, looked at for days, silent; and what happens to the account meanwhile.

import assert from 'node:assert/strict';
import { after, afterEach, before, describe, it } from 'node:test';
import { administratorOf, type Investor, verifiedInvestor } from '../../../../test/support/actors.ts';
import { changeAddress } from '../../../../test/support/codes.ts';
import {
  askCorrection,
  correctionCode,
  correctionIs,
  correctionsOf,
  lastNameAtProvider,
  meOf,
  onNextProfile,
  sentProfiles,
} from '../../../../test/support/correction-actors.ts';
import { silently } from '../../../../test/support/notifications.ts';
import { readChat } from '../../../../test/support/readers.ts';
import { queue } from '../../../../test/support/session-states.ts';
import { expectCode, expectStatus, startWorld, type World } from '../../../../test/support/world.ts';

const CHANGES = { lastName: 'Petit', phone: '+33698765432' };

let world: World;

before(async () => {
  world = await startWorld({ settings: { PROVIDER_RESEND_AFTER_SECONDS: '1' } });
});
after(() => world.close());
afterEach(() => world.control('DELETE', '/faults'));

const setStatus = ({ customerId }: Investor, status: number) =>
  world.control('PUT', `/accounts/${customerId}/status`, { status });
const follow = () => world.runJob<{ open: number; accepted: number; pending: number; failed: number }>('profile-corrections');
const isUnchanged = async (person: Investor) => {
  const { profile, pendingCorrection } = await meOf(person);
  assert.deepEqual([profile.lastName, profile.phone, pendingCorrection], ['Durand', '+33612345678', null]);
};
const mailed = (person: Investor, subject: string) =>
  world.until(async () => (await world.mails(person.email)).find((mail) => mail.subject === subject), subject);
const freeze = async (person: Investor) => {
  const { client } = await administratorOf(world);
  const change = { frozen: true, reason: 'Session volée' };
  expectStatus(await client.patch(`/administration/customers/${person.customerId}`, change), 200);
};

/** A correction that the provider has taken and looks at. */
async function underReview(): Promise<{ person: Investor; id: string }> {
  const person = await verifiedInvestor(world);
  const code = await correctionCode(world, person);
  await onNextProfile(world, person, 'pending');
  const { id } = expectStatus(await askCorrection(world, person, CHANGES, code), 201).body;
  await world.until(async () => (await meOf(person)).kycStatus === 'waitingForVerifier', 'the review');
  await world.until(async () => {
    const jobs = await world.sql<{ state: string }>(
      `select state from pgboss.job where name = 'send-profile-correction' and data ->> 'correctionId' = $1`,
      [id],
    );
    return jobs.every(({ state }) => state === 'completed');
  }, 'the end of its jobs');
  return { person, id };
}

describe('the provider looks at it', () => {
  it('it waits: profile, rights and KYC are as the provider says; verified again, it is accepted', async () => {
    const { person, id } = await underReview();
    assert.equal((await correctionsOf(person))[0]?.status, 'pending');
    const { profile, pendingCorrection } = await meOf(person);
    assert.deepEqual([profile.lastName, pendingCorrection?.changes], ['Durand', CHANGES]);
    expectCode(await person.client.patch('/customers/profile', { lastName: 'Autre' }), 403, 'forbidden');
    const sent = (await sentProfiles(world, person)).length;
    await setStatus(person, 6);
    await correctionIs(world, person, id, 'accepted');
    const corrected = await meOf(person);
    assert.deepEqual([corrected.profile.lastName, corrected.profile.phone], ['Petit', '+33698765432']);
    assert.deepEqual([corrected.kycStatus, corrected.pendingCorrection], ['verified', null]);
    assert.equal((await sentProfiles(world, person)).length, sent, 'what it has is not sent again');
    await mailed(person, 'Votre profil est corrigé');
  });
  it('its notification is lost: job profile-corrections finds out, after looking in vain', async () => {
    const { person, id } = await underReview();
    const waiting = await follow();
    assert.ok(waiting.pending >= 1 && waiting.failed === 0, JSON.stringify(waiting));
    await silently(world, () => setStatus(person, 6));
    const dry = await world.runJob<{ open: number; accepted: number }>('profile-corrections', { dryRun: true });
    assert.deepEqual([dry.open >= 1, dry.accepted], [true, 0]);
    assert.equal((await correctionsOf(person))[0]?.status, 'pending');
    assert.ok((await follow()).accepted >= 1);
    assert.equal((await correctionIs(world, person, id, 'accepted')).reason, null);
  });
  for (const [what, status, kycStatus] of [
    ['refuses the documents', 3, 'refused'],
    ['wants the identity proven anew', 8, 'outdated'],
  ] as const)
    it(`it ${what}: refused, the profile stays and is the provider's again; KYC is open`, async () => {
      const { person, id } = await underReview();
      await lastNameAtProvider(world, person, 'Petit');
      await setStatus(person, status);
      const { reason, changes } = await correctionIs(world, person, id, 'refused');
      assert.deepEqual([reason, changes], ['identity-not-confirmed', null]);
      await isUnchanged(person);
      assert.equal((await meOf(person)).kycStatus, kycStatus);
      await lastNameAtProvider(world, person, 'Durand');
      assert.match(
        (await mailed(person, 'La correction de votre profil a été refusée')).text,
        /vérifier à nouveau votre identité/,
      );
      expectStatus(await person.client.patch('/customers/profile', CHANGES), 200);
    });
  it('frozen meanwhile: refused though the provider accepts, and the provider gets the saved profile back', async () => {
    const { person, id } = await underReview();
    await freeze(person);
    await setStatus(person, 6);
    assert.equal((await correctionIs(world, person, id, 'refused')).reason, 'account-frozen');
    await isUnchanged(person);
    await lastNameAtProvider(world, person, 'Durand');
  });
  it('another address meanwhile is sent with the correction, not over it', async () => {
    const { person, id } = await underReview();
    const newEmail = await changeAddress(world, person);
    const sent = await world.until(
      async () => (await sentProfiles(world, person)).find(({ body }) => body.email === newEmail),
      'the address at the provider',
    );
    assert.equal(sent.body.lastName, 'Petit');
    await setStatus(person, 6);
    await correctionIs(world, person, id, 'accepted');
  });
});

describe('the provider refuses it', () => {
  it('refused for good: the profile stays, the investor and the team are told', async () => {
    const person = await verifiedInvestor(world);
    const code = await correctionCode(world, person);
    await onNextProfile(world, person, 'error-in-200', { code: 234 });
    const { id } = expectStatus(await askCorrection(world, person, CHANGES, code), 201).body;
    const { reason } = await correctionIs(world, person, id, 'refused');
    assert.equal(reason, 'provider-refused');
    await isUnchanged(person);
    assert.match((await mailed(person, 'La correction de votre profil a été refusée')).text, /reste inchangé/);
    await world.until(
      async () =>
        (await readChat(world)).some(
          ({ channel, text }) =>
            channel === 'internal-alerts' &&
            text.includes(`correction du profil du client ${person.customerId} : rejected (234)`),
        ),
      'the alert',
    );
    const again = expectStatus(await askCorrection(world, person, CHANGES), 201).body;
    await correctionIs(world, person, again.id, 'accepted');
    await lastNameAtProvider(world, person, 'Petit');
  });
});

describe('the provider is silent', () => {
  for (const [mode, more] of [
    ['http-500', {}],
    ['timeout-after', { latencyMs: 50 }],
    ['late-effect', { afterSeconds: 1 }],
    ['expired-token', {}],
  ] as const)
    it(`${mode}: sent again, and accepted once`, async () => {
      const person = await verifiedInvestor(world);
      const code = await correctionCode(world, person);
      await onNextProfile(world, person, mode, more);
      const { id } = expectStatus(await askCorrection(world, person, CHANGES, code), 201).body;
      await correctionIs(world, person, id, 'accepted');
      assert.ok((await sentProfiles(world, person)).length >= 2);
      assert.equal((await meOf(person)).profile.lastName, 'Petit');
      const mails = (await world.mails(person.email)).filter(({ subject }) => subject === 'Votre profil est corrigé');
      assert.ok(mails.length <= 1);
    });
  it('its account cannot be read afterwards: read again, not sent again', async () => {
    const person = await verifiedInvestor(world);
    const code = await correctionCode(world, person);
    const route = `GET /v2/accounts/${person.customerId}`;
    await world.control('POST', '/faults', { route, mode: 'http-500', times: 2 });
    const { id } = expectStatus(await askCorrection(world, person, CHANGES, code), 201).body;
    await correctionIs(world, person, id, 'accepted');
    assert.equal((await sentProfiles(world, person)).length, 1);
  });
  it('its job has given up: job profile-corrections sends it', async () => {
    const person = await verifiedInvestor(world);
    const code = await correctionCode(world, person);
    await onNextProfile(world, person, 'http-500', { times: 100 });
    const { id } = expectStatus(await askCorrection(world, person, CHANGES, code), 201).body;
    await world.until(async () => (await sentProfiles(world, person)).length > 0, 'the first try');
    // Twelve tries take more than half an hour of real time.
    await queue.failed(world, 'send-profile-correction', 'correctionId', id);
    assert.ok((await follow()).failed >= 1);
    await world.control('DELETE', '/faults');
    assert.ok((await follow()).accepted >= 1);
    await correctionIs(world, person, id, 'accepted');
  });
  it('frozen before it answered: never applied, and what arrives late is taken back', async () => {
    const person = await verifiedInvestor(world);
    const code = await correctionCode(world, person);
    await onNextProfile(world, person, 'http-500', { times: 100 });
    const { id } = expectStatus(await askCorrection(world, person, CHANGES, code), 201).body;
    await world.until(async () => (await sentProfiles(world, person)).length > 0, 'the first try');
    await freeze(person);
    assert.equal((await correctionIs(world, person, id, 'refused')).reason, 'account-frozen');
    await isUnchanged(person);
    await world.control('DELETE', '/faults');
    await lastNameAtProvider(world, person, 'Durand');
  });
  it('frozen after it was sent, before it is judged: refused', async () => {
    const person = await verifiedInvestor(world);
    const code = await correctionCode(world, person);
    const path = `/v2/accounts/${person.customerId}`;
    await world.control('POST', '/faults', { route: `GET ${path}`, mode: 'latency', times: 1, latencyMs: 1_500 });
    const { id } = expectStatus(await askCorrection(world, person, CHANGES, code), 201).body;
    await world.until(
      async () =>
        (await world.control<{ path: string }[]>('GET', `/calls?path=${path}`)).some((call) => call.path.endsWith(path)),
      'the reading of the account',
    );
    await freeze(person);
    assert.equal((await correctionIs(world, person, id, 'refused')).reason, 'account-frozen');
    await isUnchanged(person);
    await lastNameAtProvider(world, person, 'Durand');
  });
  it('frozen while it is being sent: the provider has the saved profile in the end', async () => {
    const person = await verifiedInvestor(world);
    const code = await correctionCode(world, person);
    await onNextProfile(world, person, 'latency', { latencyMs: 2_000 });
    const { id } = expectStatus(await askCorrection(world, person, CHANGES, code), 201).body;
    await world.until(async () => (await sentProfiles(world, person)).length > 0, 'the call');
    await freeze(person);
    await follow();
    assert.equal((await correctionIs(world, person, id, 'refused')).reason, 'account-frozen');
    await lastNameAtProvider(world, person, 'Petit');
    await lastNameAtProvider(world, person, 'Durand');
    await isUnchanged(person);
  });
});
