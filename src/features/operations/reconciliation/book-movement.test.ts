// Movements at the provider that nobody here ordered: booked by an administrator, on both sides, and taken back.

import assert from 'node:assert/strict';
import { randomUUID } from 'node:crypto';
import { after, before, describe, it } from 'node:test';
import {
  openFunding,
  type Person,
  type Spv,
  signInAdministrator,
  signUp,
  verifiedInvestor,
} from '../../../../test/support/actors.ts';
import { finishedProject } from '../../../../test/support/finished-project.ts';
import { type FundedProperty, fundedProperty, ibanOf } from '../../../../test/support/funding-actors.ts';
import { ledgerCents, purseCents, readAudits } from '../../../../test/support/readers.ts';
import { scheduledProperty } from '../../../../test/support/scheduled-property.ts';
import { foundByNight, moveByHand, openElsewhere, reconcile } from '../../../../test/support/unknown-movements.ts';
import { expectCode, expectStatus, startWorld, type World } from '../../../../test/support/world.ts';
import { centsOf } from '../../../core/cents.ts';
import type { PropertyId } from '../../../core/db/tables.ts';
import type { MovementBooking, MovementsPage, MovementView } from './schemas.ts';

const MOVEMENTS = '/administration/reconciliation/movements';
const TO_ASSIGN = '/administration/property/payment-schedule/payment-to-be-assigned';
const WIRES = '/administration/property/payment-schedule/wire-to-be-assigned';
const REASON = 'Viré par erreur depuis le site du prestataire';

type Difference = { accountId: string; ledgerCents: number; providerCents: number };
type Proof = { invariants: { name: string; ok: boolean }[]; providerDifferences: Difference[] };

let world: World;
let admin: Person;

before(async () => {
  world = await startWorld({ worker: false });
  admin = await signInAdministrator(world);
  await openElsewhere(world, { balanceCents: 1_000_000 });
  await world.moveClock({ now: '2026-02-11T10:00:00Z' });
});
after(() => world.close());

const book = (id: string, body: Partial<MovementBooking> = {}, query = '') =>
  admin.client.post<MovementView>(`${MOVEMENTS}/${id}/book${query}`, { reason: REASON, ...body });
const takeBack = (id: string) => admin.client.post<MovementView>(`${MOVEMENTS}/${id}/take-back`, { comment: 'Mauvais projet' });
const main = (propertyId: PropertyId) => ({ propertyId, purse: 'MAIN' }) as const;
const surplus = (propertyId: PropertyId) => ({ propertyId, purse: 'SURPLUS' }) as const;
const shown = async (accountId: string, status: string) =>
  expectStatus(await admin.client.get<MovementsPage>(`${MOVEMENTS}?status=${status}&accountId=${accountId}`), 200).body.items;
/** What is wrong by the proof: broken invariants, and how many cents this wallet has there beyond the books. */
async function faults(accountId: string): Promise<(string | number)[]> {
  const { body } = expectStatus(await admin.client.get<Proof>('/administration/ledger/proof'), 200);
  const broken = body.invariants.filter(({ ok }) => !ok).map(({ name }) => name);
  const of = body.providerDifferences.filter((one) => one.accountId === accountId);
  return [...broken, ...of.map(({ ledgerCents, providerCents }) => providerCents - ledgerCents)];
}
/** A wire to the wallet of the project, archived: it lies in the surplus. */
async function archivedWire({ accountId, spvId, propertyId }: Spv & { propertyId: PropertyId }, cents: number) {
  await world.control('POST', `/accounts/${accountId}/credit`, { amountCents: cents });
  await world.runJob('incoming-wires');
  const list = await admin.client.get<{ id: string; amount: number; spvId: string }[]>(WIRES);
  const wire = expectStatus(list, 200).body.find((one) => one.amount === cents && one.spvId === spvId);
  assert.ok(wire, 'the wire was not picked up');
  const named = { wireToBeAssignedId: wire.id, newProjectId: propertyId };
  expectStatus(await admin.client.post(`${WIRES}/switch-project`, named), 201);
  expectStatus(await admin.client.post(`${WIRES}/archive`, { wireToBeAssignedId: wire.id, comment: 'Remis' }), 201);
}
/** Money of the project left for nowhere, and a night has found it. */
async function lost(own: FundedProperty, cents: number) {
  await moveByHand(world, { from: own.accountId, cents });
  return foundByNight(world, admin, own.accountId, cents);
}

describe('POST /administration/reconciliation/movements/:movementId/book', () => {
  it('moved by hand and put back by wire: the proof is green again, the difference closes, and the project can be settled', async () => {
    const own = await finishedProject(world, admin, {
      holders: [{ investor: await verifiedInvestor(world), bricks: 1 }],
      mainCents: 50_000,
    });
    const { propertyId, accountId } = own;
    // Its holders were paid from elsewhere, so its wallet has more than the books: `hadBeyond`.
    const [hadBeyond = 0] = (await faults(accountId)).map(Number);
    await moveByHand(world, { from: accountId, cents: 40_007 });
    await archivedWire(own, 40_007);
    const movement = await foundByNight(world, admin, accountId, 40_007);
    assert.deepEqual(await faults(accountId), [hadBeyond - 40_007]);
    assert.deepEqual([await purseCents(world, own, 'MAIN'), await purseCents(world, own, 'SURPLUS')], [50_000, 40_007]);

    const { body } = expectStatus(await book(movement.id, { from: surplus(propertyId) }), 201);
    assert.deepEqual([body.status, body.booking?.reason], ['closed', REASON]);
    assert.deepEqual([await purseCents(world, own, 'MAIN'), await purseCents(world, own, 'SURPLUS')], [50_000, 0]);
    assert.deepEqual(await faults(accountId), hadBeyond === 0 ? [] : [hadBeyond]);
    const [audit] = await readAudits<{ kind: string; target_type: string; payload: object }>(world, { targetId: movement.id }, [
      'kind',
      'target_type',
      'payload',
    ]);
    assert.deepEqual(audit, {
      kind: 'MOVEMENT_BOOK',
      target_type: 'movement',
      payload: { reason: REASON, amountCents: 40_007, from: `PRO:${propertyId}:SURPLUS`, to: null },
    });

    await world.moveClock({ advance: 'PT1H' });
    await reconcile(world);
    assert.deepEqual([await shown(accountId, 'open'), (await shown(accountId, 'closed')).length], [[], 1]);
    const settlement = `/administration/property/${propertyId}/solde-de-tout-compte`;
    expectStatus(await admin.client.post(`${settlement}/unlent-capital`), 201);
    await world.runJob('capital-payout');
    await world.runJob('wallet-transactions');
    expectStatus(await admin.client.post(`${settlement}/owner`, { action: 'handed-over', comment: 'Chèque' }), 201);
    expectStatus(await admin.client.post(`${settlement}/done`), 201);
    assert.ok(!(await faults(accountId)).includes('settled-projects-are-empty'));
    expectCode(await takeBack(movement.id), 400, 'project-is-settled');
  });
  it('four at once: one books it', async () => {
    const own = await fundedProperty(world, { mainCents: 10_000 });
    const { id } = await lost(own, 600);
    const answers = await Promise.all([0, 1, 2, 3].map(() => book(id, { from: main(own.propertyId) })));
    assert.deepEqual(answers.map(({ status }) => status).toSorted(), [201, 400, 400, 400]);
    assert.deepEqual([await purseCents(world, own, 'MAIN'), await faults(own.accountId)], [9_400, []]);
  });
  it('from an investor to a project: both sides, and both see it', async () => {
    const own = await fundedProperty(world, { mainCents: 10_000 });
    const { customerId, client } = await verifiedInvestor(world, { fundsCents: 5_000 });
    await moveByHand(world, { from: customerId, to: own.accountId, cents: 1_203 });
    const { id } = await foundByNight(world, admin, customerId, 1_203);
    expectStatus(await book(id, { to: surplus(own.propertyId) }), 201);
    assert.deepEqual(
      [await ledgerCents(world, `INV:${customerId}:AVAILABLE`), await purseCents(world, own, 'SURPLUS')],
      [3_797, 1_203],
    );
    assert.deepEqual([await faults(customerId), await faults(own.accountId)], [[], []]);
    const list = await client.get<{ items: { type: string; amountCents: number }[] }>('/customers/wallet/transactions');
    const seen = expectStatus(list, 200).body.items.find(({ type }) => type === 'CORRECTION_OUT');
    assert.equal(seen?.amountCents, 1_203);
    expectStatus(await client.get('/customers/wallet/statements/2026/csv'), 200);
  });
  it('to the platform: its account is credited, and the proof knows why', async () => {
    const own = await fundedProperty(world, { mainCents: 10_000 });
    const to = world.deps.config.PLATFORM_ORIGINATION_ACCOUNT_ID;
    const had = await ledgerCents(world, 'PLAT:ORIGINATION');
    await moveByHand(world, { from: own.accountId, to, cents: 705 });
    const { id } = await foundByNight(world, admin, own.accountId, 705);
    expectStatus(await book(id, { from: main(own.propertyId) }), 201);
    assert.equal(await ledgerCents(world, 'PLAT:ORIGINATION'), had + 705);
    assert.deepEqual([await faults(own.accountId), await faults(to)], [[], []]);
  });
  it('between two accounts of nobody here: nothing is posted, and it is explained', async () => {
    const stranger = `stranger-${randomUUID()}`;
    await world.control('POST', '/accounts', { accountId: stranger, kind: 'individual', status: 6, balanceCents: 0 });
    await moveByHand(world, { to: stranger, cents: 77 });
    const { id } = await foundByNight(world, admin, stranger, 77);
    const postings = () => world.sql<{ n: number }>('select count(*)::integer as n from ledger_posting');
    const before = await postings();
    expectStatus(await book(id), 201);
    await world.moveClock({ advance: 'PT1H' });
    await reconcile(world);
    assert.deepEqual([await postings(), await shown(stranger, 'open')], [before, []]);
  });
  it('a dry run says what it would post, and posts nothing', async () => {
    const own = await fundedProperty(world, { mainCents: 10_000 });
    const { id } = await lost(own, 800);
    const dry = await book(id, { from: main(own.propertyId) }, '?dryRun=true');
    assert.match(expectStatus(dry, 200).text, /CORRECTION_OUT/);
    assert.deepEqual([await purseCents(world, own, 'MAIN'), (await shown(own.accountId, 'open')).length], [10_000, 1]);
  });
  it('one that was booked -> 400 movement-not-open', async () => {
    const own = await fundedProperty(world, { mainCents: 10_000 });
    const { id } = await lost(own, 900);
    expectStatus(await book(id, { from: main(own.propertyId) }), 201);
    expectCode(await book(id, { from: main(own.propertyId) }), 400, 'movement-not-open');
    assert.equal(await purseCents(world, own, 'MAIN'), 9_100);
  });
  it('a pay-out that the bank has not executed, which it then does -> 400 movement-not-executed', async () => {
    const own = await fundedProperty(world, { mainCents: 10_000 });
    const { accountId } = own;
    const paid = {
      accountId,
      bankAccountId: await ibanOf(world, accountId),
      amountCents: centsOf(350),
      comment: '',
      reference: randomUUID(),
    };
    assert.ok((await world.deps.payments.payOut(paid)).ok);
    const { id, providerId, isExecuted } = await foundByNight(world, admin, accountId, 350);
    assert.equal(isExecuted, false);
    expectCode(await book(id, { from: main(own.propertyId) }), 400, 'movement-not-executed');
    await world.control('POST', `/payouts/${providerId}/complete`);
    await world.moveClock({ advance: 'PT1H' });
    await reconcile(world);
    expectStatus(await book(id, { from: main(own.propertyId) }), 201);
    assert.deepEqual(await faults(accountId), []);
  });
  it('more than the purse holds -> 400 movement-not-covered', async () => {
    const own = await fundedProperty(world, { mainCents: 10_000 });
    const { id } = await lost(own, 1_000);
    expectCode(await book(id, { from: surplus(own.propertyId) }), 400, 'movement-not-covered');
    assert.equal((await shown(own.accountId, 'open')).length, 1);
    expectStatus(await book(id, { from: main(own.propertyId) }), 201);
  });
  it('of a project that spent its money there in place of money outside -> 400 money-not-at-provider', async () => {
    const neighbour = await fundedProperty(world, { mainCents: 5_000, country: 'Portugal' });
    const terms = { durationInMonths: 3, spvCountry: 'Portugal', managementFeesPercentage: 0, interestSequestre: 0 };
    const own = await scheduledProperty(world, admin, { terms, spv: neighbour });
    const payment = { kind: 'other', comment: 'Chèque encaissé ailleurs' };
    const outside = { projectId: own.propertyId, amount: 700, date: '2026-02-03', payment };
    const record = await admin.client.post<{ id: string }>(TO_ASSIGN, outside);
    const place = { paymentFor: 'mensualite', echeanceId: own.echeances[0]?.id, isSimulation: false };
    const assigned = { wireToBeAssignedId: expectStatus(record, 201).body.id, ...place };
    expectStatus(await admin.client.post(`${WIRES}/assign`, assigned), 201);
    await archivedWire(own, 702);
    await world.moveClock({ advance: 'P31D' });
    await world.runJob('coupon-payout');
    await world.runJob('wallet-transactions');
    assert.deepEqual([await purseCents(world, own, 'COUPON'), await purseCents(world, own, 'SURPLUS')], [0, 702]);
    const { id } = await lost(neighbour, 600);
    expectCode(await book(id, { from: surplus(own.propertyId) }), 400, 'money-not-at-provider');
    expectStatus(await book(id, { from: main(neighbour.propertyId) }), 201);
  });
  it('no project, one of another SPV, or one for a bank -> 400 movement-project-mismatch', async () => {
    const [own, other] = [await fundedProperty(world, { mainCents: 10_000 }), await fundedProperty(world, { mainCents: 10_000 })];
    const { id } = await lost(own, 1_100);
    for (const body of [
      {},
      { from: main(other.propertyId) },
      { from: main(own.propertyId), to: main(other.propertyId) },
      // Border: of nobody.
      { from: main(randomUUID() as PropertyId) },
    ])
      expectCode(await book(id, body), 400, 'movement-project-mismatch');
    expectStatus(await book(id, { from: main(own.propertyId) }), 201);
  });
  it('a project whose funding has not closed -> 400 movement-project-not-funded', async () => {
    const own = await fundedProperty(world, { mainCents: 10_000 });
    const { id } = await lost(own, 1_200);
    const { propertyId } = await openFunding(world, { bricks: 1, spv: own });
    expectCode(await book(id, { from: main(propertyId) }), 400, 'movement-project-not-funded');
    expectStatus(await book(id, { from: main(own.propertyId) }), 201);
  });
  it('a settled project -> 400 project-is-settled', async () => {
    const own = await finishedProject(world, admin, { holders: [{ investor: await verifiedInvestor(world), bricks: 1 }] });
    expectStatus(await admin.client.post(`/administration/property/${own.propertyId}/solde-de-tout-compte/done`), 201);
    await moveByHand(world, { to: own.accountId, cents: 35 });
    const { id } = await foundByNight(world, admin, own.accountId, 35);
    expectCode(await book(id, { to: surplus(own.propertyId) }), 400, 'project-is-settled');
  });
  it('unknown -> 404 not-found', async () => expectCode(await book(randomUUID()), 404, 'not-found'));
  it('without a reason -> 400 validation-failed', async () =>
    expectCode(await book(randomUUID(), { reason: ' ' }), 400, 'validation-failed'));
  it('without a session -> 401 unauthenticated', async () =>
    expectCode(await world.visitor().post(`${MOVEMENTS}/${randomUUID()}/book`, { reason: REASON }), 401, 'unauthenticated'));
  it('as an investor -> 403 forbidden', async () =>
    expectCode(
      await (await signUp(world)).client.post(`${MOVEMENTS}/${randomUUID()}/book`, { reason: REASON }),
      403,
      'forbidden',
    ));
});

describe('POST /administration/reconciliation/movements/:movementId/take-back', () => {
  it('both sides have their money as before, the movement waits again, and may be booked otherwise', async () => {
    const own = await fundedProperty(world, { mainCents: 10_000 });
    const other = await fundedProperty(world, { mainCents: 3_000, spv: own });
    const { id } = await lost(own, 1_300);
    expectStatus(await book(id, { from: main(other.propertyId) }), 201);
    assert.equal(await purseCents(world, other, 'MAIN'), 1_700);
    const answers = await Promise.all([takeBack(id), takeBack(id)]);
    assert.deepEqual(answers.map(({ status }) => status).toSorted(), [201, 400]);
    const audits = await readAudits<{ kind: string }>(world, { targetId: id, kind: 'MOVEMENT_TAKE_BACK' }, ['kind']);
    assert.deepEqual([await purseCents(world, other, 'MAIN'), audits.length], [3_000, 1]);
    assert.deepEqual(
      (await shown(own.accountId, 'open')).map((movement) => [movement.id, movement.booking]),
      [[id, null]],
    );
    assert.deepEqual(await faults(own.accountId), [-1_300]);
    expectStatus(await book(id, { from: main(own.propertyId) }), 201);
    assert.deepEqual([await purseCents(world, own, 'MAIN'), await faults(own.accountId)], [8_700, []]);
  });
  it('what it credited was spent -> 400 movement-not-covered', async () => {
    const { customerId } = await verifiedInvestor(world, { fundsCents: 0 });
    await moveByHand(world, { to: customerId, cents: 1_400 });
    const { id } = await foundByNight(world, admin, customerId, 1_400);
    expectStatus(await book(id), 201);
    await moveByHand(world, { from: customerId, cents: 1_401 - 1 });
    const gone = (await reconcile(world)).unknownMovements.length;
    assert.ok(gone > 0);
    const away = (await shown(customerId, 'open')).find(({ fromAccountId }) => fromAccountId === customerId);
    expectStatus(await book(away?.id ?? ''), 201);
    expectCode(await takeBack(id), 400, 'movement-not-covered');
    assert.deepEqual(await faults(customerId), []);
  });
  it('one that nobody booked -> 400 movement-not-booked', async () => {
    const own = await fundedProperty(world, { mainCents: 10_000 });
    expectCode(await takeBack((await lost(own, 1_500)).id), 400, 'movement-not-booked');
  });
  it('unknown -> 404 not-found', async () => expectCode(await takeBack(randomUUID()), 404, 'not-found'));
  it('without a session -> 401 unauthenticated', async () =>
    expectCode(
      await world.visitor().post(`${MOVEMENTS}/${randomUUID()}/take-back`, { comment: REASON }),
      401,
      'unauthenticated',
    ));
  it('as an investor -> 403 forbidden', async () =>
    expectCode(
      await (await signUp(world)).client.post(`${MOVEMENTS}/${randomUUID()}/take-back`, { comment: REASON }),
      403,
      'forbidden',
    ));
});
