// Uploading the documents of a property, through HTTP.

import assert from 'node:assert/strict';
import { randomUUID } from 'node:crypto';
import { mkdir, readdir, rm, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { after, before, describe, it } from 'node:test';
import { type Person, signInAdministrator, signUp } from '../../../../test/support/actors.ts';
import { readAudits } from '../../../../test/support/readers.ts';
import { expectCode, expectStatus, startWorld, type World } from '../../../../test/support/world.ts';

const UPLOAD = '/administration/property/upload-property-document';
const PDF = Buffer.concat([Buffer.from('%PDF-1.7\n'), Buffer.alloc(64, 'x')]);

let world: World;
let admin: Person;

before(async () => {
  world = await startWorld({ worker: false });
  admin = await signInAdministrator(world);
});
after(() => world.close());

function form(bytes: Buffer, name = 'KIIS.pdf', field = 'file', type = 'application/pdf'): FormData {
  const body = new FormData();
  body.append(field, new Blob([new Uint8Array(bytes)], { type }), name);
  return body;
}
const upload = (body: unknown, by = admin) => by.client.post<{ url: string }>(UPLOAD, body);
const audits = async () =>
  (await readAudits<{ payload: unknown }>(world, { kind: 'PROPERTY_DOCUMENT_UPLOAD' }, ['payload'])).toReversed();
const folder = () => join(world.deps.config.DATA_DIR, 'files', 'public', 'documents');

describe('POST /administration/property/upload-property-document', () => {
  it('stores the PDF under a public address, with its audit row', async () => {
    const { body } = expectStatus(await upload(form(PDF)), 201);
    assert.deepEqual(Object.keys(body), ['url']);
    assert.match(body.url, /\/public\/documents\/[0-9a-f-]{36}\.pdf$/);
    const file = await fetch(new URL(new URL(body.url).pathname, world.url));
    assert.equal(file.status, 200);
    assert.ok(Buffer.from(await file.arrayBuffer()).equals(PDF));
    const shown = ['content-type', 'x-content-type-options', 'content-disposition', 'cache-control'];
    assert.deepEqual(
      shown.map((name) => file.headers.get(name)),
      ['application/pdf', 'nosniff', 'inline', 'public, max-age=31536000, immutable'],
    );
    assert.deepEqual((await audits())[0]?.payload, { url: body.url, name: 'KIIS.pdf' });
  });
  it('names the project that the document is for in its audit row', async () => {
    const draft = { name: 'Les Tilleuls', investorContractType: 'royalty' };
    const { id } = expectStatus(await admin.client.post<{ id: string }>('/administration/property', draft), 201).body;
    expectStatus(await admin.client.post(`${UPLOAD}?propertyId=${id}`, form(PDF)), 201);
    const about = { targetId: id, kind: 'PROPERTY_DOCUMENT_UPLOAD' };
    assert.equal((await readAudits<{ kind: string }>(world, about, ['kind'])).length, 1);
  });
  it('for a project that is not there, and nothing is stored -> 404 property.not-found', async () => {
    const known = await audits();
    expectCode(await admin.client.post(`${UPLOAD}?propertyId=${randomUUID()}`, form(PDF)), 404, 'property.not-found');
    assert.deepEqual(await audits(), known);
  });
  it('looks at the content, not at the declared type, and keeps nothing of the name', async () => {
    const { body } = expectStatus(await upload(form(PDF, '../../évil name.html', 'file', 'text/html')), 201);
    assert.match(body.url, /\/public\/documents\/[0-9a-f-]{36}\.pdf$/);
  });
  it('drops a NUL from the name, which no column takes', async () => {
    const { body } = expectStatus(await upload(form(PDF, 'KI\u0000IS.pdf')), 201);
    assert.deepEqual((await audits())[0]?.payload, { url: body.url, name: 'KIIS.pdf' });
  });
  for (const name of ['KIIS', 'KIIS.', '.pdf'])
    it(`a file named ${name} -> 400 file-extension-not-found`, async () =>
      expectCode(await upload(form(PDF, name)), 400, 'file-extension-not-found'));
  it('no file -> 400 validation-failed', async () => {
    for (const body of [new FormData(), form(PDF, 'KIIS.pdf', 'document'), undefined])
      expectCode(await upload(body), 400, 'validation-failed');
  });
  it('no PDF by its content -> 400 validation-failed', async () => {
    for (const bytes of [Buffer.from('<html>'), Buffer.alloc(0), Buffer.from('PK\x03\x04')])
      expectCode(await upload(form(bytes)), 400, 'validation-failed');
  });
  it('two files -> 400 validation-failed', async () => {
    const body = form(PDF);
    body.append('file', new Blob([new Uint8Array(PDF)]), 'second.pdf');
    expectCode(await upload(body), 400, 'validation-failed');
  });
  it('a storage that fails: no body, and no audit row -> 500', async () => {
    expectStatus(await upload(form(PDF)), 201);
    const known = (await audits()).length;
    await rm(folder(), { recursive: true });
    await mkdir(dirname(folder()), { recursive: true });
    await writeFile(folder(), 'a file where the folder should be');
    const answer = await upload(form(PDF));
    await rm(folder());
    assert.deepEqual([answer.status, answer.text], [500, '']);
    assert.equal((await audits()).length, known);
    expectStatus(await upload(form(PDF)), 201);
    assert.equal((await readdir(folder())).length, 1);
  });
  it('a file above 10 MB -> 413 payload-too-large', async () =>
    expectCode(await upload(form(Buffer.concat([PDF, Buffer.alloc(10 * 1_048_576)]))), 413, 'payload-too-large'));
  it('GET -> 400 validation-failed, as no property has such an id', async () =>
    expectCode(await admin.client.get(UPLOAD), 400, 'validation-failed'));
  it('without a session -> 401 unauthenticated', async () =>
    expectCode(await world.visitor().post(UPLOAD, form(PDF)), 401, 'unauthenticated'));
  it('as an investor -> 403 forbidden', async () => expectCode(await upload(form(PDF), await signUp(world)), 403, 'forbidden'));
});
