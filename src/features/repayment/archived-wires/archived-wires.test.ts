// What an archived payment may still become: waiting again, or paid back to its sender. Through HTTP, with two projects on one SPV.

import assert from 'node:assert/strict';
import { randomUUID } from 'node:crypto';
import { after, afterEach, before, describe, it } from 'node:test';
import { type Person, type Spv, signInAdministrator, spvWithWallet, verifiedInvestor } from '../../../../test/support/actors.ts';
import { finishedProject } from '../../../../test/support/finished-project.ts';
import { ibanOf } from '../../../../test/support/funding-actors.ts';
import { chatWritten, ledgerCents, purseCents, readAudits } from '../../../../test/support/readers.ts';
import { type ScheduledProperty, scheduledProperty } from '../../../../test/support/scheduled-property.ts';
import { proveLedger } from '../../../../test/support/withdrawal-actors.ts';
import { expectCode, expectStatus, startWorld, type World } from '../../../../test/support/world.ts';
import type { PropertyId, SpvId } from '../../../core/db/tables.ts';

type Wire = {
  id: string;
  projectId: PropertyId | null;
  spvId: SpvId;
  status: string;
  amount: number;
  returnState?: string;
  openPayment?: { isAccepted: boolean } | null;
};

const WIRES = '/administration/property/payment-schedule/wire-to-be-assigned';
const ESCROW = '/administration/property/echeancier/interest-sequestre/transfer-to-echeance-payment-to-be-assigned';
const RETURN = 'PROPERTY_PAYMENT_SCHEDULE_RETURN_WIRE';

let world: World;
let admin: Person;
let project: ScheduledProperty;
let bankAccountId: number;

before(async () => {
  world = await startWorld({ worker: false, settings: { PROVIDER_TIMEOUT_MS: '4000' } });
  admin = await signInAdministrator(world);
  project = await scheduledProperty(world, admin);
  bankAccountId = await ibanOf(world, project.accountId);
});
after(() => world.close());
afterEach(async () => {
  await world.control('DELETE', '/faults');
  await proveLedger(admin);
});

const post = (verb: string, body: object) => admin.client.post<Wire>(`${WIRES}/${verb}`, body);
const archive = (id: string) => post('archive', { wireToBeAssignedId: id, comment: 'pour personne' });
const unarchive = (id: string) => post('unarchive', { wireToBeAssignedId: id });
const giveBack = (id: string, account = bankAccountId) =>
  post('return', { wireToBeAssignedId: id, providerWithdrawBankAccountId: account, comment: 'Viré par erreur' });
const waiting = async () => expectStatus(await admin.client.get<Wire[]>(WIRES), 200).body;
const purse = (name: string) => purseCents(world, project, name);
const ofSpv = ({ spvId }: Spv) => ledgerCents(world, `SPV:${spvId}:UNASSIGNED`);
const settle = () => world.runJob('wallet-transactions');
const audits = async (kind: string, id: string) => (await readAudits(world, { kind, targetId: id }, ['id'])).length;
const read = async (id: string) =>
  expectStatus(await admin.client.get<Wire>(`/administration/payments-to-be-assigned/${id}`), 200).body;
const payoutsOf = ({ amount }: Wire) =>
  world.sql<{ id: string; status: string }>(
    `select provider_payment_id as id, status from payment where purpose = 'wire-return' and amount_cents = $1 order by created_at`,
    [amount],
  );

async function wireOf(amountCents: number, { accountId }: Spv = project): Promise<Wire> {
  const known = new Set((await waiting()).map(({ id }) => id));
  await world.control('POST', `/accounts/${accountId}/credit`, { amountCents });
  await world.runJob('incoming-wires');
  const wire = (await waiting()).find(({ id }) => !known.has(id));
  return wire ?? assert.fail('the wire was not picked up');
}
/** The bank executes the pay-out of a wire, or sends it back. */
async function bank(wire: Wire, verb: 'complete' | 'fail'): Promise<void> {
  await world.control('POST', `/payouts/${(await payoutsOf(wire)).at(-1)?.id}/${verb}`);
  await settle();
}

describe('POST .../wire-to-be-assigned/unarchive', () => {
  it('the wire waits again with its money, once, and can be assigned', async () => {
    const wire = await wireOf(701);
    expectStatus(await archive(wire.id), 201);
    assert.deepEqual([await purse('SURPLUS'), await purse('UNASSIGNED')], [701, 0]);
    const answers = await Promise.all([unarchive(wire.id), unarchive(wire.id)]);
    assert.deepEqual(answers.map(({ status }) => status).sort(), [201, 400]);
    assert.deepEqual([await purse('SURPLUS'), await purse('UNASSIGNED'), (await read(wire.id)).status], [0, 701, 'waiting']);
    assert.equal(await audits('PROPERTY_PAYMENT_SCHEDULE_UNARCHIVE_WIRE', wire.id), 1);
    const place = { paymentFor: 'mensualite', echeanceId: project.echeances[0]?.id, isSimulation: false };
    expectStatus(await post('assign', { wireToBeAssignedId: wire.id, ...place }), 201);
  });
  it('a wire of no project waits again with the SPV', async () => {
    const spv = await spvWithWallet(world);
    const wire = await wireOf(500, spv);
    expectStatus(await archive(wire.id), 201);
    assert.deepEqual([expectStatus(await unarchive(wire.id), 201).body.projectId, await ofSpv(spv)], [null, 500]);
  });
  it('escrow that was taken again meanwhile -> 400 archived-money-spent', async () => {
    const own = await scheduledProperty(world, admin);
    const take = async () => {
      const body = { propertyId: own.propertyId, echeanceId: own.echeances[0]?.id, paymentDate: '2026-01-02' };
      return expectStatus(await admin.client.post<Wire>(ESCROW, { ...body, interestSequestreAmountToTransfer: 237_500 }), 201);
    };
    const { body: first } = await take();
    expectStatus(await archive(first.id), 201);
    const { body: second } = await take();
    expectCode(await unarchive(first.id), 400, 'archived-money-spent');
    expectStatus(await archive(second.id), 201);
    expectStatus(await unarchive(first.id), 201);
    assert.deepEqual(
      [await purseCents(world, own, 'ESCROW'), await purseCents(world, own, 'UNASSIGNED'), (await read(second.id)).status],
      [0, 237_500, 'archivedNotAssigned'],
    );
  });
  it('unknown wire -> 400 wire-not-found', async () => expectCode(await unarchive(randomUUID()), 400, 'wire-not-found'));
  it('a wire that waits -> 400 wire-not-archived', async () =>
    expectCode(await unarchive((await wireOf(10)).id), 400, 'wire-not-archived'));
  it('of a project that was settled since -> 400 project-is-settled', async () => {
    const own = await finishedProject(world, admin, { holders: [{ investor: await verifiedInvestor(world), bricks: 1 }] });
    const wire = await wireOf(60, own);
    expectStatus(await archive(wire.id), 201);
    const base = `/administration/property/${own.propertyId}/solde-de-tout-compte`;
    expectStatus(await admin.client.post(`${base}/owner`, { action: 'handed-over', comment: 'Chèque' }), 201);
    expectStatus(await admin.client.post(`${base}/done`), 201);
    expectCode(await unarchive(wire.id), 400, 'project-is-settled');
    expectCode(await giveBack(wire.id, await ibanOf(world, own.accountId)), 400, 'project-is-settled');
  });
});

describe('POST .../wire-to-be-assigned/return', () => {
  it('an archived wire leaves for its sender, is shown as on its way, and is returned for good', async () => {
    const wire = await wireOf(902);
    expectStatus(await archive(wire.id), 201);
    const surplus = await purse('SURPLUS');
    const { body } = expectStatus(await giveBack(wire.id), 201);
    assert.deepEqual([body.status, body.returnState, await audits(RETURN, wire.id)], ['archivedNotAssigned', 'returning', 1]);
    assert.deepEqual([await purse('SURPLUS'), await purse('HELD')], [surplus - 902, 902]);
    expectCode(await unarchive(wire.id), 400, 'wire-not-archived');
    expectCode(await giveBack(wire.id), 400, 'wire-not-returnable');
    await bank(wire, 'complete');
    assert.deepEqual([(await read(wire.id)).returnState, await purse('HELD')], ['returned', 0]);
    expectCode(await unarchive(wire.id), 400, 'wire-not-archived');
    expectCode(await giveBack(wire.id), 400, 'wire-not-returnable');
    assert.deepEqual([(await payoutsOf(wire)).length, await audits(RETURN, wire.id)], [1, 1]);
  });
  it('twice at once, of a wire of no project: one pay-out', async () => {
    const spv = await spvWithWallet(world);
    const account = await ibanOf(world, spv.accountId);
    const wire = await wireOf(503, spv);
    const answers = await Promise.all([giveBack(wire.id, account), giveBack(wire.id, account)]);
    assert.deepEqual(answers.map(({ status }) => status).sort(), [201, 400]);
    assert.equal(await ofSpv(spv), 503);
    await bank(wire, 'complete');
    assert.deepEqual([await ofSpv(spv), (await payoutsOf(wire)).length], [0, 1]);
  });
  it('sent back by the bank days later: the wire waits, the team is notified, and it may be returned again', async () => {
    const wire = await wireOf(604);
    expectStatus(await giveBack(wire.id), 201);
    await bank(wire, 'fail');
    const { status, returnState } = await read(wire.id);
    assert.deepEqual([status, returnState, await purse('HELD')], ['waiting', undefined, 0]);
    assert.equal((await chatWritten(world, [wire.id, 'n’a pas pu être renvoyé'])).length, 1);
    expectStatus(await giveBack(wire.id), 201);
    await bank(wire, 'complete');
    assert.equal((await read(wire.id)).returnState, 'returned');
  });
  it('refused by the provider -> 500 transfer-failed-at-provider', async () => {
    const wire = await wireOf(305);
    await world.control('POST', '/faults', { route: 'POST /v2/moneyouts', mode: 'error-in-200', times: 1 });
    expectCode(await giveBack(wire.id), 500, 'transfer-failed-at-provider');
    assert.deepEqual([(await read(wire.id)).status, await audits(RETURN, wire.id)], ['waiting', 1]);
  });
  it('a lost reply: on its way, not offered again, and one movement -> 500 transfer-failed-at-provider', async () => {
    const wire = await wireOf(406);
    await world.control('POST', '/faults', { route: 'POST /v2/moneyouts', mode: 'timeout-after', times: 1, latencyMs: 4_500 });
    expectCode(await giveBack(wire.id), 500, 'transfer-failed-at-provider');
    const silent = await read(wire.id);
    assert.deepEqual([silent.returnState, silent.openPayment?.isAccepted], ['returning', false]);
    expectCode(await giveBack(wire.id), 400, 'wire-not-returnable');
    await world.control('DELETE', '/faults');
    await settle();
    assert.equal((await read(wire.id)).openPayment?.isAccepted, true);
    await bank(wire, 'complete');
    const { returnState, openPayment } = await read(wire.id);
    assert.deepEqual([returnState, openPayment, (await payoutsOf(wire)).length], ['returned', null, 1]);
  });
  it('gone to another SPV’s wallet while its bank account was checked -> 400 wire-not-returnable', async () => {
    const wire = await wireOf(109);
    const elsewhere = await scheduledProperty(world, admin);
    const route = 'GET /v2/moneyouts/:id/iban';
    await world.control('POST', '/faults', { route, mode: 'latency', times: 1, latencyMs: 3_500 });
    const checks = async () =>
      (await world.control<unknown[]>('GET', `/calls?path=/v2/moneyouts/${project.accountId}/iban`)).length;
    const earlier = await checks();
    const asked = giveBack(wire.id);
    await world.until(async () => (await checks()) > earlier, 'the provider to be asked');
    expectStatus(await post('switch-project', { wireToBeAssignedId: wire.id, newProjectId: elsewhere.propertyId }), 201);
    expectCode(await asked, 400, 'wire-not-returnable');
    assert.deepEqual([await purseCents(world, elsewhere, 'UNASSIGNED'), (await payoutsOf(wire)).length], [109, 0]);
  });
  it('an assigned wire -> 400 wire-not-returnable', async () => {
    const wire = await wireOf(107);
    const place = { paymentFor: 'mensualite', echeanceId: project.echeances[0]?.id, isSimulation: false };
    expectStatus(await post('assign', { wireToBeAssignedId: wire.id, ...place }), 201);
    expectCode(await giveBack(wire.id), 400, 'wire-not-returnable');
  });
  it('unknown wire -> 400 wire-not-found', async () => expectCode(await giveBack(randomUUID()), 400, 'wire-not-found'));
  it('a bank account of another wallet -> 400 validation-failed', async () =>
    expectCode(await giveBack((await wireOf(108)).id, bankAccountId + 1_000), 400, 'validation-failed'));
});
