// What administrators see of the identity documents of an investor, and who of them looked at a file, through HTTP.

import assert from 'node:assert/strict';
import { randomUUID } from 'node:crypto';
import { after, before, describe, it } from 'node:test';
import { type Investor, type Person, signInAdministrator, signUp } from '../../../../test/support/actors.ts';
import { assertFilters, assertPages, assertPeriod, itRefuses, pageOf } from '../../../../test/support/administration-lists.ts';
import { JPEG, PDF, PNG, uploadOf } from '../../../../test/support/files.ts';
import { uploadAtProvider } from '../../../../test/support/notifications.ts';
import { PROFILE } from '../../../../test/support/profiles.ts';
import { readAudits } from '../../../../test/support/readers.ts';
import { expectCode, expectStatus, startWorld, type World } from '../../../../test/support/world.ts';
import type { CustomerId } from '../../../core/db/tables.ts';
import { newId } from '../../../core/ids.ts';

type Document = { id: string; type: string; status: string; name: string; providerId: number | null } & {
  refusalReason: string | null;
  createdAt: string;
  updatedAt: string;
};
type Page = { items: Document[]; nextCursor: string | null; onlyAtProvider: Pick<Document, 'type' | 'providerId'>[] | null };

let world: World;
let admin: Person;
/** A business: it may hand in several documents, and KYC stays open. */
let business: Investor;

before(async () => {
  world = await startWorld();
  admin = await signInAdministrator(world);
  business = await profiled('business');
  await handIn(business, 'identityCard', PDF, 'carte.pdf');
  await handIn(business, 'passportEU', PNG, 'passeport "de Camille".png');
  await handIn(business, 'drivingLicence', JPEG, 'permis.jpg');
});
after(() => world.close());

async function profiled(customerType: 'individual' | 'business'): Promise<Investor> {
  const person = await signUp(world);
  expectStatus(await person.client.patch('/customers/profile', { ...PROFILE, customerType }), 200);
  return person;
}
const handIn = async (by: Investor, type: string, bytes: Uint8Array<ArrayBuffer>, name: string) =>
  expectStatus(await by.client.post('/customers/investor-identity-document', uploadOf(bytes, { type, name })), 201);
const urlOf = (of: { customerId: CustomerId }) => `/administration/customers/${of.customerId}/documents`;
const list = async (of: Investor, query = '') => expectStatus(await admin.client.get<Page>(`${urlOf(of)}${query}`), 200).body;
const readFile = async (of: Investor, documentId: string, by = admin.client) => {
  const cookie = [...by.cookies].map(([name, value]) => `${name}=${value}`).join('; ');
  const response = await fetch(`${world.url}${urlOf(of)}/${documentId}/file`, { headers: { cookie } });
  return { status: response.status, headers: response.headers, bytes: Buffer.from(await response.arrayBuffer()) };
};
const looks = () =>
  readAudits<{ administrator_email: string; target_id: string; payload: object }>(world, { kind: 'IDENTITY_DOCUMENT_READ' }, [
    'administrator_email',
    'target_id',
    'payload',
  ]);

describe('GET /administration/customers/:customerId/documents', () => {
  it('shows what was handed in, newest first, with what the provider said of it', async () => {
    const person = await profiled('individual');
    await handIn(person, 'identityCard', PDF, 'carte.pdf');
    const { items, onlyAtProvider } = await list(person);
    const [{ id, createdAt, updatedAt, providerId, ...told } = assert.fail('an empty list')] = items;
    assert.deepEqual(told, {
      type: 'identityCard',
      status: 'uploaded',
      name: 'carte.pdf',
      contentType: 'application/pdf',
      refusalReason: null,
    });
    assert.ok(id && createdAt && updatedAt && providerId);
    assert.deepEqual(onlyAtProvider, []);
    await world.control('PUT', `/documents/${providerId}`, { status: 7 });
    const [refused] = (await list(person, '?status=refused')).items;
    assert.equal(refused?.refusalReason, 'wrong-name');
  });
  it('shows beside them what only the provider has, and writes nothing of it', async () => {
    const person = await profiled('individual');
    await handIn(person, 'identityCard', PDF, 'carte.pdf');
    const documentId = await uploadAtProvider(world, person.customerId, 3);
    const { items, onlyAtProvider } = await list(person);
    assert.deepEqual(
      [items.length, onlyAtProvider?.map(({ type, providerId }) => [type, providerId])],
      [1, [['passportEU', documentId]]],
    );
    assert.deepEqual((await list(person, '?type=identityCard')).onlyAtProvider, []);
    assert.equal((await list(person, '?type=passportEU')).onlyAtProvider?.length, 1);
    const rows = await world.sql('select from identity_document where customer_id = $1', [person.customerId]);
    assert.equal(rows.length, 1);
  });
  it('shows what we hold while the provider does not answer', async () => {
    const person = await profiled('individual');
    await handIn(person, 'identityCard', PDF, 'carte.pdf');
    await world.control('POST', '/faults', { route: 'GET /v2/accounts/:id/documents', mode: 'http-500', times: 1 });
    const { items, onlyAtProvider } = await list(person);
    assert.deepEqual([items.length, onlyAtProvider], [1, null]);
    await world.control('DELETE', '/faults');
  });
  it('page by page; by type, status and period', async () => {
    await assertPages<Document>(admin, urlOf(business), ({ id }) => id);
    await assertFilters<Document>(admin, urlOf(business), [['type=passportEU', ({ type }) => type === 'passportEU']]);
    await assertPeriod<Document>(admin, urlOf(business), ({ createdAt }) => createdAt);
    assert.deepEqual((await pageOf(admin, urlOf(business), '?status=accepted')).items, []);
    assert.equal((await list(business, '?status=to_be_uploaded')).items.length, 3);
  });
  it('nothing of one investor under another', async () => {
    const { items, onlyAtProvider } = await list(await signUp(world));
    assert.deepEqual([items, onlyAtProvider], [[], []]);
  });
  it('of an investor who never was -> 404 not-found', async () =>
    expectCode(await admin.client.get(urlOf({ customerId: newId() })), 404, 'not-found'));
  const parts = { world: () => world, administrator: () => admin, wrong: ['type=visa', 'status=lost'] };
  itRefuses('an investor’s documents', { ...parts, at: () => urlOf(business) });
});

describe('GET /administration/customers/:customerId/documents/:documentId/file', () => {
  it('gives the file as it was handed in, under a name of ours, and keeps who looked', async () => {
    const before = (await looks()).length;
    const [, passport] = (await list(business)).items;
    const { status, headers, bytes } = await readFile(business, passport?.id ?? '');
    assert.deepEqual([status, bytes.equals(Buffer.from(PNG))], [200, true]);
    assert.deepEqual(
      ['content-type', 'content-disposition', 'cache-control', 'x-content-type-options'].map((name) => headers.get(name)),
      ['image/png', `attachment; filename="passportEU-${passport?.id}.png"`, 'no-store', 'nosniff'],
    );
    const [look, ...more] = (await looks()).slice(before);
    assert.deepEqual(
      [look, more],
      [
        {
          administrator_email: admin.email,
          target_id: business.customerId,
          payload: { documentId: passport?.id, type: 'passportEU' },
        },
        [],
      ],
    );
  });
  it('does not run on HEAD', async () => {
    const [document] = (await list(business)).items;
    const before = (await looks()).length;
    assert.equal((await admin.client.send('HEAD', `${urlOf(business)}/${document?.id}/file`)).status, 404);
    assert.equal((await looks()).length, before);
  });
  it("another investor's, one that never was, or one that the storage has lost -> 404 not-found", async () => {
    const before = (await looks()).length;
    const [document] = (await list(business)).items;
    const other = await profiled('business');
    expectCode(await admin.client.get(`${urlOf(other)}/${document?.id}/file`), 404, 'not-found');
    expectCode(await admin.client.get(`${urlOf(business)}/${randomUUID()}/file`), 404, 'not-found');
    await handIn(other, 'identityCard', PDF, 'carte.pdf');
    const [row] = await world.sql<{ id: string; storage_key: string }>(
      'select id, storage_key from identity_document where customer_id = $1',
      [other.customerId],
    );
    await world.deps.storage.delete(row?.storage_key ?? '');
    expectCode(await admin.client.get(`${urlOf(other)}/${row?.id}/file`), 404, 'not-found');
    assert.equal((await looks()).length, before);
  });
  it('without a session -> 401 unauthenticated', async () =>
    expectCode(await world.visitor().get(`${urlOf(business)}/${randomUUID()}/file`), 401, 'unauthenticated'));
  it('as the investor themself -> 403 forbidden', async () =>
    expectCode(await business.client.get(`${urlOf(business)}/${randomUUID()}/file`), 403, 'forbidden'));
});
