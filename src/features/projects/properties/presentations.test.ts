// Presentations of a property: uploaded, listed, on its page, and gone for good once they are deleted, through HTTP.

import assert from 'node:assert/strict';
import { randomUUID } from 'node:crypto';
import { readdir } from 'node:fs/promises';
import { join } from 'node:path';
import { after, before, describe, it } from 'node:test';
import { openFunding, type Person, signInAdministrator, signUp } from '../../../../test/support/actors.ts';
import { assertFilters, assertPages, assertPeriod, itRefuses, pageOf } from '../../../../test/support/administration-lists.ts';
import { PDF, PNG } from '../../../../test/support/files.ts';
import { expectCode, expectStatus, startWorld, type World } from '../../../../test/support/world.ts';

type Item = { id: string; propertyId: string; name: string; url: string; sizeBytes: number; createdAt: string };

let world: World;
let admin: Person;
let propertyId: string;

before(async () => {
  world = await startWorld();
  admin = await signInAdministrator(world);
  ({ propertyId } = await openFunding(world, { bricks: 5 }));
});
after(() => world.close());

const urlOf = (of: string) => `/administration/property/${of}/presentations`;
const formOf = (bytes: Uint8Array<ArrayBuffer>, name = 'dossier.pdf', field = 'file') => {
  const form = new FormData();
  form.append(field, new Blob([bytes]), name);
  return form;
};
const upload = (of: string, name?: string, by = admin) => by.client.post<Item>(urlOf(of), formOf(PDF, name));
const uploaded = async (of: string, name?: string) => expectStatus(await upload(of, name), 201).body;
const remove = (of: string, id: string, by = admin) => by.client.delete(`${urlOf(of)}/${id}`);
const list = async (of: string, query = '') => (await pageOf<Item>(admin, urlOf(of), query)).items;
const pageOfProperty = async (of: string) =>
  expectStatus(await world.visitor().get<{ presentations: { name: string; url: string }[] }>(`/properties/${of}`), 200).body
    .presentations;
const fileAt = async (url: string) => (await fetch(new URL(new URL(url).pathname, world.url))).status;
const files = async () => readdir(join(world.deps.config.DATA_DIR, 'files', 'public', 'presentations')).catch(() => []);
const audits = (kind: string) =>
  world.sql<{ target_id: string; payload: object }>(
    'select target_id, payload from admin_action where kind = $1 order by created_at desc, id desc',
    [kind],
  );
const newDraft = async () => {
  const draft = { name: `Brouillon ${randomUUID()}`, investorContractType: 'obligation' };
  return expectStatus(await admin.client.post<{ id: string }>('/administration/property', draft), 201).body.id;
};

describe('POST /administration/property/:propertyId/presentations', () => {
  it('stores the PDF, ties it to the property and shows it on its page, with its audit row', async () => {
    assert.deepEqual(await pageOfProperty(propertyId), []);
    const { id, createdAt, url, ...told } = await uploaded(propertyId, 'Dossier d’investissement.pdf');
    assert.ok(createdAt);
    assert.deepEqual(told, {
      propertyId,
      name: 'Dossier d’investissement.pdf',
      contentType: 'application/pdf',
      sizeBytes: PDF.length,
      uploadedBy: { administratorId: admin.userId, email: admin.email },
    });
    assert.match(url, /\/public\/presentations\/[0-9a-f-]{36}\.pdf$/);
    assert.equal(await fileAt(url), 200);
    assert.deepEqual(await pageOfProperty(propertyId), [{ name: told.name, url }]);
    const [audit] = await audits('PROPERTY_PRESENTATION_UPLOAD');
    assert.deepEqual(audit, { target_id: propertyId, payload: { presentationId: id, name: told.name } });
  });
  it('keeps of the name what can be shown', async () => {
    const { name } = await uploaded((await openFunding(world, { bricks: 1 })).propertyId, '../../a\tb.pdf');
    assert.equal(name, 'ab.pdf');
  });
  it('no file, two files, or one that is no PDF by its content -> 400 validation-failed', async () => {
    const two = formOf(PDF);
    two.append('file', new Blob([PDF]), 'second.pdf');
    for (const body of [new FormData(), formOf(PDF, 'x.pdf', 'document'), formOf(PNG), two, undefined])
      expectCode(await admin.client.post(urlOf(propertyId), body), 400, 'validation-failed');
  });
  it('for a property that never was -> 404 not-found, and no file stays', async () => {
    const before = await files();
    expectCode(await upload(randomUUID()), 404, 'not-found');
    assert.deepEqual(await files(), before);
  });
  it('above 10 MB -> 413 payload-too-large', async () => {
    const big = new Uint8Array(10 * 1_048_576 + 1);
    big.set(PDF);
    expectCode(await admin.client.post(urlOf(propertyId), formOf(big)), 413, 'payload-too-large');
  });
  it('without a session -> 401 unauthenticated', async () =>
    expectCode(await world.visitor().post(urlOf(propertyId), formOf(PDF)), 401, 'unauthenticated'));
  it('as an investor -> 403 forbidden', async () =>
    expectCode(await upload(propertyId, 'x.pdf', await signUp(world)), 403, 'forbidden'));
});

describe('GET /administration/property/:propertyId/presentations', () => {
  it('page by page, newest first; by name and period; of this property alone', async () => {
    const of = (await openFunding(world, { bricks: 1 })).propertyId;
    const made = [await uploaded(of, 'Plans.pdf'), await uploaded(of, 'Dossier.pdf'), await uploaded(of, 'plan B.pdf')];
    assert.deepEqual(await list(of), made.toReversed());
    await assertPages<Item>(admin, urlOf(of), ({ id }) => id);
    await assertFilters<Item>(admin, urlOf(of), [['name=PLAN', ({ name }) => /plan/i.test(name)]]);
    await assertPeriod<Item>(admin, urlOf(of), ({ createdAt }) => createdAt);
    assert.deepEqual(await list(of, '?name=%25'), []);
    assert.deepEqual(await list((await openFunding(world, { bricks: 1 })).propertyId), []);
  });
  it('of a property that never was -> 404 not-found', async () =>
    expectCode(await admin.client.get(urlOf(randomUUID())), 404, 'not-found'));
  itRefuses(urlOf(randomUUID()), { world: () => world, administrator: () => admin });
});

describe('DELETE /administration/property/:propertyId/presentations/:presentationId', () => {
  it('takes it off the page, and its file out of the storage, with its audit row', async () => {
    const of = (await openFunding(world, { bricks: 1 })).propertyId;
    const [gone, stays] = [await uploaded(of, 'Ancien.pdf'), await uploaded(of, 'Nouveau.pdf')];
    assert.equal((await pageOfProperty(of)).length, 2);
    expectStatus(await remove(of, gone.id), 200);
    assert.deepEqual(await list(of), [stays]);
    assert.deepEqual(await pageOfProperty(of), [{ name: 'Nouveau.pdf', url: stays.url }]);
    await world.until(async () => (await fileAt(gone.url)) === 404, 'the file is gone');
    assert.equal(await fileAt(stays.url), 200);
    const [audit] = await audits('PROPERTY_PRESENTATION_DELETION');
    assert.deepEqual(audit, { target_id: of, payload: { presentationId: gone.id, name: 'Ancien.pdf' } });
  });
  it("twice, another property's, or one that never was -> 404 not-found", async () => {
    const of = (await openFunding(world, { bricks: 1 })).propertyId;
    const { id } = await uploaded(of);
    expectCode(await remove(propertyId, id), 404, 'not-found');
    expectCode(await remove(of, randomUUID()), 404, 'not-found');
    const answers = await Promise.all([remove(of, id), remove(of, id)]);
    assert.deepEqual(answers.map(({ status }) => status).toSorted(), [200, 404]);
    expectCode(await remove(of, id), 404, 'not-found');
  });
  it('without a session -> 401 unauthenticated', async () =>
    expectCode(await world.visitor().delete(`${urlOf(propertyId)}/${randomUUID()}`), 401, 'unauthenticated'));
  it('as an investor -> 403 forbidden', async () =>
    expectCode(await remove(propertyId, randomUUID(), await signUp(world)), 403, 'forbidden'));
});

describe('a DRAFT with a presentation', () => {
  it('is deleted with it; a refused deletion keeps it', async () => {
    const draft = await newDraft();
    const { url } = await uploaded(draft);
    const kept = await uploaded(propertyId, 'Reste.pdf');
    expectCode(await admin.client.delete(`/administration/property/${propertyId}`), 400, 'property.delete.must-be-draft');
    assert.ok((await list(propertyId)).some(({ id }) => id === kept.id));
    expectStatus(await admin.client.delete(`/administration/property/${draft}`), 200);
    await world.until(async () => (await fileAt(url)) === 404, 'the file is gone');
    assert.equal(await fileAt(kept.url), 200);
  });
});
