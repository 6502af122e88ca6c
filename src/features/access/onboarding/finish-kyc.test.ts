// What of a handed-in document is at the provider, and what it has decided meanwhile: lost answers, two at once, late refusals.

import assert from 'node:assert/strict';
import { after, afterEach, before, describe, it } from 'node:test';
import { type Investor, signUp } from '../../../../test/support/actors.ts';
import { PDF, PNG, uploadOf } from '../../../../test/support/files.ts';
import { eventsOf, silently } from '../../../../test/support/notifications.ts';
import { PROFILE } from '../../../../test/support/profiles.ts';
import { expectCode, expectStatus, startWorld, type World } from '../../../../test/support/world.ts';

type View = { kycStatus: string; customerType: string; identityDocuments: { type: string; providerId: number | null }[] };
type AtProvider = { documents: { id: number; type: number }[] };

let world: World;
before(async () => {
  world = await startWorld();
});
after(() => world.close());
afterEach(async () => {
  await world.control('DELETE', '/faults');
  world.sandbox.setMortarUrl(world.url);
});

const UPLOAD = 'POST /v2/accounts/:id/documents/upload';

async function profiled(customerType: 'individual' | 'business' = 'individual'): Promise<Investor> {
  const person = await signUp(world);
  expectStatus(await person.client.patch('/customers/profile', { ...PROFILE, customerType }), 200);
  return person;
}
const send = (by: Investor, type = 'identityCard', bytes: Uint8Array<ArrayBuffer> = PDF) =>
  by.client.post<View>('/customers/investor-identity-document', uploadOf(bytes, { type, name: 'carte.pdf' }));
const finishBusiness = (by: Investor) => by.client.post<View>('/customers/investor-business-document');
const atProvider = (of: Investor) => world.control<AtProvider>('GET', `/accounts/${of.customerId}`);
const me = async (of: Investor) => expectStatus(await of.client.get<View>('/customers/me'), 200).body;
const status = (of: Investor, number: number) => world.control('PUT', `/accounts/${of.customerId}/status`, { status: number });

describe('a business that is sent to the verifier', () => {
  it('with nothing that the provider has not judged already -> 400 register.documents.required', async () => {
    const person = await profiled('business');
    expectStatus(await send(person), 201);
    expectStatus(await finishBusiness(person), 201);
    const [document] = (await atProvider(person)).documents;
    await world.control('PUT', `/documents/${document?.id}`, { status: 2 });
    await status(person, 3);
    assert.equal((await me(person)).kycStatus, 'refused');
    expectCode(await finishBusiness(person), 400, 'register.documents.required');
    assert.equal((await me(person)).kycStatus, 'refused');
    expectStatus(await send(person, 'passportEU'), 201);
    assert.equal(expectStatus(await finishBusiness(person), 201).body.kycStatus, 'waitingForVerifier');
  });
});

describe('a decision of the provider', () => {
  it('that comes during an upload is not overwritten', async () => {
    const person = await profiled();
    await world.control('POST', '/faults', { route: UPLOAD, mode: 'latency', times: 1, latencyMs: 6_000 });
    const path = `/calls?path=/v2/accounts/${person.customerId}/documents/upload`;
    const answer = send(person);
    await world.until(async () => (await world.control<unknown[]>('GET', path)).length > 0, 'the upload');
    await status(person, 3);
    assert.equal(expectStatus(await answer, 201).body.kycStatus, 'refused');
  });
  it('whose notification was lost during an upload is taken over', async () => {
    const person = await profiled();
    await world.control('POST', '/faults', { route: UPLOAD, mode: 'latency', times: 1, latencyMs: 6_000 });
    const path = `/calls?path=/v2/accounts/${person.customerId}/documents/upload`;
    const answer = send(person);
    await world.until(async () => (await world.control<unknown[]>('GET', path)).length > 0, 'the upload');
    await silently(world, () => status(person, 6));
    assert.equal(expectStatus(await answer, 201).body.kycStatus, 'verified');
  });
});

describe('a document', () => {
  it('whose answer was lost is there once, and its notification is handled', async () => {
    const person = await profiled();
    await world.control('POST', '/faults', { route: UPLOAD, mode: 'timeout-after', times: 1, latencyMs: 0 });
    expectCode(await send(person), 500, 'internal-error');
    const { identityDocuments } = expectStatus(await send(person), 201).body;
    const [document, ...more] = (await atProvider(person)).documents;
    assert.deepEqual([identityDocuments[0]?.providerId, more], [document?.id, []]);
    await world.control('PUT', `/documents/${document?.id}`, { status: 2 });
    assert.ok((await eventsOf(world, person.customerId)).every(({ processed_at }) => processed_at));
  });
  it('handed in twice at once is there once', async () => {
    const person = await profiled();
    const answers = await Promise.all([send(person), send(person)]);
    assert.ok(answers.some((answer) => answer.status === 201));
    assert.ok(
      answers.every((answer) => [201, 403, 503].includes(answer.status)),
      String(answers.map((answer) => answer.status)),
    );
    assert.equal((await atProvider(person)).documents.length, 1);
    assert.equal(expectStatus(await person.client.get<unknown[]>('/customers/investor-identity-document'), 200).body.length, 1);
  });
  it('that was replaced is judged all the same: its notification is handled', async () => {
    const person = await profiled();
    expectStatus(await send(person), 201);
    await status(person, 3);
    expectStatus(await send(person, 'identityCard', PNG), 201);
    const [old] = (await atProvider(person)).documents;
    await world.control('PUT', `/documents/${old?.id}`, { status: 3 });
    assert.ok((await eventsOf(world, person.customerId)).every(({ processed_at }) => processed_at));
  });
});

describe('the type of a customer', () => {
  const become = (person: Investor, customerType: string) => person.client.patch('/customers/profile', { customerType });
  it('cannot change once the provider has the account, verified before or not -> 403 forbidden', async () => {
    const person = await profiled();
    expectStatus(await send(person), 201);
    await status(person, 3);
    expectCode(await become(person, 'business'), 403, 'forbidden');
    await status(person, 6);
    await status(person, 8);
    assert.equal((await me(person)).kycStatus, 'outdated');
    expectCode(await become(person, 'business'), 403, 'forbidden');
    expectStatus(await become(person, 'individual'), 200);
  });
  it('of a first profile after the verification is that of the verified identity -> 403 forbidden', async () => {
    const person = await signUp(world);
    const { id } = await world.control<{ id: number }>('POST', '/onboardings', { accountId: person.customerId });
    await world.control('PUT', `/onboardings/${id}`, { status: 'ACCEPTED', profileStatus: 'ACCEPTED' });
    assert.equal((await me(person)).kycStatus, 'verified');
    expectCode(await person.client.patch('/customers/profile', { ...PROFILE, customerType: 'business' }), 403, 'forbidden');
    expectStatus(await person.client.patch('/customers/profile', PROFILE), 200);
  });
  it('changes freely before', async () => {
    const person = await profiled();
    expectStatus(await become(person, 'business'), 200);
    assert.equal((await me(person)).customerType, 'business');
  });
});
