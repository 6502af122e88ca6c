// The whole life of persons who are erased: bought, repaid, withdrawn, closed; what the law asks to keep goes five and ten years later, and
// the ledger and its sealed history stay whole.

import assert from 'node:assert/strict';
import { after, before, describe, it } from 'node:test';
import { sql } from 'kysely';
import { credit, type Person, signInAdministrator, signUp, verifiedInvestor } from '../../../../test/support/actors.ts';
import { PDF, uploadOf } from '../../../../test/support/files.ts';
import { finishedProject } from '../../../../test/support/finished-project.ts';
import { PROFILE } from '../../../../test/support/profiles.ts';
import { availableOf, ledgerCents, mailsWritten } from '../../../../test/support/readers.ts';
import { referredBy } from '../../../../test/support/referral-actors.ts';
import { foundByNight, moveByHand, openElsewhere, reconcile } from '../../../../test/support/unknown-movements.ts';
import {
  bankAccountOf,
  endPayout,
  orderedWithdrawal,
  proveLedger,
  type Withdrawer,
  withdraw,
} from '../../../../test/support/withdrawal-actors.ts';
import { expectCode, expectStatus, startWorld, type World } from '../../../../test/support/world.ts';
import { centsOf } from '../../../core/cents.ts';
import { inTransaction } from '../../../core/db/transaction.ts';
import { newId } from '../../../core/ids.ts';
import { issueInvoice } from '../../investing/invoices/index.ts';
import type { ErasureReport } from './complete.ts';
import type { ErasurePlan } from './schemas.ts';

type Waiting = { waiting: { kind: string; items: { id: string; amountCents: number }[] }[] };

let world: World;
let admin: Person;
let holder: Withdrawer;

before(async () => {
  world = await startWorld({ worker: false });
  admin = await signInAdministrator(world);
  const person = await verifiedInvestor(world, { lastName: 'Quelquun', city: 'Nullepart' });
  holder = { ...person, ...(await bankAccountOf(world, person.customerId)) };
});
after(() => world.close());

const pathOf = (customerId: string) => `/administration/customers/${customerId}/personal-data/erasure`;
const planOf = async (customerId: string) => expectStatus(await admin.client.get<ErasurePlan>(pathOf(customerId)), 200).body;
const close = ({ customerId }: { customerId: string }) =>
  admin.client.post<ErasurePlan>(pathOf(customerId), { reason: 'asked for it by letter' });
const run = (body: object = {}) => world.runJob<ErasureReport>('complete-erasures', body);
/** The first closed account with money. */
const shownOnToday = async () => {
  const { waiting } = expectStatus(await admin.client.get<Waiting>('/administration/today'), 200).body;
  return waiting.find(({ kind }) => kind === 'money-of-closed-account')?.items[0];
};
const verify = async () => {
  await proveLedger(admin);
  const verified = await world.runJob<{ ok: boolean; first: object | null }>('verify-history');
  assert.deepEqual([verified.ok, verified.first], [true, null]);
};

/** Every text of every row of the tables that has one of these words. */
async function found(words: readonly string[]): Promise<string[]> {
  const tables = await world.sql<{ name: string }>(
    `select quote_ident(tablename) as name from pg_tables where schemaname = 'public'`,
  );
  const places: string[] = [];
  for (const { name } of tables)
    for (const { row } of await world.sql<{ row: string }>(`select row_to_json(t)::text as row from ${name} as t`))
      places.push(...words.filter((word) => row.includes(word)).map((word) => `${word} in ${name}`));
  return [...new Set(places)].sort();
}

describe('an investor who bought, was repaid, withdrew and left', () => {
  it('cannot leave before the project is settled and the money is withdrawn -> 409 erasure.account-held', async () => {
    const own = await finishedProject(world, admin, { holders: [{ investor: holder, bricks: 1 }] });
    assert.deepEqual((await planOf(holder.customerId)).holds.toSorted(), ['bricks-held', 'money-in-wallet']);
    expectCode(await close(holder), 409, 'erasure.account-held');
    await world.another({ api: false, worker: true });
    expectStatus(await admin.client.post(`/administration/property/${own.propertyId}/solde-de-tout-compte/done`), 201);
    const amount = await availableOf(holder);
    assert.ok(amount > 0);
    expectStatus(await withdraw(world, holder, { amount }), 201);
    await orderedWithdrawal(world, holder);
    await endPayout(world, holder, 'complete');
    assert.deepEqual((await planOf(holder.customerId)).holds, []);
  });
  it('is named by what the accounts need and by nothing else, once the account is closed', async () => {
    const line = { label: 'Frais de retrait', amountExclTaxCents: centsOf(100), vatBps: 2_000 };
    const at = world.deps.clock.now();
    const of = {
      party: { customerId: holder.customerId },
      reason: 'withdrawal-fee',
      subjectId: newId(),
      lines: [line],
      at,
    } as const;
    await inTransaction(world.deps.db, (tx) => issueInvoice(tx, world.deps, of));
    await world.moveClock({ advance: 'PT49H' });
    await world.runJob('seal-history');
    expectStatus(await close(holder), 200);
    const named = await found([holder.email, 'Quelquun']);
    assert.deepEqual(named, ['Quelquun in customer', 'Quelquun in invoice', 'Quelquun in trade_paper']);
    await world.moveClock({ advance: 'PT49H' });
    assert.deepEqual(await run({ dryRun: true }), {
      due: 1,
      erased: 0,
      held: 0,
      failed: 0,
      files: 0,
      filesLeft: 0,
      dryRun: true,
    });
    assert.deepEqual(await run(), { due: 1, erased: 1, held: 0, failed: 0, files: 0, filesLeft: 0, dryRun: false });
    assert.deepEqual(await run(), { due: 0, erased: 0, held: 0, failed: 0, files: 0, filesLeft: 0, dryRun: false });
    await verify();
  });
  it('is held again by a wire that comes late, and nothing more is erased meanwhile', async () => {
    await credit(world, holder.customerId, 300);
    assert.equal(await ledgerCents(world, `INV:${holder.customerId}:AVAILABLE`), 300);
    assert.equal((await run()).due, 0);
    const shown = await shownOnToday();
    assert.deepEqual([shown?.id, shown?.amountCents], [holder.customerId, 300]);
    assert.deepEqual(
      await mailsWritten(world, 'money-received', `${holder.userId}@erased.invalid`),
      [],
      'nothing is mailed to it',
    );
    await world.moveClock({ now: '2031-12-15T10:00:00Z' });
    assert.deepEqual(await run(), { due: 1, erased: 0, held: 1, failed: 0, files: 0, filesLeft: 0, dryRun: false });
    assert.deepEqual((await planOf(holder.customerId)).holds, ['money-in-wallet']);
    assert.ok((await found(['Quelquun'])).includes('Quelquun in customer'));
  });
  it('loses the identity after five years, and the rest after ten', async () => {
    await openElsewhere(world);
    await moveByHand(world, { from: holder.customerId, cents: 300 });
    const { id } = await foundByNight(world, admin, holder.customerId, 300);
    const sentBack = { reason: 'Sent back to the bank account that it came from' };
    expectStatus(await admin.client.post(`/administration/reconciliation/movements/${id}/book`, sentBack), 201);
    await reconcile(world);
    assert.equal(await shownOnToday(), undefined);
    await world.moveClock({ advance: 'PT24H' });
    assert.equal((await run()).erased, 1);
    assert.deepEqual(await found(['Quelquun', 'Nullepart']), [
      'Nullepart in invoice',
      'Nullepart in trade_paper',
      'Quelquun in invoice',
      'Quelquun in trade_paper',
    ]);
    await verify();
    // Ten years after the end of 2031, in which the wire went back.
    assert.equal((await planOf(holder.customerId)).parts[2]?.erasedOn, '2042-01-01');
    await world.moveClock({ now: '2041-12-31T10:00:00Z' });
    assert.equal((await run()).due, 0);
    const blank = (name = '') =>
      // Refused by the database: before its time, and to anything but the blank.
      sql`
        update invoice set billed_to = ${{ name, address: [] }}::jsonb, storage_key = null
        where customer_id = ${holder.customerId}::uuid`.execute(world.deps.db);
    await assert.rejects(blank(), { code: '42501' }, 'before its time');
    await world.moveClock({ now: '2042-01-01T10:00:00Z' });
    await assert.rejects(blank('Autre'), { code: '42501' }, 'another than the blank');
    const { erased, files } = await run();
    assert.deepEqual([erased, files], [1, 1]);
    assert.deepEqual(await found(['Quelquun', 'Nullepart']), []);
    assert.ok((await planOf(holder.customerId)).parts.every(({ isErased, rows }) => isErased && rows.length === 0));
    assert.equal((await run()).due, 0);
    await verify();
  });
  it('is still found when money comes after all of it is erased', async () => {
    // The provider's times end in 2038.
    await world.moveClock({ now: '2037-06-01T10:00:00Z' });
    await credit(world, holder.customerId, 200);
    await world.moveClock({ now: '2042-01-02T10:00:00Z' });
    assert.equal((await run()).due, 0);
    const shown = await shownOnToday();
    assert.deepEqual([shown?.id, shown?.amountCents], [holder.customerId, 200]);
  });
});

describe('an investor with papers', () => {
  it('loses them after five years, with their files', async () => {
    const person = await signUp(world);
    expectStatus(await person.client.patch('/customers/profile', { ...PROFILE, customerType: 'business' }), 200);
    const referee = await referredBy(world, person, 0);
    const upload = uploadOf(PDF, { type: 'identityCard', name: 'carte.pdf' });
    expectStatus(await person.client.post('/customers/investor-identity-document', upload), 201);
    const [stored] = await world.sql<{ key: string }>('select storage_key as key from identity_document where customer_id = $1', [
      person.customerId,
    ]);
    assert.ok(stored && (await world.deps.storage.get(stored.key)));
    expectStatus(await close(person), 200);
    await world.moveClock({ advance: 'PT49H' });
    await run();
    assert.ok(await world.deps.storage.get(stored.key));
    await world.moveClock({ now: '2048-06-01T10:00:00Z' });
    assert.deepEqual(await run(), { due: 1, erased: 1, held: 0, failed: 0, files: 1, filesLeft: 0, dryRun: false });
    assert.equal(await world.deps.storage.get(stored.key), null);
    assert.deepEqual(await found([person.email]), []);
    const [other] = await world.sql<{ name: string }>('select last_name as name from customer where id = $1', [
      referee.customerId,
    ]);
    assert.equal(other?.name, 'Durand', 'another person stays');
  });
});

it('runs at once erase each part once, many in batches', async () => {
  const people = await Promise.all([verifiedInvestor(world), verifiedInvestor(world), verifiedInvestor(world)]);
  for (const person of people) expectStatus(await close(person), 200);
  await world.moveClock({ advance: 'PT49H' });
  const runs = await Promise.all([run(), run()]);
  assert.equal(runs[0].erased + runs[1].erased, people.length);
});

it('a file that the storage does not delete stands in nobody’s way either, fails the run, and is left to the job of such files', async (t) => {
  const [first, second] = [await signUp(world), await signUp(world)];
  for (const person of [first, second]) {
    expectStatus(await person.client.patch('/customers/profile', { ...PROFILE, customerType: 'business' }), 200);
    const upload = uploadOf(PDF, { type: 'identityCard', name: 'carte.pdf' });
    expectStatus(await person.client.post('/customers/investor-identity-document', upload), 201);
    expectStatus(await close(person), 200);
  }
  await world.moveClock({ advance: 'PT49H' });
  await run();
  await world.moveClock({ advance: 'P5Y1D' });
  const refused = t.mock.method(world.deps.storage, 'delete', () => Promise.reject(new Error('the storage is away')));
  await assert.rejects(run(), /500/);
  assert.equal(refused.mock.callCount(), 2);
  refused.mock.restore();
  for (const { customerId } of [first, second])
    assert.deepEqual(await world.sql('select state from erasure where customer_id = $1', [customerId]), [
      { state: 'identity-erased' },
    ]);
});

it('one that fails stands in nobody’s way, fails the run, and is taken up the next day', async () => {
  const [broken, whole] = [await verifiedInvestor(world), await verifiedInvestor(world)];
  for (const person of [broken, whole]) expectStatus(await close(person), 200);
  await world.moveClock({ advance: 'PT49H' });
  await world.sql(
    `create trigger damaged before update on customer
     for each row when (old.id = '${broken.customerId}') execute function refuse_change()`,
  );
  await assert.rejects(run());
  const stateOf = async ({ customerId }: { customerId: string }) =>
    (await world.sql<{ state: string }>('select state from erasure where customer_id = $1', [customerId]))[0]?.state;
  assert.deepEqual([await stateOf(broken), await stateOf(whole)], ['closed', 'swept']);
  await world.sql('drop trigger damaged on customer');
  await world.moveClock({ advance: 'PT24H' });
  assert.equal((await run()).erased, 1);
  assert.equal(await stateOf(broken), 'swept');
});
