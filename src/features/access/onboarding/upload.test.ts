// Identity and business documents through HTTP, with the provider at the other end: what is refused, what a fault leaves behind.

import assert from 'node:assert/strict';
import { after, afterEach, before, describe, it } from 'node:test';
import { deflateSync } from 'node:zlib';
import { type Investor, signInAdministrator, signUp } from '../../../../test/support/actors.ts';
import { customerIs, documentsOf, recordIdentity } from '../../../../test/support/customer-states.ts';
import { JPEG, PDF, PNG, pdfOf, uploadOf } from '../../../../test/support/files.ts';
import { PROFILE } from '../../../../test/support/profiles.ts';
import { readChat } from '../../../../test/support/readers.ts';
import { shows } from '../../../../test/support/recorder.ts';
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
const BUSINESS = '/customers/investor-business-document';

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
const finishBusiness = (by: Investor) => by.client.post<View>(BUSINESS);
const list = (by: Investor) => by.client.get<Document[]>(IDENTITY);
const atProvider = (of: Investor) => world.control<AtProvider>('GET', `/accounts/${of.customerId}`);
const isAtProvider = async (of: Investor) =>
  (await world.control<{ accountId: string }[]>('GET', '/accounts')).some(({ accountId }) => accountId === of.customerId);
const kycOf = async (of: Investor) => expectStatus(await of.client.get<View>('/customers/me'), 200).body.kycStatus;

const recordsOf = (of: Investor) =>
  world.sql<{ type: string; status: string; provider_id: string | null; storage_key: string }>(
    'select type, status, provider_id, storage_key from identity_document where customer_id = $1 order by type',
    [of.customerId],
  );
const fault = (route: string, mode: string, more: object = {}) =>
  world.control('POST', '/faults', { route, mode, times: 1, ...more });
const OPEN_INDIVIDUAL = 'POST /v2/accounts/individual';
const OPEN_LEGAL = 'POST /v2/accounts/legal';
const UPLOAD = 'POST /v2/accounts/:id/documents/upload';

/** Runs `meanwhile` after the provider was asked to open the account and before it answers. */
async function whileAccountOpens<T>(route: string, request: () => Promise<T>, meanwhile: () => Promise<unknown>): Promise<T> {
  await fault(route, 'latency', { latencyMs: 1500 });
  const [method, path = ''] = route.split(' ');
  // What the worker sends on of a profile of the tests before goes to the same path.
  const asked = async () =>
    (await world.control<{ method: string }[]>('GET', `/calls?path=${path}`)).filter((call) => call.method === method).length;
  const known = await asked();
  const answer = request();
  await world.until(async () => (await asked()) > known, 'the call');
  await meanwhile();
  return answer;
}

describe('POST /customers/investor-identity-document', () => {
  it('individual: file stored, account opened under the customer id, document uploaded, KYC waits', async () => {
    const person = await profiled();
    const change = { from: 'notStarted', to: 'waitingForVerifier', look: () => kycOf(person), by: () => send(person) };
    const { body } = expectStatus(await world.changes('state.kyc-after-individual-identity', change), 201);
    assert.deepEqual([body.kycStatus, body.transactionRights], ['waitingForVerifier', 'account-is-being-verified']);
    const account = await atProvider(person);
    assert.deepEqual([account.kind, account.firstName, account.email], ['individual', 'Camille', person.email]);
    assert.deepEqual(
      account.documents.map(({ type, name, sizeBytes }) => ({ type, name, sizeBytes })),
      [{ type: 0, name: 'carte.pdf', sizeBytes: PDF.length }],
    );
    const providerId = account.documents[0]?.id;
    assert.deepEqual(body.identityDocuments, [{ type: 'identityCard', status: 'uploaded', name: 'carte.pdf', providerId }]);
    const [record] = await recordsOf(person);
    const stored = await world.deps.storage.get(record?.storage_key ?? '');
    assert.deepEqual(stored && Buffer.from(stored.bytes), Buffer.from(PDF));
    const [row] = await world.sql<{ id: string }>('select provider_internal_id as id from customer where id = $1', [
      person.customerId,
    ]);
    assert.equal(Number(row?.id), account.internalId);
  });
  for (const [type, code] of [
    ['identityCard', 0],
    ['passportEU', 3],
    ['residencePermit', 5],
    ['drivingLicence', 11],
  ] as const) {
    it(`${type} is the provider's type ${code}`, async () => {
      const person = await profiled();
      expectStatus(await send(person, type), 201);
      assert.deepEqual(
        (await atProvider(person)).documents.map((document) => document.type),
        [code],
      );
    });
  }
  for (const [what, bytes] of [
    ['a JPEG', JPEG],
    ['a PNG', PNG],
  ] as const) {
    it(`takes ${what}, whatever its name says`, async () => {
      const person = await profiled();
      expectStatus(await send(person, 'identityCard', bytes, 'scan.txt'), 201);
      const [record] = await recordsOf(person);
      assert.match(record?.storage_key ?? '', what === 'a JPEG' ? /\.jpg$/ : /\.png$/);
    });
  }
  it('takes the type after the file, and a name without its folders', async () => {
    const person = await profiled();
    const form = new FormData();
    form.set('file', new Blob([PDF]), '../../etc/passwd\u0000.pdf');
    form.set('type', 'passportEU');
    const { body } = expectStatus(await person.client.post<View>(IDENTITY, form), 201);
    assert.deepEqual(
      body.identityDocuments.map(({ type, name }) => [type, name]),
      [['passportEU', 'passwd.pdf']],
    );
  });
  it('a profile that was taken here is taken by the provider, however it was written', async () => {
    await world.control('PUT', '/settings', { refuseOddNames: true });
    const person = await profiled();
    expectStatus(await person.client.patch('/customers/profile', { citizenship: 'fra, deu,FRA', firstName: 'Bjørn' }), 200);
    expectStatus(await send(person), 201);
    const calls = await world.control<{ body: { accountId?: string; nationality?: string } }[]>(
      'GET',
      '/calls?path=/v2/accounts/individual',
    );
    assert.equal(calls.find(({ body }) => body.accountId === person.customerId)?.body.nationality, 'FRA,DEU');
    await world.control('PUT', '/settings', { refuseOddNames: false });
  });
  for (const status of ['refused', 'outdated']) {
    it(`after a KYC that was ${status}: the earlier document of the type is replaced and goes out again`, async () => {
      const person = await profiled();
      expectStatus(await send(person), 201);
      const [before] = await recordsOf(person);
      await recordIdentity(world, person.customerId, status);
      const { body } = expectStatus(await send(person, 'identityCard', PNG, 'neuf.png'), 201);
      assert.equal(body.kycStatus, 'waitingForVerifier');
      assert.deepEqual(
        body.identityDocuments.map(({ name }) => name),
        ['neuf.png'],
      );
      assert.equal(await world.deps.storage.get(before?.storage_key ?? ''), null, 'the replaced file is removed');
      assert.deepEqual(
        (await atProvider(person)).documents.map(({ name }) => name),
        ['carte.pdf', 'neuf.png'],
      );
    });
  }
  it('business: recorded to be uploaded, forms.documents completed, KYC and provider left alone', async () => {
    const person = await profiled('business');
    const change = { from: 'notStarted', to: 'notStarted', look: () => kycOf(person), by: () => send(person) };
    const { body } = expectStatus(await world.changes('state.kyc-after-business-identity', change), 201);
    assert.deepEqual([body.kycStatus, body.forms.documents], ['notStarted', 'completed']);
    assert.deepEqual(body.identityDocuments, [
      { type: 'identityCard', status: 'to_be_uploaded', name: 'carte.pdf', providerId: null },
    ]);
    assert.equal(await isAtProvider(person), false);
  });
  it('two documents at once: both go out, KYC waits', async () => {
    const person = await profiled();
    const answers = await Promise.all([send(person, 'identityCard'), send(person, 'passportEU')]);
    for (const answer of answers) assert.ok(answer.status === 201 || answer.status === 403, answer.text);
    assert.ok(answers.some(({ status }) => status === 201));
    const records = await recordsOf(person);
    assert.equal(records.length, answers.filter(({ status }) => status === 201).length);
    for (const { status, provider_id: providerId } of records) assert.ok(status === 'uploaded' && providerId !== null);
    assert.equal(await kycOf(person), 'waitingForVerifier');
  });

  it('on onboarding v2, profile or not, and an internal alert -> 403 onboarding.v1-is-not-enabled', async () => {
    for (const person of [await profiled(), await signUp(world)]) {
      await customerIs(world, person.customerId, 'onboardedV2');
      expectCode(await send(person), 403, 'onboarding.v1-is-not-enabled');
      await world.until(async () => {
        const messages = await readChat(world);
        return messages.find(({ channel, text }) => channel === 'internal-alerts' && text.includes(person.customerId));
      }, 'the alert');
      assert.deepEqual(await recordsOf(person), []);
    }
    shows('event.identity-alert');
  });
  it('without a profile -> 403 forbidden', async () => expectCode(await send(await signUp(world)), 403, 'forbidden'));
  for (const status of ['verified', 'waitingForVerifier']) {
    it(`while KYC is ${status} nothing is recorded -> 403 forbidden`, async () => {
      const person = await profiled();
      await recordIdentity(world, person.customerId, status);
      expectCode(await send(person), 403, 'forbidden');
      assert.deepEqual(await recordsOf(person), []);
      shows('registration.identity-document.upload.403.kyc');
    });
  }
  it('a name that the provider refuses: its rule is told, and the name that it takes goes through -> 404 register.profile.required', async () => {
    const person = await profiled();
    expectStatus(await person.client.patch('/customers/profile', { firstName: 'Ng' }), 200);
    await world.control('PUT', '/settings', { refuseOddNames: true });
    const refused = await send(person).finally(() => world.control('PUT', '/settings', { refuseOddNames: false }));
    expectCode(refused, 404, 'register.profile.required');
    assert.match(refused.text, /it is its rule.*identity document/);
    expectStatus(await send(person), 201);
    assert.equal((await atProvider(person)).firstName, 'Ng');
  });
  it('the profile vanishes while KYC is finished -> 404 register.profile.required', async () => {
    const person = await profiled();
    const answer = await whileAccountOpens(
      OPEN_INDIVIDUAL,
      () => send(person),
      () => customerIs(world, person.customerId, 'onboardingOpen'),
    );
    expectCode(answer, 404, 'register.profile.required');
    assert.equal(await kycOf(person), 'notStarted');
  });
  it('the document vanishes while KYC is finished -> 400 register.documents.required', async () => {
    const person = await profiled();
    const answer = await whileAccountOpens(
      OPEN_INDIVIDUAL,
      () => send(person),
      () => documentsOf.vanish(world, person.customerId),
    );
    expectCode(answer, 400, 'register.documents.required');
    assert.equal(await kycOf(person), 'notStarted');
  });

  for (const [what, form] of [
    ['no file', { type: 'identityCard' }],
    ['no type', { file: PDF }],
    ['an unknown type', { file: PDF, type: 'libraryCard' }],
    ['an empty file', { file: new Uint8Array(), type: 'identityCard' }],
    ['a text', { file: new TextEncoder().encode('not a document'), type: 'identityCard' }],
    ['a program', { file: Uint8Array.from([0x7f, 0x45, 0x4c, 0x46, 2, 1, 1, 0]), type: 'identityCard' }],
    ['a WebP', { file: new TextEncoder().encode('RIFF\u0010\u0000\u0000\u0000WEBPVP8 '), type: 'identityCard' }],
    ['the file in another field', { paper: PDF, type: 'identityCard' }],
  ] as const) {
    it(`${what} -> 400 validation-failed`, async () => {
      const person = await profiled();
      const body = new FormData();
      for (const [field, value] of Object.entries(form))
        if (typeof value === 'string') body.set(field, value);
        else body.set(field, new Blob([value]), 'carte.pdf');
      expectCode(await person.client.post(IDENTITY, body), 400, 'validation-failed');
      assert.deepEqual(await recordsOf(person), []);
    });
  }
  it('two files -> 400 validation-failed', async () => {
    const person = await profiled();
    const body = uploadOf(PDF, { type: 'identityCard', name: 'a.pdf' });
    body.append('file', new Blob([PDF]), 'b.pdf');
    expectCode(await person.client.post(IDENTITY, body), 400, 'validation-failed');
  });
  it('a NUL in a field or its name -> 400 validation-failed', async () => {
    const person = await profiled();
    const headers = { 'content-type': 'multipart/form-data; boundary=x' };
    const part = (name: string, text: string) => `--x\r\ncontent-disposition: form-data; ${name}\r\n\r\n${text}\r\n`;
    const file = part('name="file"; filename="carte.pdf"', '%PDF-1.4');
    for (const parts of [`${part('name="type"', 'identityCard\u0000')}${file}`, `${part('name="x\u0000"', 'y')}${file}`]) {
      const answer = await person.client.post(IDENTITY, `${parts}--x--\r\n`, headers);
      expectCode(answer, 400, 'validation-failed');
      assert.match(answer.text, /NUL/);
    }
    assert.deepEqual(await recordsOf(person), []);
  });
  it('smaller than the provider takes -> 400 register.documents.required; another file goes through', async () => {
    const person = await profiled();
    const refused = await send(person, 'identityCard', pdfOf({ bytes: 99_000 }));
    expectCode(refused, 400, 'register.documents.required');
    assert.match(refused.text, /100 KB/);
    const { body } = expectStatus(await list(person), 200);
    assert.deepEqual(body, [{ type: 'identityCard', status: 'refused', name: 'carte.pdf', providerId: null }]);
    assert.equal(await kycOf(person), 'notStarted');
    // Of another type, so that the refused one stays and must not be in the way.
    expectStatus(await send(person, 'passportEU'), 201);
    assert.equal(await kycOf(person), 'waitingForVerifier');
  });
  for (const [what, bytes] of [
    ['a byte order mark', pdfOf({ before: '\u00ef\u00bb\u00bf' })],
    ['words of a scanner', pdfOf({ before: 'scanned by a machine\r\n'.repeat(40) })],
  ] as const)
    it(`takes a PDF with ${what} before its header`, async () => {
      const person = await profiled();
      expectStatus(await send(person, 'identityCard', bytes), 201);
      assert.equal((await atProvider(person)).documents[0]?.sizeBytes, bytes.length);
      assert.match((await recordsOf(person))[0]?.storage_key ?? '', /\.pdf$/);
    });
  it('takes a PDF whose pages are packed', async () => {
    const packed = deflateSync('3 0 << /Type /Page /Parent 2 0 R >>').toString('latin1');
    const objects = `3 0 obj\n<< /Type /ObjStm /N 1 /First 4 /Filter /FlateDecode >>\nstream\n${packed}\nendstream\nendobj\n`;
    expectStatus(await send(await profiled(), 'identityCard', pdfOf({ objects })), 201);
  });
  for (const [what, bytes, code] of [
    ['a locked PDF', pdfOf({ trailer: '/Encrypt 5 0 R ' }), 'identity-document.locked'],
    ['a PDF without a page', pdfOf({ objects: '' }), 'identity-document.empty'],
    ['a PDF that is a header alone', new Uint8Array(Buffer.from('%PDF-1.7\n'.padEnd(200_000))), 'identity-document.cut'],
    ['a PDF that was cut', PDF.subarray(0, -8), 'identity-document.cut'],
    [
      'a linearized PDF that was cut',
      pdfOf({ objects: '3 0 obj\n<< /Linearized 1 /L 900000 /Type /Page >>\nendobj\n', bytes: 1_000 }),
      'identity-document.cut',
    ],
    ['a JPEG that was cut', JPEG.subarray(0, -10_000), 'identity-document.cut'],
    ['a PNG that was cut', PNG.subarray(0, -10_000), 'identity-document.cut'],
  ] as const)
    it(`${what} -> 400 ${code}`, async () => {
      const person = await profiled();
      expectCode(await send(person, 'identityCard', bytes), 400, code);
      assert.deepEqual(await recordsOf(person), []);
      assert.equal(await isAtProvider(person), false);
    });
  it('a broken multipart body -> 400 validation-failed', async () => {
    const person = await profiled();
    const headers = { 'content-type': 'multipart/form-data; boundary=x' };
    expectCode(await person.client.post(IDENTITY, '--x\r\nnonsense', headers), 400, 'validation-failed');
  });
  it('JSON -> 415 unsupported-media-type', async () =>
    expectCode(await (await profiled()).client.post(IDENTITY, { type: 'identityCard' }), 415, 'unsupported-media-type'));
  it('10 MB is taken, a byte more -> 413 payload-too-large', async () => {
    const person = await profiled();
    const big = new Uint8Array(10 * 1_048_576 + 1);
    big.set(PDF);
    expectCode(await send(person, 'identityCard', big), 413, 'payload-too-large');
    assert.deepEqual(await recordsOf(person), []);
    expectStatus(await send(person, 'identityCard', big.subarray(0, -1)), 201);
  });
  it('without a session -> 401 unauthenticated', async () => {
    const form = uploadOf(PDF, { type: 'identityCard', name: 'a.pdf' });
    expectCode(await world.visitor().post(IDENTITY, form), 401, 'unauthenticated');
  });
  it('as an administrator -> 403 forbidden', async () => {
    const { client } = await signInAdministrator(world);
    expectCode(await client.post(IDENTITY, uploadOf(PDF, { type: 'identityCard', name: 'a.pdf' })), 403, 'forbidden');
  });
});

describe('a provider that fails while KYC is finished', () => {
  for (const [what, route, mode, more] of [
    ['does not open the account', OPEN_INDIVIDUAL, 'http-500', {}],
    ['opens the account but its answer is lost', OPEN_INDIVIDUAL, 'timeout-after', { latencyMs: 0 }],
    ['refuses the account', OPEN_INDIVIDUAL, 'error-in-200', { code: 234 }],
    ['does not take the document', UPLOAD, 'http-500', {}],
    ['takes the document but its answer is lost', UPLOAD, 'timeout-after', { latencyMs: 0 }],
  ] as const) {
    it(`${what} -> 500 internal-error, and the same call again finishes`, async () => {
      const person = await profiled();
      await fault(route, mode, more);
      expectCode(await send(person), 500, 'internal-error');
      assert.equal(await kycOf(person), 'notStarted');
      assert.deepEqual(
        (await recordsOf(person)).map(({ status }) => status),
        ['to_be_uploaded'],
      );
      // A file that may still arrive is sent again only after a margin.
      const { body } = await world.until(async () => {
        const answer = await send(person);
        return answer.status === 503 ? undefined : expectStatus(answer, 201);
      }, 'the same call');
      assert.equal(body.kycStatus, 'waitingForVerifier');
      assert.equal((await atProvider(person)).documents.length, 1);
      assert.deepEqual(
        body.identityDocuments.map(({ status }) => status),
        ['uploaded'],
      );
    });
  }
  it('tells the team when it refuses', async () => {
    const person = await profiled();
    await fault(OPEN_INDIVIDUAL, 'error-in-200', { code: 204 });
    expectCode(await send(person), 500, 'internal-error');
    await world.until(async () => {
      const messages = await readChat(world);
      return messages.find(({ text }) => text.includes(person.customerId) && text.includes('conflict (204)'));
    }, 'the alert');
  });
});

describe('POST /customers/investor-business-document', () => {
  it('uploads what was handed in, opens a legal account, KYC waits', async () => {
    const person = await profiled('business');
    expectStatus(await send(person, 'identityCard'), 201);
    expectStatus(await send(person, 'passportEU', PNG, 'passeport.png'), 201);
    const change = { from: 'notStarted', to: 'waitingForVerifier', look: () => kycOf(person), by: () => finishBusiness(person) };
    const { body } = expectStatus(await world.changes('state.kyc-after-business-document', change), 201);
    assert.equal(body.kycStatus, 'waitingForVerifier');
    assert.deepEqual(
      body.identityDocuments.map(({ status }) => status),
      ['uploaded', 'uploaded'],
    );
    const account = await atProvider(person);
    assert.equal(account.kind, 'legal');
    assert.deepEqual(
      account.documents.map(({ type }) => type),
      [0, 3],
    );
  });
  it('goes on where it stopped: nothing is uploaded twice', async () => {
    const person = await profiled('business');
    expectStatus(await send(person, 'identityCard'), 201);
    expectStatus(await send(person, 'passportEU'), 201);
    await fault(UPLOAD, 'latency');
    await fault(UPLOAD, 'http-500');
    expectCode(await finishBusiness(person), 500, 'internal-error');
    assert.deepEqual(
      (await recordsOf(person)).map(({ status }) => status),
      ['uploaded', 'to_be_uploaded'],
    );
    await world.until(async () => {
      const answer = await finishBusiness(person);
      return answer.status === 503 ? undefined : expectStatus(answer, 201);
    }, 'the rest');
    assert.equal((await atProvider(person)).documents.length, 2);
  });
  it('the last step alone was missing: the repeat makes it', async () => {
    const person = await profiled('business');
    expectStatus(await send(person), 201);
    expectStatus(await finishBusiness(person), 201);
    await recordIdentity(world, person.customerId, 'notStarted');
    assert.equal(expectStatus(await finishBusiness(person), 201).body.kycStatus, 'waitingForVerifier');
    assert.equal((await atProvider(person)).documents.length, 1);
  });
  it('a verification that comes meanwhile is not undone', async () => {
    const person = await profiled('business');
    expectStatus(await send(person), 201);
    await whileAccountOpens(
      OPEN_LEGAL,
      () => finishBusiness(person),
      () => recordIdentity(world, person.customerId, 'verified'),
    );
    assert.equal(await kycOf(person), 'verified');
  });
  it('on onboarding v2 -> 403 onboarding.v1-is-not-enabled', async () => {
    const person = await profiled('business');
    await customerIs(world, person.customerId, 'onboardedV2');
    expectCode(await finishBusiness(person), 403, 'onboarding.v1-is-not-enabled');
  });
  it('without a profile -> 403 forbidden', async () => expectCode(await finishBusiness(await signUp(world)), 403, 'forbidden'));
  it('an individual -> 403 forbidden', async () => expectCode(await finishBusiness(await profiled()), 403, 'forbidden'));
  for (const status of ['verified', 'waitingForVerifier']) {
    it(`while KYC is ${status} -> 403 forbidden`, async () => {
      const person = await profiled('business');
      expectStatus(await send(person), 201);
      await recordIdentity(world, person.customerId, status);
      expectCode(await finishBusiness(person), 403, 'forbidden');
      assert.equal(await isAtProvider(person), false);
      shows('registration.business-document.403.kyc');
    });
  }
  it('a name that the provider refuses: its rule is told, and the name that it takes goes through -> 404 register.profile.required', async () => {
    const person = await profiled();
    expectStatus(await person.client.patch('/customers/profile', { firstName: 'Ng' }), 200);
    await world.control('PUT', '/settings', { refuseOddNames: true });
    const refused = await send(person).finally(() => world.control('PUT', '/settings', { refuseOddNames: false }));
    expectCode(refused, 404, 'register.profile.required');
    assert.match(refused.text, /it is its rule.*identity document/);
    expectStatus(await send(person), 201);
    assert.equal((await atProvider(person)).firstName, 'Ng');
  });
  it('the profile vanishes while KYC is finished -> 404 register.profile.required', async () => {
    const person = await profiled('business');
    expectStatus(await send(person), 201);
    const answer = await whileAccountOpens(
      OPEN_LEGAL,
      () => finishBusiness(person),
      () => customerIs(world, person.customerId, 'onboardingOpen'),
    );
    expectCode(answer, 404, 'register.profile.required');
    assert.equal(await kycOf(person), 'notStarted');
  });
  it('no document on file, or only refused ones -> 400 register.documents.required', async () => {
    const person = await profiled('business');
    expectCode(await finishBusiness(person), 400, 'register.documents.required');
    assert.equal(await isAtProvider(person), false);
    // Smaller than the provider takes: it refuses the file once it has the account.
    expectStatus(await send(person, 'identityCard', pdfOf({ bytes: 99_000 })), 201);
    const refused = await finishBusiness(person);
    expectCode(refused, 400, 'register.documents.required');
    assert.match(refused.text, /100 KB/);
    assert.deepEqual(
      (await recordsOf(person)).map(({ status }) => status),
      ['refused'],
    );
    expectCode(await finishBusiness(person), 400, 'register.documents.required');
  });
  it('without a session -> 401 unauthenticated', async () =>
    expectCode(await world.visitor().post(BUSINESS), 401, 'unauthenticated'));
  it('as an administrator -> 403 forbidden', async () =>
    expectCode(await (await signInAdministrator(world)).client.post(BUSINESS), 403, 'forbidden'));
});
