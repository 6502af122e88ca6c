// What administrators read, they can send back: each GET of the catalogue into its PUT or PATCH, also where something is missing.

import assert from 'node:assert/strict';
import { randomUUID } from 'node:crypto';
import { after, before, it } from 'node:test';
import { type Person, signInAdministrator, spvWithWallet } from '../support/actors.ts';
import { expectCode, expectStatus, startWorld, type World } from '../support/world.ts';

type Row = { id: string; [field: string]: unknown };

let world: World;
let admin: Person;

before(async () => {
  world = await startWorld({ worker: false });
  admin = await signInAdministrator(world);
});
after(() => world.close());

const get = async <T = Row>(path: string) => expectStatus(await admin.client.get<T>(path), 200).body;
const withoutTime = ({ updatedAt: _, ...row }: Row) => row;

it('an SPV without a wallet, and one that keeps its wallet', async () => {
  const bare = { name: 'SPV sans compte', country: 'France' };
  const { id } = expectStatus(await admin.client.post<Row>('/administration/spv', bare), 201).body;
  const read = await get(`/administration/spv/${id}`);
  assert.equal(read.providerExternalId, null);
  expectStatus(await admin.client.put('/administration/spv', read), 200);
  assert.deepEqual(withoutTime(await get(`/administration/spv/${id}`)), withoutTime(read));

  const { spvId } = await spvWithWallet(world);
  const whole = await get(`/administration/spv/${spvId}`);
  expectStatus(await admin.client.put('/administration/spv', whole), 200);
  expectCode(await admin.client.put('/administration/spv', { ...whole, providerExternalId: null }), 400, 'validation-failed');
  assert.deepEqual(withoutTime(await get(`/administration/spv/${spvId}`)), withoutTime(whole));
});

it('an owner without a telephone, as its property shows it', async () => {
  const person = { firstname: 'Inès', lastname: 'Moreau', email: `${randomUUID()}@example.test`, phoneNumber: null };
  const { value } = expectStatus(await admin.client.post<{ value: Row }>('/administration/project-owner', person), 201).body;
  const draft = { name: 'Les Tilleuls', investorContractType: 'loan', projectOwnerId: value.id };
  const { id } = expectStatus(await admin.client.post<Row>('/administration/property', draft), 201).body;
  const { projectOwner } = await get<{ projectOwner: Row }>(`/administration/property/${id}`);
  assert.equal(projectOwner.phoneNumber, null);
  for (const owner of [projectOwner, value])
    expectStatus(await admin.client.put(`/administration/project-owner/${value.id}`, owner), 204);
});

it('a presentation without a picture', async () => {
  const content = { name: `Inès ${randomUUID()}`, description: 'Bâtit.', profilePictureUrl: null };
  const made = expectStatus(
    await admin.client.post<Row & { json: object }>('/administration/project-owner-presentation', content),
    201,
  );
  const path = `/administration/project-owner-presentation/${made.body.id}`;
  for (const sent of [made.body.json, content]) expectStatus(await admin.client.put(path, sent), 200);
});

it('a draft as it was created, and its publication without a display date', async () => {
  const { spvId } = await spvWithWallet(world);
  for (const [investorContractType, route] of [
    ['obligation', ''],
    ['royalty', 'royalty/'],
  ] as const) {
    const bare = { name: 'Les Tilleuls', investorContractType };
    const { id } = expectStatus(await admin.client.post<Row>('/administration/property', bare), 201).body;
    const read = await get(`/administration/property/${id}`);
    expectStatus(await admin.client.patch(`/administration/property/${route}${id}`, read), 200);
    assert.deepEqual(withoutTime(await get(`/administration/property/${id}`)), withoutTime(read));
    const rest = {
      ...{ spvId, imageGallery: ['https://images.test/a.png', 'https://images.test/b.png'], amountToFundCents: 50_000 },
      fundingStartDate: world.deps.clock.now().add({ hours: 48 }).toString(),
    };
    expectStatus(await admin.client.patch(`/administration/property/${route}${id}`, rest), 200);
    const { displayDate } = await get(`/administration/property/${id}`);
    expectStatus(await admin.client.patch(`/administration/property/${id}/publish`, { displayDate }), 200);
  }
});

it('a published loan, its note and a news', async () => {
  const { spvId } = await spvWithWallet(world);
  const draft = {
    ...{ name: 'Les Saules', investorContractType: 'loan', spvId, amountToFundCents: 50_000, operation: { version: 'V1' } },
    ...{ imageGallery: ['https://images.test/a.png', 'https://images.test/b.png'], surface: 12.5, returnOnInvestment: 9.25 },
    ...{ companyFees: { fundingFees: { amountExcludingTaxCents: 5 } }, advantages: [{ title: 'Gare', description: '' }] },
    fundingStartDate: world.deps.clock.now().add({ hours: 48 }).toString(),
  };
  const { id } = expectStatus(await admin.client.post<Row>('/administration/property', draft), 201).body;
  expectStatus(await admin.client.patch(`/administration/property/${id}/publish`, {}), 200);
  const read = await get(`/administration/property/${id}`);
  expectStatus(await admin.client.patch(`/administration/property/${id}`, read), 200);
  assert.deepEqual(withoutTime(await get(`/administration/property/${id}`)), withoutTime(read));
  const note = await get<object>(`/administration/property/${id}/internal-note`);
  expectStatus(await admin.client.patch(`/administration/property/${id}/internal-note`, note), 200);
});
