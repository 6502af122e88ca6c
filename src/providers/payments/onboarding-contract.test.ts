// What the port promises about the online onboarding, over real HTTP.

import assert from 'node:assert/strict';
import { randomUUID } from 'node:crypto';
import { after, before, test } from 'node:test';
import {
  type ContractWorld,
  granted,
  openContractWorld,
  present,
  profile,
  refused,
  sandboxOnly,
  unknownName,
} from '../../../test/support/provider-contract.ts';
import type { OnboardingApplicant } from './index.ts';

let world: ContractWorld;
before(async () => {
  world = await openContractWorld();
});
after(() => world.stop());

test('getOnboardingAccount: statuses, requirements and restrictions', sandboxOnly, async () => {
  const { id } = await world.openOnboarding();
  await world.control('PUT', `/onboardings/${id}`, { status: 'ACCEPTED', profileStatus: 'UNDER_ANALYSIS' });
  const requirement = await world.control<{ id: number }>('POST', `/onboardings/${id}/requirements`, { dueDate: '2027-01-31' });
  await world.control('POST', `/onboardings/${id}/restrictions`);
  const account = await granted(world.provider.getOnboardingAccount(String(id)));
  assert.deepEqual(
    [account.onboardingAccountId, account.status, account.profileStatus],
    [String(id), 'accepted', 'under-analysis'],
  );
  assert.deepEqual(account.requirements, [
    { id: String(requirement.id), type: 'KYC_UPDATE', status: 'requested', dueAt: Temporal.Instant.from('2027-01-31T00:00:00Z') },
  ]);
  const [restriction] = account.restrictions;
  assert.deepEqual(
    [restriction?.category, restriction?.reason, restriction?.requirementIds],
    ['KYC', 'KYC_OUTDATED', [String(requirement.id)]],
  );
  assert.ok(restriction?.activatedAt);
  await refused(world.provider.getOnboardingAccount('999999999'), 'not-found', 147);
});

const lender = { activity: 'CROWDLENDING', profile: 'LENDER' };
/** Somebody whom the provider does not know. */
const applicant = (walletId: string, lastName = unknownName()): OnboardingApplicant => {
  const { kind: _kind, accountId: _accountId, ...person } = profile(walletId);
  return { kind: 'individual', walletId, ...lender, person: { ...person, lastName } };
};
const opened = async (walletId: string, lastName?: string) =>
  granted(world.provider.openOnboardingAccount(applicant(walletId, lastName)));
const creations = (path: string) =>
  world.control<{ method: string; body: unknown }[]>('GET', `/calls?path=/onboarding/accounts/${path}`);

test('online onboarding: created once, found, started and resumed; no wallet before the acceptance', async () => {
  const walletId = randomUUID();
  const lastName = unknownName();
  const { onboardingAccountId, existing } = await opened(walletId, lastName);
  assert.equal(existing, false);
  assert.deepEqual(await opened(walletId, lastName), { onboardingAccountId, existing: true });
  const found = await present(world.provider.findOnboardingAccount(walletId));
  const account = await granted(world.provider.getOnboardingAccount(onboardingAccountId));
  assert.deepEqual(
    [found.onboardingAccountId, account.accountId, account.status, account.profileStatus],
    [onboardingAccountId, walletId, 'created', 'awaiting-information'],
  );
  await refused(world.provider.openOnboardingAccount(applicant(randomUUID(), lastName)), 'conflict');
  const started = await granted(
    world.provider.startOnboarding({ onboardingAccountId, kind: 'individual', redirectUrl: 'https://example.com/done' }),
  );
  assert.match(started.url, /^https?:\/\//);
  const resumed = await granted(world.provider.resumeOnboarding(started.onboardingId));
  assert.equal(resumed.onboardingId, started.onboardingId);
  await refused(world.provider.getAccount(walletId), 'not-found', 147);
});

test('openOnboardingAccount: with the provider’s body, countries of two letters; once', sandboxOnly, async () => {
  const walletId = randomUUID();
  const lastName = unknownName();
  const first = await opened(walletId, lastName);
  const [call] = await creations('individual');
  assert.deepEqual(call?.body, {
    activity: 'CROWDLENDING',
    profile: 'LENDER',
    walletId,
    individual: {
      firstName: 'Camille',
      lastName,
      birthDate: '1990-02-28',
      email: `${walletId}@mortar.test`,
      birthCity: 'Lyon',
      birthCountry: 'FR',
      phoneNumber: '+33612345678',
      nationalities: ['FR'],
      address: { street: '12 rue des Lilas', postCode: '75011', city: 'Paris', country: 'FR' },
    },
  });
  assert.deepEqual(await opened(walletId, lastName), { ...first, existing: true });
  assert.deepEqual(
    (await granted(world.provider.findOnboardingAccount(walletId)))?.onboardingAccountId,
    first.onboardingAccountId,
  );
  assert.equal(await granted(world.provider.findOnboardingAccount(randomUUID())), null);
  const other = applicant(randomUUID(), lastName);
  await refused(world.provider.openOnboardingAccount(other), 'conflict');
  await refused(world.provider.openOnboardingAccount({ ...applicant(randomUUID()), profile: 'NOBODY' }), 'rejected');
});

test('openOnboardingAccount: a lost answer is looked for, and nobody is created twice', sandboxOnly, async () => {
  const walletId = randomUUID();
  await world.control('POST', '/faults', { route: 'POST /accounts/individual', mode: 'timeout-after', latencyMs: 0 });
  assert.equal((await opened(walletId)).existing, true);
  const sent = (await creations('individual')).filter(({ body }) => JSON.stringify(body).includes(walletId));
  assert.equal(sent.length, 1);
  const lost = randomUUID();
  await world.control('POST', '/faults', { route: 'POST /accounts/individual', mode: 'http-500' });
  await refused(world.provider.openOnboardingAccount(applicant(lost)), 'unavailable');
  assert.equal((await opened(lost)).existing, false);
});

test('openOnboardingAccount: an entity, its registration and its representative', sandboxOnly, async () => {
  const walletId = randomUUID();
  const { kind: _kind, accountId: _accountId, ...representative } = profile(walletId);
  const entity = {
    name: `SPV ${walletId}`,
    registrationNumber: '936213743',
    registrationDate: Temporal.PlainDate.from('2015-03-02'),
    country: 'FRA',
  };
  await granted(world.provider.openOnboardingAccount({ kind: 'company', walletId, ...lender, entity, representative }));
  const [call] = await creations('legal-entity');
  const { legalEntity, legalRepresentative } = JSON.parse(JSON.stringify(call?.body));
  assert.deepEqual(legalEntity, {
    name: entity.name,
    type: 'COMPANY',
    registrationNumber: '936213743',
    registrationCountry: 'FR',
    registrationDate: '2015-03-02',
  });
  assert.equal(legalRepresentative.birthCountry, 'FR');
});

test(
  'startOnboarding and resumeOnboarding: a page for the applicant, while something is asked of them',
  sandboxOnly,
  async () => {
    const { onboardingAccountId } = await opened(randomUUID());
    const of = { onboardingAccountId, kind: 'individual' as const, redirectUrl: 'https://mortar.test/done' };
    const started = await granted(world.provider.startOnboarding(of));
    assert.equal((await fetch(started.url)).status, 200);
    assert.deepEqual(await granted(world.provider.resumeOnboarding(started.onboardingId)), started);
    await world.control('PUT', `/onboardings/${onboardingAccountId}`, { status: 'ACCEPTED', profileStatus: 'ACCEPTED' });
    await refused(world.provider.startOnboarding(of), 'conflict');
    await refused(world.provider.resumeOnboarding('nothing'), 'not-found', 147);
  },
);
