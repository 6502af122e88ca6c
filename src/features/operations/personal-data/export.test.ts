// The export of a person: whole, in words, theirs alone; with a code of an action of its own, or by an administrator who is audited.

import assert from 'node:assert/strict';
import { after, before, describe, it } from 'node:test';
import { unzipSync } from 'fflate';
import { type Investor, type Person, signInAdministrator, signUp } from '../../../../test/support/actors.ts';
import type { Answer, Client } from '../../../../test/support/client.ts';
import { codesIn, waitForCode } from '../../../../test/support/codes.ts';
import { PDF, uploadOf } from '../../../../test/support/files.ts';
import { PROFILE } from '../../../../test/support/profiles.ts';
import { readAudits } from '../../../../test/support/readers.ts';
import { forgetCodeRequests } from '../../../../test/support/session-states.ts';
import { type Withdrawer, withdraw, withdrawer } from '../../../../test/support/withdrawal-actors.ts';
import { expectCode, expectStatus, startWorld, type World } from '../../../../test/support/world.ts';
import { COLUMNS } from './columns.ts';
import { EXPORTED, exportedColumns, LEFT_OUT } from './export-tables.ts';

const OWN = '/customers/personal-data/export';
const IBAN = 'FR7630006000011234567890189';

let world: World;
let admin: Person;
let person: Withdrawer;
let other: Withdrawer;

before(async () => {
  world = await startWorld();
  admin = await signInAdministrator(world);
  person = await withdrawer(world, 50_000);
  other = await withdrawer(world, 70_000);
  expectStatus(await withdraw(world, person), 201);
  const year = world.deps.clock.now().toZonedDateTimeISO('Europe/Paris').year;
  expectStatus(await person.client.post('/customers/taxation', { year, fiscalResidence: 'abroad' }), 201);
});
after(() => world.close());

const byAdministrator = (customerId: string) =>
  download(admin.client, `/administration/customers/${customerId}/personal-data/export`);

type Download = Answer & { bytes: Uint8Array };

/** A POST of this client, its answer as bytes too. */
async function download({ cookies }: Client, path: string, headers: Record<string, string> = {}): Promise<Download> {
  const cookie = [...cookies].map(([name, value]) => `${name}=${value}`).join('; ');
  const response = await fetch(world.url + path, { method: 'POST', headers: { origin: world.url, cookie, ...headers } });
  const bytes = new Uint8Array(await response.arrayBuffer());
  const text = Buffer.from(bytes).toString('utf8');
  const body: unknown = response.ok ? undefined : JSON.parse(text);
  return { status: response.status, headers: response.headers, body, text, bytes };
}

async function codeOf({ client, email, customerId }: Investor): Promise<string> {
  await forgetCodeRequests(world, customerId);
  const known = (await codesIn(world, email, 'personal-data-export')).length;
  expectStatus(await client.post('/auth/mfa/trigger-mfa', { action: 'personal-data-export' }), 201);
  return waitForCode(world, email, 'personal-data-export', known + 1);
}

const own = ({ client }: Investor, tfa: string) => download(client, OWN, { tfa });

/** The files of an answer by their names. */
function filesIn(answer: Download): Map<string, Uint8Array> {
  assert.equal(answer.headers.get('content-type'), 'application/zip');
  return new Map(Object.entries(unzipSync(answer.bytes)));
}

function readJson<T>(files: ReadonlyMap<string, Uint8Array>, name: string): T {
  const bytes = files.get(name) ?? assert.fail(`${name} is not among ${[...files.keys()].join(', ')}`);
  // Border: the shape is what the test is about.
  return JSON.parse(Buffer.from(bytes).toString('utf8')) as T;
}

describe('POST /customers/personal-data/export', () => {
  it('has what is kept, in clear and in words, and nothing of anybody else', async () => {
    const files = filesIn(expectStatus(await own(person, await codeOf(person)), 200));
    const [account] = readJson<{ iban: string; holder: string }[]>(files, 'donnees/comptes-bancaires.json');
    assert.deepEqual([account?.iban, account?.holder], [IBAN, 'Camille Durand']);
    const [login] = readJson<{ email: string }[]>(files, 'donnees/compte.json');
    assert.equal(login?.email, person.email);
    const [tax] = readJson<{ answers: string }[]>(files, 'donnees/demandes-fiscales.json');
    assert.match(tax?.answers ?? '', /"fiscalResidence":"abroad"/);
    const moved = readJson<{ amountCents: number; type: string }[]>(files, 'donnees/mouvements-du-portefeuille.json');
    assert.deepEqual(moved.map(({ type }) => type).sort(), ['MONEY_IN', 'WITHDRAWAL']);
    const index = readJson<{ files: { file: string; rows: number; kept: string }[] }>(files, 'index.json');
    assert.ok(index.files.every(({ file, rows, kept }) => files.has(file) && rows > 0 && kept.length > 10));
    const texts = [...files].map(([name, bytes]) => `${name} ${Buffer.from(bytes).toString('latin1')}`).join('\n');
    for (const foreign of [other.customerId, other.email, other.userId]) assert.ok(!texts.includes(foreign), foreign);
    for (const [table, column] of [
      ['auth_account', 'password'],
      ['auth_session', 'token'],
    ])
      for (const row of await world.sql<{ secret: string }>(`select "${column}" as secret from ${table}`))
        assert.ok(!texts.includes(row.secret), `${table}.${column}`);
  });
  it('has the papers that were handed in', async () => {
    const newcomer = await signUp(world);
    expectStatus(await newcomer.client.patch('/customers/profile', { ...PROFILE, customerType: 'business' }), 200);
    const upload = uploadOf(PDF, { type: 'identityCard', name: 'carte.pdf' });
    expectStatus(await newcomer.client.post('/customers/investor-identity-document', upload), 201);
    const files = filesIn(expectStatus(await own(newcomer, await codeOf(newcomer)), 200));
    assert.deepEqual(Buffer.from(files.get('documents/identite-identityCard.pdf') ?? []), Buffer.from(PDF));
  });
  it('without a code -> 403 2fa-code.invalid', async () => {
    expectCode(await download(person.client, OWN), 403, '2fa-code.invalid');
  });
  it('with the code twice -> 403 2fa-code.invalid', async () => {
    const code = await codeOf(person);
    expectStatus(await own(person, code), 200);
    expectCode(await own(person, code), 403, '2fa-code.invalid');
  });
  it('two at once with one code: one of them', async () => {
    const code = await codeOf(person);
    const answers = await Promise.all([own(person, code), own(person, code)]);
    assert.equal(answers.filter(({ status }) => status === 200).length, 1);
  });
});

describe('POST /administration/customers/:customerId/personal-data/export', () => {
  it('is the same, and audited', async () => {
    const files = filesIn(expectStatus(await byAdministrator(person.customerId), 200));
    assert.equal(readJson<{ iban: string }[]>(files, 'donnees/comptes-bancaires.json')[0]?.iban, IBAN);
    const audits = await readAudits(world, { targetId: person.customerId, kind: 'CUSTOMER_DATA_EXPORT' }, [
      'target_type',
      'administrator_email',
    ]);
    assert.deepEqual(audits, [{ target_type: 'customer', administrator_email: admin.email }]);
  });
  it('of nobody -> 404 not-found', async () => {
    expectCode(await byAdministrator('00000000-0000-4000-8000-000000000000'), 404, 'not-found');
  });
});

describe('the tables of the export', () => {
  it('are all that lead to a person', () => {
    const leads = COLUMNS.filter(
      ({ columnClass, column }) =>
        columnClass === 'person' && /(?:^|_)(?:customer_id|user_id|buyer_id|seller_id|administrator_id)$|^userId$/.test(column),
    ).map(({ table, column }) => `${table}.${column}`);
    const known = [...EXPORTED.map(({ table, link }) => `${table}.${link}`), ...Object.keys(LEFT_OUT)];
    assert.deepEqual(
      leads.filter((name) => !known.includes(name)),
      [],
      'Add the table to EXPORTED, or its column to LEFT_OUT with the reason.',
    );
    const all = COLUMNS.map(({ table, column }) => `${table}.${column}`);
    assert.deepEqual(
      known.filter((name) => !all.includes(name)),
      [],
    );
  });
  it('show no secret', () => {
    const secrets = COLUMNS.filter(({ columnClass }) => columnClass === 'secret');
    const shown = EXPORTED.flatMap(({ table }) => exportedColumns(table).map((column) => `${table}.${column}`));
    assert.deepEqual(
      secrets.filter(({ table, column }) => shown.includes(`${table}.${column}`)),
      [],
    );
  });
});
