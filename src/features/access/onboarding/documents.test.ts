// The list of an investor's identity documents through HTTP, ours and the provider's.

import assert from 'node:assert/strict';
import { after, afterEach, before, describe, it } from 'node:test';
import { type Investor, signInAdministrator, signUp } from '../../../../test/support/actors.ts';
import { customerIs, recordIdentity } from '../../../../test/support/customer-states.ts';
import { PDF, PNG, uploadOf } from '../../../../test/support/files.ts';
import { openOnboarding, silently, uploadAtProvider } from '../../../../test/support/notifications.ts';
import { PROFILE } from '../../../../test/support/profiles.ts';
import { expectCode, expectStatus, startWorld, type World } from '../../../../test/support/world.ts';

type Document = { type: string; status: string; name: string; providerId: number | null };
type View = { kycStatus: string; forms: { documents: string }; transactionRights: string; identityDocuments: Document[] };
type AtProvider = {
  kind: string;
  firstName: string;
  email: string;
  internalId: number;
  documents: { id: number; type: number; name: string; sizeBytes: number }[];
};

const IDENTITY = '/customers/investor-identity-document';

let world: World;
before(async () => {
  world = await startWorld();
});
after(() => world.close());
afterEach(() => world.control('DELETE', '/faults'));

/** An investor with a saved profile and open KYC. */
async function profiled(customerType: 'individual' | 'business' = 'individual'): Promise<Investor> {
  const person = await signUp(world);
  expectStatus(await person.client.patch('/customers/profile', { ...PROFILE, customerType }), 200);
  return person;
}
const send = (by: Investor, type = 'identityCard', bytes: Uint8Array<ArrayBuffer> = PDF, name = 'carte.pdf') =>
  by.client.post<View>(IDENTITY, uploadOf(bytes, { type, name }));
const list = (by: Investor) => by.client.get<Document[]>(IDENTITY);
const atProvider = (of: Investor) => world.control<AtProvider>('GET', `/accounts/${of.customerId}`);

const recordsOf = (of: Investor) =>
  world.sql<{ type: string; status: string; provider_id: string | null; storage_key: string }>(
    'select type, status, provider_id, storage_key from identity_document where customer_id = $1 order by type',
    [of.customerId],
  );
const fault = (route: string, mode: string, more: object = {}) =>
  world.control('POST', '/faults', { route, mode, times: 1, ...more });

describe('GET /customers/investor-identity-document', () => {
  it('is empty at first, and lists what was handed in', async () => {
    const person = await profiled('business');
    assert.deepEqual(expectStatus(await list(person), 200).body, []);
    expectStatus(await send(person), 201);
    assert.deepEqual(expectStatus(await list(person), 200).body, [
      { status: 'to_be_uploaded', type: 'identityCard', providerId: null, name: 'carte.pdf' },
    ]);
  });
  it("follows the provider, also where its notification was lost, and shows nobody else's", async () => {
    const [person, other] = [await profiled(), await profiled()];
    expectStatus(await send(person), 201);
    expectStatus(await send(other, 'passportEU', PNG, 'autre.png'), 201);
    const [{ providerId } = { providerId: null }] = expectStatus(await list(person), 200).body;
    world.sandbox.setMortarUrl(undefined);
    await world.control('PUT', `/documents/${providerId}`, { status: 2 });
    world.sandbox.setMortarUrl(world.url);
    assert.deepEqual(expectStatus(await list(person), 200).body, [
      { status: 'accepted', type: 'identityCard', providerId, name: 'carte.pdf' },
    ]);
    assert.deepEqual(
      (await recordsOf(person)).map(({ status }) => status),
      ['accepted'],
    );
  });
  it('says why the provider refused one, here and in the view of the investor', async () => {
    const person = await profiled();
    expectStatus(await send(person), 201);
    const [{ providerId } = { providerId: null }] = expectStatus(await list(person), 200).body;
    await world.control('PUT', `/documents/${providerId}`, { status: 5 });
    const refused = { status: 'refused', type: 'identityCard', providerId, name: 'carte.pdf', refusalReason: 'expired' };
    assert.deepEqual(expectStatus(await list(person), 200).body, [refused]);
    const me = await person.client.get<View>('/customers/me');
    assert.deepEqual(me.body.identityDocuments, [refused]);
  });
  it('shows what the support team gave to the provider, of the four types, beside ours', async () => {
    const person = await profiled();
    expectStatus(await send(person), 201);
    const [{ providerId } = { providerId: null }] = expectStatus(await list(person), 200).body;
    const passport = await uploadAtProvider(world, person.customerId, 3);
    const second = await uploadAtProvider(world, person.customerId, 0);
    await uploadAtProvider(world, person.customerId, 7);
    await silently(world, () => world.control('PUT', `/documents/${passport}`, { status: 2 }));
    assert.deepEqual(expectStatus(await list(person), 200).body, [
      { status: 'uploaded', type: 'identityCard', providerId, name: 'carte.pdf' },
      { status: 'accepted', type: 'passportEU', providerId: passport, name: 'passportEU' },
      { status: 'uploaded', type: 'identityCard', providerId: second, name: 'identityCard' },
    ]);
    assert.equal((await recordsOf(person)).length, 1);
  });
  it('leaves out what a later one of ours took the place of', async () => {
    const person = await profiled();
    expectStatus(await send(person), 201);
    await recordIdentity(world, person.customerId, 'refused');
    expectStatus(await send(person, 'identityCard', PNG, 'neuf.png'), 201);
    assert.equal((await atProvider(person)).documents.length, 2);
    assert.deepEqual(
      expectStatus(await list(person), 200).body.map(({ name }) => name),
      ['neuf.png'],
    );
  });
  it('of a v2 investor they are the provider’s', async () => {
    const person = await signUp(world);
    const onboardingId = await openOnboarding(world, person.customerId);
    await customerIs(world, person.customerId, 'onboardedV2');
    assert.deepEqual(expectStatus(await list(person), 200).body, []);
    await world.control('PUT', `/onboardings/${onboardingId}`, { status: 'ACCEPTED', profileStatus: 'ACCEPTED' });
    const providerId = await uploadAtProvider(world, person.customerId, 5);
    assert.deepEqual(expectStatus(await list(person), 200).body, [
      { status: 'uploaded', type: 'residencePermit', providerId, name: 'residencePermit' },
    ]);
  });
  it('a provider that does not answer -> 500 internal-error', async () => {
    const person = await profiled();
    expectStatus(await send(person), 201);
    await fault('GET /v2/accounts/:id/documents', 'http-500');
    expectCode(await list(person), 500, 'internal-error');
    expectStatus(await list(person), 200);
  });
  it('without a session -> 401 unauthenticated', async () =>
    expectCode(await world.visitor().get(IDENTITY), 401, 'unauthenticated'));
  it('as an administrator -> 403 forbidden', async () =>
    expectCode(await (await signInAdministrator(world)).client.get(IDENTITY), 403, 'forbidden'));
});
