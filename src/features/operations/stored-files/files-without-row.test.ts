// The nightly removal of files that no row refers to, by files of each kind that the product has stored.

import assert from 'node:assert/strict';
import { copyFile, mkdir, readdir, utimes, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { after, before, beforeEach, it } from 'node:test';
import { type Investor, type Person, signInAdministrator, signUp, verifiedInvestor } from '../../../../test/support/actors.ts';
import { JPEG, PDF, PNG, uploadOf } from '../../../../test/support/files.ts';
import { holdLock } from '../../../../test/support/held-lock.ts';
import { PROFILE } from '../../../../test/support/profiles.ts';
import { earn, referredBy } from '../../../../test/support/referral-actors.ts';
import { expectStatus, startWorld, type World } from '../../../../test/support/world.ts';
import { centsOf } from '../../../core/cents.ts';
import { inTransaction } from '../../../core/db/transaction.ts';
import { newId } from '../../../core/ids.ts';
import { issueInvoice } from '../../investing/invoices/index.ts';
import { type FilesReport, removeFilesWithoutRow } from './files-without-row.ts';

let world: World;
let admin: Person;
before(async () => {
  world = await startWorld({ worker: false });
  admin = await signInAdministrator(world);
});
after(() => world.close());
beforeEach(() => makeOld());

const root = () => join(world.deps.config.DATA_DIR, 'files');
const stored = async () =>
  (await readdir(root(), { recursive: true, withFileTypes: true }).catch(() => []))
    .filter((entry) => entry.isFile())
    .map((entry) => join(entry.parentPath, entry.name).slice(root().length + 1))
    .sort();
const run = (body: object = {}) => world.runJob<FilesReport>('files-without-row', body);
/** As if everything had been put two days ago. */
async function makeOld(): Promise<void> {
  const then = Date.now() / 1000 - 48 * 3600;
  for (const key of await stored()) await utimes(join(root(), key), then, then);
}
async function leave(key: string): Promise<string> {
  const path = join(root(), key);
  await mkdir(dirname(path), { recursive: true });
  await writeFile(path, 'left');
  return key;
}
const formOf = (field: string, file: Uint8Array<ArrayBuffer>, name: string, more: Record<string, string> = {}) => {
  const form = new FormData();
  for (const [key, value] of Object.entries(more)) form.set(key, value);
  form.set(field, new Blob([file]), name);
  return form;
};
async function handIn(file: Uint8Array<ArrayBuffer> = PDF): Promise<Investor> {
  const person = await signUp(world);
  expectStatus(await person.client.patch('/customers/profile', { ...PROFILE, customerType: 'business' }), 200);
  const upload = uploadOf(file, { type: 'identityCard', name: 'carte.pdf' });
  expectStatus(await person.client.post('/customers/investor-identity-document', upload), 201);
  return person;
}

it('keeps every file that a row refers to, whatever it is of', async () => {
  await handIn();
  expectStatus(await admin.client.post('/administration/property/upload-image', formOf('files', PNG, 'a.png')), 201);
  expectStatus(await admin.client.post('/administration/property/upload-property-document', formOf('file', PDF, 'a.pdf')), 201);
  const referrer = await signUp(world);
  await earn(world, await referredBy(world, referrer, 0), 300_000);
  const year = world.deps.clock.now().toZonedDateTimeISO('Europe/Paris').year;
  const fields = { invoiceAmountInCents: '60000', year: String(year), email: referrer.email };
  const invoice = formOf('file', JPEG, 'facture.jpg', fields);
  const received = '/administration/referral-for-primary-purchase/invoice-received';
  expectStatus(await admin.client.post(received, invoice), 201);
  await makeOld();
  const all = await stored();
  const kinds = new Set(all.map((key) => key.split('/').slice(0, 2).join('/')));
  const folders = ['private/identity-documents', 'private/referral-invoices', 'public/documents', 'public/images'];
  assert.deepEqual([...kinds].sort(), folders);
  assert.deepEqual(await run(), { files: all.length, withoutRow: 0, removed: [], dryRun: false });
  assert.deepEqual(await stored(), all);
});

it('removes what no row refers to, once it is a day old; a dry run only lists it', async () => {
  const person = await handIn();
  const all = await stored();
  const old = [
    await leave(`private/identity-documents/${person.customerId}/${newId()}.pdf`),
    await leave('private/invoices/2026/MORTAR-2026-999999.pdf'),
    await leave('private/invoices/2026/none.pdf'),
    await leave(`private/referral-invoices/${newId()}.pdf`),
    await leave(`public/images/${newId()}-800.webp`),
    await leave(`public/documents/${newId()}.pdf`),
    await leave(`private/sealed/${newId()}.tmp`),
  ];
  const others = [await leave('private/sealed/2026-11-26.json'), await leave('public/images/no key of ours')];
  await makeOld();
  const young = await leave(`private/identity-documents/${person.customerId}/${newId()}.pdf`);
  const { removed: planned, ...rest } = await run({ dryRun: true });
  assert.deepEqual(planned.toSorted(), old.toSorted());
  assert.equal(rest.withoutRow, old.length);
  assert.deepEqual((await stored()).length, all.length + old.length + others.length + 1);
  assert.deepEqual((await run()).removed.toSorted(), old.toSorted());
  assert.deepEqual(await stored(), [...all, ...others, young].sort());
  assert.equal((await run()).withoutRow, 0);
});

it('keeps the file of an invoice from its number on, as it is written before it is recorded', async () => {
  const { customerId } = await verifiedInvestor(world);
  const line = { label: 'Frais de retrait', amountExclTaxCents: centsOf(100), vatBps: 2_000 };
  const at = world.deps.clock.now();
  const what = { party: { customerId }, reason: 'withdrawal-fee', subjectId: newId(), lines: [line], at } as const;
  // Without a worker nobody renders it: as if the rendering had died between the file and its record.
  const { number } = await inTransaction(world.deps.db, (tx) => issueInvoice(tx, world.deps, what));
  const [, year] = number.split('-');
  const [own, next] = [`private/invoices/${year}/${number}.pdf`, `private/invoices/${year}/MORTAR-${year}-999999.pdf`];
  await leave(own);
  await leave(next);
  await makeOld();
  assert.deepEqual(
    (await run()).removed.filter((key) => key.startsWith('private/invoices/')),
    [next],
  );
  assert.ok((await stored()).includes(own));
});

it('looks again just before: a file that got its row meanwhile stays', async () => {
  const person = await handIn();
  const before = await stored();
  const lock = await holdLock(world, 'select from customer where id = $1 for update', [person.customerId]);
  const upload = uploadOf(PNG, { type: 'passportEU', name: 'passeport.png' });
  const handedIn = person.client.post('/customers/investor-identity-document', upload);
  await lock.waiting(1);
  const [key = assert.fail('no file was put')] = (await stored()).filter((name) => !before.includes(name));
  await makeOld();
  const { db, storage } = world.deps;
  async function* listThenRecord(seconds: number) {
    yield* storage.listOlderThan(seconds);
    await lock.release();
    expectStatus(await handedIn, 201);
  }
  const report = await removeFilesWithoutRow({ db, storage: { ...storage, listOlderThan: listThenRecord } }, { dryRun: false });
  assert.equal(report.withoutRow, 1);
  assert.deepEqual(report.removed, []);
  assert.ok((await stored()).includes(key));
});

it('removes nothing where more than half of many files have no row: they are those of another installation', async () => {
  await handIn();
  await run();
  const folder = 'public/images';
  const first = await leave(`${folder}/${newId()}.png`);
  for (let n = 0; n < 100; n += 1) await copyFile(join(root(), first), join(root(), folder, `${newId()}.png`));
  await makeOld();
  const all = await stored();
  await assert.rejects(
    removeFilesWithoutRow(world.deps, { dryRun: false }),
    /101 of \d+ files have no row in this database: nothing was removed/,
  );
  assert.deepEqual(await stored(), all);
  assert.equal((await run({ dryRun: true })).withoutRow, 101);
});
