// Projects of one SPV share its wallet at the provider and nothing else: whose a wire is, and how it changes hands. Through HTTP.

import assert from 'node:assert/strict';
import { after, afterEach, before, describe, it } from 'node:test';
import {
  openFunding,
  type Person,
  type Spv,
  signInAdministrator,
  spvWithWallet,
  verifiedInvestor,
} from '../../../../test/support/actors.ts';
import { finishedProject } from '../../../../test/support/finished-project.ts';
import { assertSoundLedger } from '../../../../test/support/ledger-proof.ts';
import { financialStatusIs } from '../../../../test/support/property-states.ts';
import { ledgerCents, readAudits } from '../../../../test/support/readers.ts';
import { type ScheduledProperty, scheduledProperty } from '../../../../test/support/scheduled-property.ts';
import { expectCode, expectStatus, startWorld, type World } from '../../../../test/support/world.ts';
import type { PropertyId, SpvId } from '../../../core/db/tables.ts';

type Wire = {
  id: string;
  projectId: PropertyId | null;
  spvId: SpvId;
  status: string;
  amount: number;
  switchingToProject?: string;
};

const WIRES = '/administration/property/payment-schedule/wire-to-be-assigned';
const SWITCH = 'PROPERTY_PAYMENT_SCHEDULE_SWITCH_PROJECT_OF_WIRE_WAITING_TO_BE_ASSIGNED';
const DEBT = 'repayment-ongoing';
const FINISHED = 'repayment-finished';

let world: World;
let admin: Person;

before(async () => {
  world = await startWorld({ worker: false });
  admin = await signInAdministrator(world);
});
after(() => world.close());
afterEach(async () => {
  await assertSoundLedger(world);
});

const balanceOf = (account: string) => ledgerCents(world, account);
const purse = ({ propertyId }: { propertyId: PropertyId }, name: string) => balanceOf(`PRO:${propertyId}:${name}`);
const ofSpv = ({ spvId }: Spv) => balanceOf(`SPV:${spvId}:UNASSIGNED`);
const waiting = async () => expectStatus(await admin.client.get<Wire[]>(WIRES), 200).body;
const post = (verb: string, body: object) => admin.client.post<Wire>(`${WIRES}/${verb}`, body);
const switchTo = (wire: Wire, project: { propertyId: PropertyId }) =>
  post('switch-project', { wireToBeAssignedId: wire.id, newProjectId: project.propertyId });
const assign = (wire: Wire, { echeances }: ScheduledProperty, more: object = {}) =>
  post('assign', {
    wireToBeAssignedId: wire.id,
    paymentFor: 'mensualite',
    echeanceId: echeances[0]?.id,
    isSimulation: false,
    ...more,
  });
const projectOn = (spv: Spv, financialStatus = DEBT) => scheduledProperty(world, admin, { spv, financialStatus });
const fault = (mode: string) => world.control('POST', '/faults', { route: 'POST /v2/p2p', mode, times: 1 });
const audits = async ({ id }: Wire) => (await readAudits(world, { kind: SWITCH, targetId: id }, ['id'])).length;
const movementsAtProvider = async ({ accountId }: Spv) =>
  (await world.control<{ movements: unknown[] }>('GET', `/accounts/${accountId}`)).movements.length;

async function wireOf(amountCents: number, { accountId }: Spv): Promise<Wire> {
  const known = new Set((await waiting()).map(({ id }) => id));
  await world.control('POST', `/accounts/${accountId}/credit`, { amountCents });
  await world.runJob('incoming-wires');
  const wire = (await waiting()).find(({ id }) => !known.has(id));
  if (!wire) throw new Error('the wire was not picked up');
  return wire;
}

describe('whose a wire is', () => {
  it('the only published project of the SPV, whatever its state', async () => {
    const spv = await spvWithWallet(world);
    const only = await openFunding(world, { bricks: 1, spv });
    assert.equal((await wireOf(100, spv)).projectId, only.propertyId);
    assert.deepEqual([await purse(only, 'UNASSIGNED'), await ofSpv(spv)], [100, 0]);
  });
  it('of several the only one whose owner owes; two that owe, or none: the SPV', async () => {
    const spv = await spvWithWallet(world);
    const [first, second] = [await projectOn(spv, FINISHED), await projectOn(spv)];
    assert.equal((await wireOf(100, spv)).projectId, second.propertyId);
    const third = await projectOn(spv);
    assert.equal((await wireOf(70, spv)).projectId, null);
    await financialStatusIs(
      world,
      [first, second, third].map(({ propertyId }) => propertyId),
      FINISHED,
    );
    assert.equal((await wireOf(30, spv)).projectId, null);
    const purses = await Promise.all([first, second, third].map((project) => purse(project, 'UNASSIGNED')));
    assert.deepEqual([...purses, await ofSpv(spv)], [0, 100, 0, 100]);
  });
  it('a settled project takes none any more', async () => {
    const spv = await spvWithWallet(world);
    const settled = await finishedProject(world, admin, {
      holders: [{ investor: await verifiedInvestor(world), bricks: 1 }],
      spv,
    });
    expectStatus(await admin.client.post(`/administration/property/${settled.propertyId}/solde-de-tout-compte/done`), 201);
    assert.equal((await wireOf(100, spv)).projectId, null);
    expectCode(await assign((await waiting())[0] as Wire, settled), 400, 'echeance-not-found');
    const other = await scheduledProperty(world, admin);
    expectCode(await switchTo(await wireOf(10, other), settled), 400, 'new-project-not-found');
  });
});

describe('a wire for no project', () => {
  it('its assignment names the project, and only that one has the money', async () => {
    const spv = await spvWithWallet(world);
    const [first, second] = [await projectOn(spv), await projectOn(spv)];
    const wire = await wireOf(89_167, spv);
    expectStatus(await assign(wire, second), 201);
    assert.deepEqual(
      [await ofSpv(spv), await purse(second, 'COUPON'), await purse(second, 'FEES'), await purse(first, 'COUPON')],
      [0, 79_167, 10_000, 0],
    );
    const [row] = await world.sql<{ id: string }>('select property_id as id from received_payment where id = $1', [wire.id]);
    assert.equal(row?.id, second.propertyId);
  });
  it('archived, its money stays with the SPV', async () => {
    const spv = await spvWithWallet(world);
    const projects = [await projectOn(spv), await projectOn(spv)];
    const wire = await wireOf(500, spv);
    expectStatus(await post('archive', { wireToBeAssignedId: wire.id, comment: 'inconnu' }), 201);
    const surplus = await Promise.all(projects.map((project) => purse(project, 'SURPLUS')));
    assert.deepEqual([await ofSpv(spv), ...surplus], [500, 0, 0]);
  });
  it('switched, it names the new project: inside the SPV, and to another one', async () => {
    const spv = await spvWithWallet(world);
    const [first, , other] = [await projectOn(spv), await projectOn(spv), await scheduledProperty(world, admin)];
    const inside = expectStatus(await switchTo(await wireOf(300, spv), first), 201).body;
    assert.deepEqual([inside.projectId, inside.spvId], [first.propertyId, spv.spvId]);
    const outside = expectStatus(await switchTo(await wireOf(200, spv), other), 201).body;
    assert.deepEqual([outside.projectId, outside.spvId], [other.propertyId, other.spvId]);
    assert.deepEqual([await ofSpv(spv), await purse(first, 'UNASSIGNED'), await purse(other, 'UNASSIGNED')], [0, 300, 200]);
  });
  it('of an SPV without any project cannot be switched -> 400 spv-current-project-not-found', async () => {
    const wire = await wireOf(100, await spvWithWallet(world));
    expectCode(await switchTo(wire, await scheduledProperty(world, admin)), 400, 'spv-current-project-not-found');
  });
});

describe('switch-project', () => {
  it('between two projects of one SPV: one posting, nothing at the provider, audited', async () => {
    const spv = await spvWithWallet(world);
    const first = await projectOn(spv);
    const wire = await wireOf(300, spv);
    const second = await projectOn(spv);
    const before = await movementsAtProvider(spv);
    assert.equal(expectStatus(await switchTo(wire, second), 201).body.projectId, second.propertyId);
    assert.deepEqual([await purse(first, 'UNASSIGNED'), await purse(second, 'UNASSIGNED')], [0, 300]);
    assert.equal(await movementsAtProvider(spv), before);
    assert.equal(await audits(wire), 1);
    const booked = await world.sql(
      `select from wallet_transaction where type = 'PROJECT_SWITCH_P2P' and status = 'CONFIRMED' and property_id = $1 and payment_id is null`,
      [second.propertyId],
    );
    assert.equal(booked.length, 1);
  });
  it('between SPVs the money is held from the opening on; after a refusal it is back', async () => {
    const [first, other] = [await scheduledProperty(world, admin), await scheduledProperty(world, admin)];
    const wire = await wireOf(400, first);
    await fault('error-in-200');
    expectCode(await switchTo(wire, other), 400, 'p2p-failed-at-provider');
    assert.deepEqual([await purse(first, 'UNASSIGNED'), await purse(first, 'HELD')], [400, 0]);
    await fault('timeout-before');
    expectCode(await switchTo(wire, other), 400, 'p2p-failed-at-provider');
    assert.deepEqual([await purse(first, 'UNASSIGNED'), await purse(first, 'HELD')], [0, 400]);
    await world.until(async () => {
      await world.runJob('wallet-transactions');
      return (await purse(first, 'HELD')) === 0;
    }, 'the transfer to be sent again');
    assert.deepEqual([await purse(first, 'UNASSIGNED'), await purse(other, 'UNASSIGNED')], [0, 400]);
  });
  it('pending at the provider: the wire waits with its project, audited, and the worker finishes it', async () => {
    const [first, other] = [await scheduledProperty(world, admin), await scheduledProperty(world, admin)];
    const wire = await wireOf(400, first);
    await fault('pending');
    const { body } = expectStatus(await switchTo(wire, other), 201);
    assert.deepEqual([body.projectId, body.switchingToProject, body.status], [first.propertyId, other.propertyId, 'waiting']);
    assert.equal(await audits(wire), 1);
    expectCode(await assign(wire, first), 400, 'wire-not-waiting');
    const [moved] = await world.sql<{ id: string }>(
      `select provider_payment_id as id from payment where purpose = 'project-switch' and status = 'sent'`,
    );
    await world.control('POST', `/p2p/${moved?.id}/complete`, {});
    await world.runJob('wallet-transactions');
    const after = (await waiting()).find(({ id }) => id === wire.id);
    assert.deepEqual([after?.projectId, after?.switchingToProject, await audits(wire)], [other.propertyId, undefined, 1]);
    assert.deepEqual([await purse(first, 'HELD'), await purse(other, 'UNASSIGNED')], [0, 400]);
  });
});
