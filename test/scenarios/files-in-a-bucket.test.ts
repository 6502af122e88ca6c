// Every file of the service in a bucket of a real S3 server: images, documents, identity papers, invoices; and what happens when the
// bucket fails.

import assert from 'node:assert/strict';
import { randomUUID } from 'node:crypto';
import { after, afterEach, before, describe, it } from 'node:test';
import sharp from 'sharp';
import { centsOf } from '../../src/core/cents.ts';
import type { CustomerId } from '../../src/core/db/tables.ts';
import { inTransaction } from '../../src/core/db/transaction.ts';
import { issueInvoice } from '../../src/features/investing/invoices/index.ts';
import { type Investor, type Person, signInAdministrator, signUp, spvWithWallet } from '../support/actors.ts';
import { type Bucket, type BucketRequest, startBucket } from '../support/bucket.ts';
import { PDF, uploadOf } from '../support/files.ts';
import { clientAt } from '../support/processes.ts';
import { PROFILE } from '../support/profiles.ts';
import { earn, referredBy } from '../support/referral-actors.ts';
import { expectCode, expectStatus, startWorld, type World } from '../support/world.ts';

const IMAGES = '/administration/property/upload-image';
const DOCUMENT = '/administration/property/upload-property-document';
const IDENTITY = '/customers/investor-identity-document';
const RECEIVED = '/administration/referral-for-primary-purchase/invoice-received';

let bucket: Bucket;
let world: World;
let admin: Person;

before(async () => {
  bucket = await startBucket();
  // Two seconds a try.
  world = await startWorld({ settings: { ...bucket.settings, S3_TIMEOUT_MS: '6000' } });
  admin = await signInAdministrator(world);
});
after(() => world.close().finally(() => bucket.close()));
afterEach(() => bucket.answerInstead(undefined));

const picture = (r: number) => sharp({ create: { width: 30, height: 20, channels: 3, background: { r, g: 60, b: 20 } } });
const [PNG, JPEG] = [await picture(200).png().toBuffer(), await picture(100).jpeg().toBuffer()];

function form(field: string, files: readonly Uint8Array[], more: Record<string, string> = {}): FormData {
  const body = new FormData();
  for (const [name, value] of Object.entries(more)) body.set(name, value);
  for (const [index, bytes] of files.entries()) body.append(field, new Blob([new Uint8Array(bytes)]), `file-${index}.pdf`);
  return body;
}
const fails = () => bucket.answerInstead((_, response) => void response.writeHead(503).end());
const keys = (method: string, under: string) =>
  bucket.requests.filter((request) => request.method === method && request.key.startsWith(under)).map(({ key }) => key);
const contentOf = async (url: string) => {
  const answer = await fetch(url);
  assert.equal(answer.status, 200);
  return { type: answer.headers.get('content-type'), bytes: Buffer.from(await answer.arrayBuffer()) };
};

async function profiled(): Promise<Investor> {
  const person = await signUp(world);
  expectStatus(await person.client.patch('/customers/profile', PROFILE), 200);
  return person;
}
const handIn = (by: Investor, bytes: Uint8Array<ArrayBuffer> = PDF) =>
  by.client.post(IDENTITY, uploadOf(bytes, { type: 'identityCard', name: 'carte.pdf' }));
const documentsOf = (of: Investor) =>
  world.sql<{ key: string }>('select storage_key as key from identity_document where customer_id = $1', [of.customerId]);

async function invoiceOf(customerId: CustomerId): Promise<string> {
  const lines = [{ label: 'Frais de retrait', amountExclTaxCents: centsOf(100), vatBps: 2000 }];
  const invoice = { party: { customerId }, reason: 'withdrawal-fee', subjectId: randomUUID(), lines } as const;
  const at = world.deps.clock.now();
  return (await inTransaction(world.deps.db, (tx) => issueInvoice(tx, world.deps, { ...invoice, at }))).invoiceId;
}

describe('files in a bucket', () => {
  it('images are uploaded, published with their property, listed and read at the bucket', async () => {
    const { body: urls } = expectStatus(await admin.client.post<string[]>(IMAGES, form('files', [PNG, JPEG])), 201);
    assert.equal(keys('PUT', 'public/images/').length, 8, 'each with three copies');
    for (const [index, type] of ['image/png', 'image/jpeg'].entries()) {
      const url = urls[index] ?? '';
      assert.ok(url.startsWith(`${bucket.url}/${bucket.name}/public/images/`));
      assert.equal((await contentOf(url)).type, type);
      assert.equal((await contentOf(url.replace(/\.\w+$/, '-400.webp'))).type, 'image/webp');
      const key = new URL(url).pathname.split('/').slice(2).join('/');
      const ours = await contentOf(`${world.url}/files/${key}`);
      assert.ok(ours.type === type && ours.bytes.equals((await contentOf(url)).bytes), 'links of the time before the bucket');
    }
    const { spvId } = await spvWithWallet(world);
    const now = world.deps.clock.now();
    const draft = {
      ...{ name: 'Les Ormes', investorContractType: 'royalty', spvId, imageGallery: urls },
      ...{ amountToFundCents: 50_000, minAmountToFundCents: 30_000, fundingStartDate: now.add({ hours: 48 }).toString() },
    };
    const { id } = expectStatus(await admin.client.post<{ id: string }>('/administration/property', draft), 201).body;
    const published = await admin.client.patch(`/administration/property/${id}/publish`, { displayDate: now.toString() });
    expectStatus(published, 200);
    const page = expectStatus(await world.visitor().get<{ imageGallery: string[] }>(`/properties/${id}`), 200).body;
    assert.deepEqual(page.imageGallery, urls);
  });
  it('a document of a property lies under a public address', async () => {
    const { url } = expectStatus(await admin.client.post<{ url: string }>(DOCUMENT, form('file', [PDF])), 201).body;
    const { type, bytes } = await contentOf(url);
    assert.ok(type === 'application/pdf' && bytes.equals(PDF) && url.includes('/public/documents/'));
  });
  it('an identity document is kept in private, reaches the provider, and goes when it is replaced', async () => {
    const person = await profiled();
    await world.control('POST', '/faults', { route: 'POST /v2/accounts/individual', mode: 'http-500', times: 1 });
    expectCode(await handIn(person, Buffer.concat([PDF, Buffer.from('\n')])), 500, 'internal-error');
    const [first] = await documentsOf(person);
    expectStatus(await handIn(person), 201);
    const [second] = await documentsOf(person);
    assert.match(second?.key ?? '', /^private\/identity-documents\//);
    assert.ok(Buffer.from((await world.deps.storage.get(second?.key ?? ''))?.bytes ?? []).equals(PDF));
    assert.ok((await world.deps.storage.get(first?.key ?? '')) === null);
    const { documents } = await world.control<{ documents: { sizeBytes: number }[] }>('GET', `/accounts/${person.customerId}`);
    assert.deepEqual(
      documents.map(({ sizeBytes }) => sizeBytes),
      [PDF.length],
    );
    const link = new URL(await world.deps.storage.signedUrl(second?.key ?? '', 60));
    assert.ok((await contentOf(link.href)).bytes.equals(PDF));
    for (const query of ['', link.search])
      expectCode(await world.visitor().get(`/files/${second?.key}${query}`), 404, 'not-found');
  });
  it('an invoice is filed by the job and answered from the bucket, to its customer', async () => {
    const person = await profiled();
    const invoiceId = await invoiceOf(person.customerId);
    const filed = await world.until(async () => {
      const [row] = await world.sql<{ key: string | null }>('select storage_key as key from invoice where id = $1', [invoiceId]);
      return row?.key;
    }, 'the job has filed it');
    assert.match(filed, /^private\/invoices\//);
    const answer = expectStatus(await person.client.get(`/customers/invoices/${invoiceId}/file`), 200);
    assert.match(answer.text, /^%PDF-1\./);
    assert.ok(keys('GET', filed).length > 0);
    expectCode(await (await signUp(world)).client.get(`/customers/invoices/${invoiceId}/file`), 404, 'not-found');
  });
  it('the invoice of a referrer is kept in private', async () => {
    const referrer = await signUp(world);
    await earn(world, await referredBy(world, referrer, 0), 240_000, 10_000);
    const { year } = world.deps.clock.now().toZonedDateTimeISO('Europe/Paris');
    const fields = { invoiceAmountInCents: '10000', year: String(year), email: referrer.email };
    expectStatus(await admin.client.post(RECEIVED, form('file', [PDF], fields)), 201);
    assert.equal(keys('PUT', 'private/referral-invoices/').length, 1);
  });
  it('without an ACL: every private object is private to the bucket', () => {
    assert.deepEqual(bucket.requests.filter(saysWhoMayRead), []);
    const kept = bucket.requests.filter(({ method }) => method === 'PUT');
    assert.ok(kept.length > 10 && kept.every(({ key }) => /^(public|private)\//.test(key)));
  });
});

const saysWhoMayRead = ({ headers, query }: BucketRequest) =>
  query.has('acl') || Object.keys(headers).some((name) => name === 'x-amz-acl' || name.startsWith('x-amz-grant'));

describe('with other settings', () => {
  it('links lie under S3_PUBLIC_URL, and S3_USE_ACL opens only what is public', async () => {
    const settings = { S3_PUBLIC_URL: 'https://files.mortar.test', S3_USE_ACL: 'true' };
    const there = await world.another({ api: true, worker: false, settings });
    const from = bucket.requests.length;
    const client = clientAt({ url: there.url ?? '' }, admin.client);
    const { body: urls } = expectStatus(await client.post<string[]>(IMAGES, form('files', [PNG])), 201);
    assert.match(urls[0] ?? '', /^https:\/\/files\.mortar\.test\/public\/images\/[0-9a-f-]{36}\.png$/);
    const { url } = expectStatus(await client.post<{ url: string }>(DOCUMENT, form('file', [PDF])), 201).body;
    assert.match(url, /^https:\/\/files\.mortar\.test\/public\/documents\//);
    const person = await profiled();
    expectStatus(await handIn({ ...person, client: clientAt({ url: there.url ?? '' }, person.client) }), 201);
    const said = bucket.requests.slice(from).filter(({ method }) => method === 'PUT');
    const openTo = (under: string) =>
      new Set(said.filter(({ key }) => key.startsWith(under)).map((put) => put.headers['x-amz-acl']));
    assert.deepEqual([said.length, openTo('public/'), openTo('private/')], [6, new Set(['public-read']), new Set(['private'])]);
    const [{ key } = { key: '' }] = await documentsOf(person);
    assert.ok((await there.deps.storage.signedUrl(key, 60)).startsWith(bucket.url), 'private files are not linked there');
  });
});

describe('a bucket that fails', () => {
  it('images -> 500 internal-error, Failed to upload images', async () => {
    fails();
    const answer = await admin.client.post<{ detail: string }>(IMAGES, form('files', [PNG, JPEG]));
    expectCode(answer, 500, 'internal-error');
    assert.equal(answer.body.detail, 'Failed to upload images');
  });
  it('at one copy of one image: that image is left out, and nothing of it stays', async () => {
    const from = bucket.requests.length;
    let failed = '';
    bucket.answerInstead((request, response) => {
      const { pathname } = new URL(request.url ?? '', bucket.url);
      if (failed === '' && pathname.includes('-800.webp')) failed = pathname;
      // At each try.
      if (request.method === 'PUT' && pathname === failed) response.writeHead(503).end();
      else bucket.serve(request, response);
    });
    const { body } = expectStatus(await admin.client.post<string[]>(IMAGES, form('files', [PNG, JPEG])), 201);
    assert.equal(body.length, 1);
    const name = failed.replace('-800.webp', '');
    const removed = bucket.requests.slice(from).filter(({ method }) => method === 'DELETE');
    assert.equal(removed.length, 4);
    assert.ok(removed.every(({ key }) => `/${bucket.name}/${key}`.startsWith(name)));
    assert.ok(!body[0]?.includes(name));
  });
  it('a document of a property -> 500 with an empty body', async () => {
    fails();
    const answer = await admin.client.post(DOCUMENT, form('file', [PDF]));
    assert.deepEqual([answer.status, answer.text], [500, '']);
  });
  it('an identity document -> 503 temporarily-unavailable, and none is recorded', async () => {
    const person = await profiled();
    fails();
    const answer = await handIn(person);
    expectCode(answer, 503, 'temporarily-unavailable');
    assert.ok(answer.headers.has('retry-after'));
    assert.deepEqual(await documentsOf(person), []);
    bucket.answerInstead(undefined);
    expectStatus(await handIn(person), 201);
  });
  it('a stored file -> 503 temporarily-unavailable, also when the bucket never answers', async () => {
    const [key = ''] = keys('PUT', 'public/images/');
    fails();
    expectCode(await world.visitor().get(`/files/${key}`), 503, 'temporarily-unavailable');
    bucket.answerInstead(() => {});
    expectCode(await world.visitor().get(`/files/${key}`), 503, 'temporarily-unavailable');
  });
});
