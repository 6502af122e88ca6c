// The end of the money of a project: what is the owner's goes back, and only an empty project is settled. Two of them on one SPV.

import assert from 'node:assert/strict';
import { randomUUID } from 'node:crypto';
import { after, afterEach, before, describe, it } from 'node:test';
import {
  type Investor,
  type Person,
  type Spv,
  signInAdministrator,
  signUp,
  verifiedInvestor,
} from '../../../../test/support/actors.ts';
import { finishedProject, ONE_MONTH, payFirst } from '../../../../test/support/finished-project.ts';
import { ibanOf } from '../../../../test/support/funding-actors.ts';
import { readAudits } from '../../../../test/support/readers.ts';
import { type ScheduledProperty, scheduledProperty, type Terms } from '../../../../test/support/scheduled-property.ts';
import { proveLedger } from '../../../../test/support/withdrawal-actors.ts';
import { expectCode, expectOpen, expectStatus, startWorld, type World } from '../../../../test/support/world.ts';
import type { PropertyId, SpvId } from '../../../core/db/tables.ts';
import { newId } from '../../../core/ids.ts';
import type { Settlement } from './schemas.ts';

const WIRES = '/administration/property/payment-schedule/wire-to-be-assigned';
const TERMS: Terms = { ...ONE_MONTH, interestSequestre: 700 };
const UNLENT: Terms = { ...TERMS, totalFundedAmount: 10_300 };

let world: World;
let admin: Person;
let holder: Investor;

before(async () => {
  world = await startWorld({ worker: false });
  admin = await signInAdministrator(world);
  holder = await verifiedInvestor(world);
  await world.moveClock({ now: '2026-06-15T10:00:00Z' });
});
after(() => world.close());
afterEach(async () => {
  await world.control('DELETE', '/faults');
  await proveLedger(admin);
});

const path = ({ propertyId }: { propertyId: PropertyId }, verb = '') =>
  `/administration/property/${propertyId}/solde-de-tout-compte${verb}`;
const read = async (own: { propertyId: PropertyId }) => expectStatus(await admin.client.get<Settlement>(path(own)), 200).body;
const done = (own: { propertyId: PropertyId }) => admin.client.post(path(own, '/done'));
const withdraw = (own: { propertyId: PropertyId }, bankAccountId: number, headers: Record<string, string> = {}) =>
  admin.client.post<Settlement>(
    path(own, '/owner'),
    { action: 'withdraw', providerWithdrawBankAccountId: bankAccountId },
    headers,
  );
const handOver = (own: { propertyId: PropertyId }, comment = 'Chèque remis au notaire') =>
  admin.client.post<Settlement>(path(own, '/owner'), { action: 'handed-over', comment });
const settle = () => world.runJob('wallet-transactions');
const capital = () => world.runJob<{ finishedProjects: string[] }>('capital-payout');
const atProvider = async ({ accountId }: ScheduledProperty) =>
  (await world.control<{ balanceCents: number }>('GET', `/accounts/${accountId}`)).balanceCents;
const auditsOf = ({ propertyId }: ScheduledProperty) =>
  readAudits<{ payload: unknown }>(world, { targetId: propertyId, kind: 'PROPERTY_SOLDE_DE_TOUT_COMPTE_OWNER' }, ['payload']);

/** A wire of the owner, named for the project; its id. */
async function wire({ propertyId, accountId, spvId }: ScheduledProperty, amountCents: number): Promise<string | undefined> {
  await world.control('POST', `/accounts/${accountId}/credit`, { amountCents });
  await world.runJob('incoming-wires');
  const { body } = expectStatus(await admin.client.get<{ id: string; spvId: SpvId; amount: number }[]>(WIRES), 200);
  const id = body.find((waiting) => waiting.spvId === spvId && waiting.amount === amountCents)?.id;
  expectStatus(await admin.client.post(`${WIRES}/switch-project`, { wireToBeAssignedId: id, newProjectId: propertyId }), 201);
  return id;
}
async function archive(own: ScheduledProperty, amountCents: number): Promise<void> {
  const wireToBeAssignedId = await wire(own, amountCents);
  expectStatus(await admin.client.post(`${WIRES}/archive`, { wireToBeAssignedId, comment: 'Excédent' }), 201);
}

/** A project that its owner has repaid: MAIN holds `mainCents`, ESCROW what the terms say. */
const finished = (options: { terms?: Terms; mainCents?: number; penalties?: readonly number[]; spv?: Spv } = {}) =>
  finishedProject(world, admin, { terms: TERMS, holders: [{ investor: holder, bricks: 10 }], ...options });
/** The first echeance is to be paid by a debit; its id at the provider. */
async function debit({ propertyId, accountId, echeances }: ScheduledProperty): Promise<number> {
  const { id } = await world.control<{ id: number }>('POST', `/accounts/${accountId}/mandates`, {
    iban: 'FR7630006000011234567890189',
    holder: 'Promoteur SAS',
    status: 6,
  });
  const mode = { paymentMode: 'directDebit', providerMandateId: id };
  expectStatus(await admin.client.put(`/administration/property/${propertyId}/echeancier/payment-mode`, mode), 200);
  const path = `/administration/property/${propertyId}/payment-schedule/program-unscheduled-mensualite-payment`;
  expectStatus(await admin.client.put(path, { echeanceId: echeances[0]?.id }), 200);
  const [row] = await world.sql<{ id: string }>('select provider_debit_id as id from direct_debit where echeance_id = $1', [
    echeances[0]?.id,
  ]);
  return Number(row?.id);
}

describe('POST .../solde-de-tout-compte/owner', () => {
  it('withdraw: pays everything left to a bank account of the wallet, then the project is empty and settled', async () => {
    const own = await finished({ mainCents: 300 });
    const neighbour = await finished({ mainCents: 5_000, spv: own });
    await archive(own, 50);
    const iban = await ibanOf(world, own.accountId);
    assert.deepEqual((await read(own)).payBack, { mainCents: 300, surplusCents: 50, escrowCents: 700, totalCents: 1_050 });
    expectCode(await done(own), 400, 'solde-de-tout-compte-purse-not-empty');
    const before = await atProvider(own);
    const { body } = expectStatus(await withdraw(own, iban), 201);
    assert.deepEqual([body.purses.heldCents, body.purses.mainCents, body.ownerSettlements[0]?.status], [1_050, 0, 'waiting']);
    assert.deepEqual(await auditsOf(own), [{ payload: { action: 'withdraw', amountCents: 1_050 } }]);
    expectCode(await done(own), 400, 'solde-de-tout-compte-payout-open');
    const [payout] = await world.sql<{ id: string }>(
      `select provider_payment_id as id from payment where purpose = 'owner-settlement' and status = 'sent'`,
    );
    await world.control('POST', `/payouts/${payout?.id}/complete`);
    await settle();
    const end = await read(own);
    assert.deepEqual([end.purses.heldCents, end.ownerSettlements[0]?.status, end.blocks.done], [0, 'paid', []]);
    assert.equal(before - (await atProvider(own)), 1_050);
    assert.deepEqual((await read(neighbour)).held, { surplusCents: 0, escrowCents: 700 });
    assert.equal((await read(neighbour)).purses.mainCents, 5_000);
    expectStatus(await done(own), 201);
    assert.equal((await auditsOf(own)).length, 1);
  });
  it('handed-over: recorded at once, with its comment', async () => {
    const own = await finished();
    const { body } = expectStatus(await handOver(own), 201);
    const [given] = body.ownerSettlements;
    assert.deepEqual([given?.status, given?.amountCents, given?.comment], ['paid', 700, 'Chèque remis au notaire']);
    assert.deepEqual(await auditsOf(own), [
      { payload: { action: 'handed-over', amountCents: 700, comment: 'Chèque remis au notaire' } },
    ]);
    const look = async () => {
      const path = `/administration/property/${own.propertyId}`;
      return Boolean((await admin.client.get<{ soldeDeToutCompteDoneAt: string | null }>(path)).body.soldeDeToutCompteDoneAt);
    };
    expectStatus(await world.changes('state.solde-done', { from: false, to: true, look, by: () => done(own) }), 201);
  });
  it('the bank sends it back: the money is the project’s again, the team is notified, and it may be ordered again', async () => {
    const own = await finished();
    const iban = await ibanOf(world, own.accountId);
    expectStatus(await withdraw(own, iban), 201);
    const open = () =>
      world.sql<{ id: string }>(
        `select placed.provider_payment_id as id from payment placed join owner_settlement given on given.payment_id = placed.id
         where given.property_id = $1 and placed.status = 'sent'`,
        [own.propertyId],
      );
    await world.control('POST', `/payouts/${(await open())[0]?.id}/fail`);
    await settle();
    const { held, ownerSettlements } = await read(own);
    assert.deepEqual([held.escrowCents, ownerSettlements.map(({ status }) => status)], [700, ['failed']]);
    const alerts = await world.sql(
      `select from pgboss.job where name = 'post-chat-message' and data->>'text' like '%solde de tout compte%' and data->>'text' like $1`,
      [`%${own.propertyId}%`],
    );
    assert.equal(alerts.length, 1);
    expectStatus(await withdraw(own, iban), 201);
    assert.deepEqual(
      (await read(own)).ownerSettlements.map(({ status }) => status),
      ['waiting', 'failed'],
    );
  });
  it('four at once, and a repeated key: one pay-out', async () => {
    const own = await finished();
    const iban = await ibanOf(world, own.accountId);
    const headers = { 'idempotency-key': randomUUID() };
    const answers = await Promise.all([
      withdraw(own, iban),
      withdraw(own, iban),
      withdraw(own, iban),
      withdraw(own, iban, headers),
    ]);
    for (const answer of answers) expectStatus(answer, 201);
    expectStatus(await withdraw(own, iban, headers), 201);
    assert.equal((await read(own)).ownerSettlements.length, 1);
    assert.equal((await auditsOf(own)).length, 1);
    expectCode(await handOver(own), 400, 'solde-de-tout-compte-payout-open');
  });
  it('a reply lost after the effect -> 500 transfer-failed-at-provider; the next call finds it', async () => {
    const own = await finished();
    const iban = await ibanOf(world, own.accountId);
    await world.control('POST', '/faults', { route: 'POST /v2/moneyouts', mode: 'timeout-after', times: 1, latencyMs: 100 });
    expectOpen(await withdraw(own, iban), 500, 'transfer-failed-at-provider');
    assert.equal((await auditsOf(own)).length, 1);
    const [open] = (await read(own)).ownerSettlements;
    assert.deepEqual([open?.status, open?.openPayment?.isAccepted], ['waiting', false]);
    expectCode(await handOver(own), 400, 'solde-de-tout-compte-payout-open');
    expectStatus(await withdraw(own, iban), 201);
    const { movements } = await world.control<{ movements: { kind: string; amountCents: number }[] }>(
      'GET',
      `/accounts/${own.accountId}`,
    );
    assert.equal(movements.filter(({ kind, amountCents }) => kind === 'moneyOut' && amountCents === 700).length, 1);
  });
  it('refused by the provider -> 500 transfer-failed-at-provider, and everything is as before', async () => {
    const own = await finished();
    const iban = await ibanOf(world, own.accountId);
    await world.control('POST', '/faults', { route: 'POST /v2/moneyouts', mode: 'error-in-200', times: 1 });
    expectCode(await withdraw(own, iban), 500, 'transfer-failed-at-provider');
    assert.deepEqual([(await read(own)).held.escrowCents, (await auditsOf(own)).length], [700, 1]);
  });
  it('a bank account of another wallet, or one that is not activated -> 400 validation-failed', async () => {
    const own = await finished();
    const other = await finished();
    expectCode(await withdraw(own, await ibanOf(world, other.accountId)), 400, 'validation-failed');
    expectCode(await withdraw(own, await ibanOf(world, own.accountId, 4)), 400, 'validation-failed');
  });
  it('penalties that are covered and not transferred -> 400 solde-de-tout-compte-penalties-not-transferred', async () => {
    const own = await finished({ penalties: [700] });
    assert.deepEqual((await read(own)).blocks.owner, ['solde-de-tout-compte-penalties-not-transferred']);
    expectCode(await handOver(own), 400, 'solde-de-tout-compte-penalties-not-transferred');
    expectStatus(await admin.client.post(path(own, '/penalties')), 201);
    // They took everything.
    expectCode(await handOver(own), 400, 'solde-de-tout-compte-nothing-for-owner');
    expectStatus(await done(own), 201);
  });
  it('penalties that nothing covers block nothing', async () => {
    const own = await finished({ penalties: [701] });
    expectStatus(await handOver(own), 201);
    assert.deepEqual((await read(own)).owner, { owesCents: 701, getsBackCents: 0 });
  });
  it('unlent capital that is not distributed -> 400 solde-de-tout-compte-unlent-capital-not-distributed; then its payouts', async () => {
    const own = await finished({ terms: UNLENT, mainCents: 450 });
    const neighbour = await finished({ mainCents: 1_000, spv: own });
    assert.equal((await read(own)).payBack.totalCents, 1_150);
    expectCode(await handOver(own), 400, 'solde-de-tout-compte-unlent-capital-not-distributed');
    expectStatus(await admin.client.post(path(own, '/unlent-capital')), 201);
    assert.deepEqual((await read(own)).open, { payments: 0, payouts: 1 });
    expectCode(await handOver(own), 400, 'solde-de-tout-compte-payout-open');
    expectCode(await done(own), 400, 'solde-de-tout-compte-payout-open');
    await settle();
    expectStatus(await handOver(own), 201);
    assert.equal((await read(neighbour)).purses.mainCents, 1_000);
  });
  it('unlent capital of a project that has spent its own MAIN is not taken from its neighbour', async () => {
    const own = await finished({ terms: UNLENT, mainCents: 299 });
    await finished({ mainCents: 1_000, spv: own });
    expectCode(await admin.client.post(path(own, '/unlent-capital')), 400, 'solde-de-tout-compte-unlent-capital-not-covered');
  });
  it('a wire that waits for its assignment -> 400 solde-de-tout-compte-purse-not-empty', async () => {
    const own = await finished();
    const wireToBeAssignedId = await wire(own, 20);
    assert.deepEqual((await read(own)).blocks.owner, ['solde-de-tout-compte-purse-not-empty']);
    expectCode(await handOver(own), 400, 'solde-de-tout-compte-purse-not-empty');
    expectStatus(await admin.client.post(`${WIRES}/archive`, { wireToBeAssignedId, comment: 'Excédent' }), 201);
    expectStatus(await handOver(own), 201);
  });
  it('a debit that the bank took back after its coupon was paid: the project owes again -> 400 project-must-be-in-repayment-finished-status', async () => {
    await world.moveClock({ now: '2026-01-20T10:00:00Z' });
    // One month of 12 %: a euro.
    const own = await scheduledProperty(world, admin, { terms: { ...TERMS, annualInterestPercentage: 12 } });
    const debitId = await debit(own);
    await world.control('POST', `/debits/${debitId}/settle`, {});
    await world.runJob('echeancier-bank-debit-status-update');
    await world.moveClock({ now: '2026-02-11T07:00:00Z' });
    await world.runJob('coupon-payout');
    await settle();
    await payFirst(world, admin, own, 10_000);
    await capital();
    await settle();
    assert.ok((await capital()).finishedProjects.includes(own.propertyId));
    await world.control('POST', '/chargebacks', { moneyInId: debitId });
    const { chargedBack, blocks } = await read(own);
    assert.deepEqual([chargedBack.openCents, blocks.owner], [100, ['solde-de-tout-compte-claim-open']]);
    expectCode(await handOver(own), 400, 'project-must-be-in-repayment-finished-status');
    await world.moveClock({ now: '2026-06-15T10:00:00Z' });
  });
  it('settled -> 400 solde-de-tout-compte-already-done', async () => {
    const own = await finished();
    expectStatus(await handOver(own), 201);
    expectStatus(await done(own), 201);
    expectCode(await handOver(own), 400, 'solde-de-tout-compte-already-done');
  });
  it('not repaid -> 400 project-must-be-in-repayment-finished-status', async () => {
    const own = await scheduledProperty(world, admin, { terms: TERMS });
    expectCode(await handOver(own), 400, 'project-must-be-in-repayment-finished-status');
  });
  it('unknown -> 404 not-found', async () => expectCode(await handOver({ propertyId: newId() }), 404, 'not-found'));
  it('no comment -> 400 validation-failed', async () =>
    expectCode(await handOver(await finished(), ' '), 400, 'validation-failed'));
  it('without a session -> 401 unauthenticated', async () =>
    expectCode(await world.visitor().post(path({ propertyId: newId() }, '/owner')), 401, 'unauthenticated'));
  it('as an investor -> 403 forbidden', async () =>
    expectCode(await (await signUp(world)).client.post(path({ propertyId: newId() }, '/owner')), 403, 'forbidden'));
});
