// Wires to be assigned, through HTTP: arrival, list, split, archive, another project, assignment.

import assert from 'node:assert/strict';
import { randomUUID } from 'node:crypto';
import { after, afterEach, before, describe, it } from 'node:test';
import { openFunding, type Person, signInAdministrator, signUp, spvWithWallet } from '../../../../test/support/actors.ts';
import { assertSoundLedger } from '../../../../test/support/ledger-proof.ts';
import { propertyIs, withoutWallet } from '../../../../test/support/property-states.ts';
import { ledgerCents, readAudits } from '../../../../test/support/readers.ts';
import { shows } from '../../../../test/support/recorder.ts';
import { readEcheances, type ScheduledProperty, scheduledProperty } from '../../../../test/support/scheduled-property.ts';
import { expectCode, expectOpen, expectStatus, startWorld, type World } from '../../../../test/support/world.ts';
import type { PropertyId, SpvId } from '../../../core/db/tables.ts';
import { newId } from '../../../core/ids.ts';

type Wire = {
  id: string;
  projectId: PropertyId | null;
  spvId: SpvId;
  status: string;
  amount: number;
  lineage: string;
  originWireId?: string;
  originAmount?: number;
  payment: string;
  providerWireId?: number;
  comment?: string;
  date: string;
};

const WIRES = '/administration/property/payment-schedule/wire-to-be-assigned';

let world: World;
let admin: Person;
let project: ScheduledProperty;

before(async () => {
  world = await startWorld({ worker: false });
  admin = await signInAdministrator(world);
  project = await scheduledProperty(world, admin);
});
after(() => world.close());
afterEach(async () => {
  await assertSoundLedger(world);
});

const waiting = async () => expectStatus(await admin.client.get<Wire[]>(WIRES), 200).body;

const statusOf = async (id: string) =>
  (await world.sql<{ status: string }>('select status from received_payment where id = $1', [id]))[0]?.status;
/** Amounts of the record and of what was split off it, as they wait. */
const partsOf = async (origin: string) =>
  (await waiting())
    .filter(({ id, originWireId }) => [id, originWireId].includes(origin))
    .map(({ amount }) => amount)
    .toSorted((one, other) => other - one);

/** A wire arrives at the SPV and is picked up. */
async function wireOf(amountCents: number, to: ScheduledProperty = project): Promise<Wire> {
  const known = new Set((await waiting()).map(({ id }) => id));
  await world.control('POST', `/accounts/${to.accountId}/credit`, { amountCents, comment: 'Loyer' });
  await world.runJob('incoming-wires');
  const wire = (await waiting()).find(({ id }) => !known.has(id));
  if (!wire) throw new Error('the wire was not picked up');
  return wire;
}

const audits = async (kind: string, id: string) =>
  (await readAudits<{ payload: unknown }>(world, { kind, targetId: id }, ['payload'])).map(({ payload }) => payload);

const balanceOf = (account: string) => ledgerCents(world, account);
const purse = ({ propertyId }: { propertyId: PropertyId }, name: string) => balanceOf(`PRO:${propertyId}:${name}`);

const assign = (by: Person, wire: Wire, echeance: { id: string } | undefined, more: object = {}) =>
  by.client.post<{ echeances: { remainingToBePaid: number; status: string; overpaid: number }[] }>(`${WIRES}/assign`, {
    wireToBeAssignedId: wire.id,
    paymentFor: 'mensualite',
    echeanceId: echeance?.id,
    isSimulation: false,
    ...more,
  });

describe('GET .../wire-to-be-assigned', () => {
  it('lists a wire that arrived at the SPV, once, however often the job reads it', async () => {
    const wire = await wireOf(60_000);
    assert.deepEqual(
      { ...wire, id: '', providerWireId: 0, date: '' },
      {
        id: '',
        projectId: project.propertyId,
        spvId: project.spvId,
        status: 'waiting',
        amount: 60_000,
        lineage: 'parent',
        payment: 'wire',
        providerWireId: 0,
        comment: 'Loyer',
        date: '',
      },
    );
    await world.runJob('incoming-wires');
    await Promise.all([world.runJob('incoming-wires'), world.runJob('incoming-wires')]);
    assert.equal((await waiting()).filter(({ providerWireId }) => providerWireId === wire.providerWireId).length, 1);
  });
  it('keeps a wire of an SPV without project, for no project', async () => {
    const spv = await spvWithWallet(world);
    const wire = await wireOf(500, { ...project, ...spv });
    assert.equal(wire.projectId, null);
  });
});

describe('POST .../wire-to-be-assigned/split', () => {
  const split = (id: string, newAmount: unknown) =>
    admin.client.post<Wire[]>(`${WIRES}/split`, { wireToBeAssignedId: id, newAmount });

  it('makes two waiting children that add up to the origin', async () => {
    const wire = await wireOf(90_000);
    const change = { from: [90_000], to: [60_000, 30_000], look: () => partsOf(wire.id), by: () => split(wire.id, 60_000) };
    const parts = expectStatus(await world.changes('state.wire-split', change), 201).body;
    assert.deepEqual(
      parts.map(({ status, amount, lineage, originWireId, originAmount }) => ({
        status,
        amount,
        lineage,
        originWireId,
        originAmount,
      })),
      [60_000, 30_000].map((amount) => ({
        status: 'waiting',
        amount,
        lineage: 'child',
        originWireId: wire.id,
        originAmount: 90_000,
      })),
    );
    assert.equal(parts[0]?.id, wire.id);
    assert.equal((await audits('PROPERTY_PAYMENT_SCHEDULE_SPLIT_WIRE_TO_ECHEANCE', wire.id)).length, 1);
    const again = expectStatus(await split(parts[1]?.id ?? '', 1), 201).body;
    assert.deepEqual(
      again.map(({ amount, originWireId }) => [amount, originWireId]),
      [
        [1, wire.id],
        [29_999, wire.id],
      ],
    );
  });
  it('twice at once: one split, and the amounts still add up', async () => {
    const wire = await wireOf(1_000);
    const answers = await Promise.all([split(wire.id, 600), split(wire.id, 600)]);
    assert.deepEqual(answers.map(({ status }) => status).sort(), [201, 400]);
    const [sum] = await world.sql<{ cents: string }>(
      'select sum(amount_cents) as cents from received_payment where id = $1 or origin_wire_id = $1',
      [wire.id],
    );
    assert.equal(Number(sum?.cents), 1_000);
  });
  it('unknown wire -> 400 wire-not-found', async () => expectCode(await split(randomUUID(), 1), 400, 'wire-not-found'));
  it('archived wire -> 400 wire-not-waiting', async () => {
    const wire = await wireOf(1_000);
    expectStatus(await admin.client.post(`${WIRES}/archive`, { wireToBeAssignedId: wire.id, comment: 'doublon' }), 201);
    expectCode(await split(wire.id, 1), 400, 'wire-not-waiting');
  });
  for (const newAmount of [1_000, 1_001]) {
    it(`${newAmount} of 1000 cents -> 400 new-amount-must-be-less-than-original-amount`, async () => {
      expectCode(await split((await wireOf(1_000)).id, newAmount), 400, 'new-amount-must-be-less-than-original-amount');
      shows('limit.split-amount');
    });
  }
  for (const newAmount of [0, -1, 1.5, '10']) {
    it(`new amount ${JSON.stringify(newAmount)} -> 400 validation-failed`, async () =>
      expectCode(await split(randomUUID(), newAmount), 400, 'validation-failed'));
  }
});

describe('POST .../wire-to-be-assigned/archive', () => {
  const archive = (id: string, comment: unknown = 'pas pour une echeance') =>
    admin.client.post<Wire>(`${WIRES}/archive`, { wireToBeAssignedId: id, comment });

  it('takes the wire off the list; its money is surplus, its history readable', async () => {
    const before = await purse(project, 'SURPLUS');
    const wire = await wireOf(700);
    const change = { from: 'waiting', to: 'archivedNotAssigned', look: () => statusOf(wire.id), by: () => archive(wire.id) };
    assert.equal(expectStatus(await world.changes('state.wire-archived', change), 201).body.status, 'archivedNotAssigned');
    assert.ok(!(await waiting()).some(({ id }) => id === wire.id));
    assert.equal(await purse(project, 'SURPLUS'), before + 700);
    const { paymentToBeAssigned } = expectStatus(
      await admin.client.get<{ paymentToBeAssigned: (Wire & { archiveComment: string; project: { id: string } })[] }>(
        '/administration/property/payment-schedule/payment-to-be-assigned/history',
      ),
      200,
    ).body;
    const item = paymentToBeAssigned.find(({ id }) => id === wire.id);
    assert.deepEqual(
      [item?.status, item?.archiveComment, item?.project.id],
      ['archivedNotAssigned', 'pas pour une echeance', project.propertyId],
    );
    assert.equal((await audits('PROPERTY_PAYMENT_SCHEDULE_ARCHIVE_WIRE', wire.id)).length, 1);
  });
  it('unknown wire -> 400 wire-not-found', async () => expectCode(await archive(randomUUID()), 400, 'wire-not-found'));
  it('archived twice at once -> 400 wire-not-waiting', async () => {
    const before = await purse(project, 'SURPLUS');
    const wire = await wireOf(700);
    const answers = await Promise.all([archive(wire.id), archive(wire.id)]);
    assert.deepEqual(answers.map(({ status }) => status).sort(), [201, 400]);
    expectCode(await archive(wire.id), 400, 'wire-not-waiting');
    assert.equal(await purse(project, 'SURPLUS'), before + 700);
  });
  for (const comment of ['', '   ', null]) {
    it(`comment ${JSON.stringify(comment)} -> 400 validation-failed`, async () =>
      expectCode(await archive(randomUUID(), comment), 400, 'validation-failed'));
  }
});

describe('POST .../wire-to-be-assigned/switch-project', () => {
  const switchTo = (wire: { id: string }, newProjectId: PropertyId) =>
    admin.client.post<Wire>(`${WIRES}/switch-project`, { wireToBeAssignedId: wire.id, newProjectId });
  const kind = 'PROPERTY_PAYMENT_SCHEDULE_SWITCH_PROJECT_OF_WIRE_WAITING_TO_BE_ASSIGNED';
  let other: ScheduledProperty;
  before(async () => {
    other = await scheduledProperty(world, admin);
  });

  it('moves record and money to the other SPV, once', async () => {
    const wire = await wireOf(1_200);
    const before = [await purse(project, 'UNASSIGNED'), await purse(other, 'UNASSIGNED')];
    const look = async () => (await waiting()).find(({ id }) => id === wire.id)?.projectId;
    const change = { from: project.propertyId, to: other.propertyId, look, by: () => switchTo(wire, other.propertyId) };
    const { body } = expectStatus(await world.changes('state.wire-switched', change), 201);
    assert.deepEqual([body.projectId, body.spvId, body.status], [other.propertyId, other.spvId, 'waiting']);
    assert.deepEqual(
      [await purse(project, 'UNASSIGNED'), await purse(other, 'UNASSIGNED')],
      [(before[0] ?? 0) - 1_200, (before[1] ?? 0) + 1_200],
    );
    await world.runJob('wallet-transactions');
    assert.equal((await audits(kind, wire.id)).length, 1);
  });
  it('a reply lost after the effect: 400 p2p-failed-at-provider, then the job finishes it, with one movement', async () => {
    const wire = await wireOf(800);
    const before = await purse(other, 'UNASSIGNED');
    await world.control('POST', '/faults', { route: 'POST /v2/p2p', mode: 'timeout-after', times: 1 });
    expectOpen(await switchTo(wire, other.propertyId), 400, 'p2p-failed-at-provider');
    expectCode(await switchTo(wire, other.propertyId), 400, 'wire-not-waiting');
    await world.runJob('wallet-transactions');
    assert.equal(await purse(other, 'UNASSIGNED'), before + 800);
    assert.equal((await audits(kind, wire.id)).length, 1);
  });
  it('refused by the provider -> 400 p2p-failed-at-provider', async () => {
    const wire = await wireOf(900);
    await world.control('POST', '/faults', { route: 'POST /v2/p2p', mode: 'error-in-200', times: 1 });
    expectCode(await switchTo(wire, other.propertyId), 400, 'p2p-failed-at-provider');
    assert.equal((await audits(kind, wire.id)).length, 1);
    expectStatus(await switchTo(wire, other.propertyId), 201);
  });
  it('twice at once: one movement', async () => {
    const wire = await wireOf(400);
    const before = await purse(other, 'UNASSIGNED');
    const answers = await Promise.all([switchTo(wire, other.propertyId), switchTo(wire, other.propertyId)]);
    assert.ok(answers.some(({ status }) => status === 201));
    await world.runJob('wallet-transactions');
    assert.equal(await purse(other, 'UNASSIGNED'), before + 400);
  });
  it('unknown wire -> 400 wire-not-found', async () =>
    expectCode(await switchTo({ id: randomUUID() }, other.propertyId), 400, 'wire-not-found'));
  it('archived wire -> 400 wire-not-waiting', async () => {
    const wire = await wireOf(100);
    expectStatus(await admin.client.post(`${WIRES}/archive`, { wireToBeAssignedId: wire.id, comment: 'x' }), 201);
    expectCode(await switchTo(wire, other.propertyId), 400, 'wire-not-waiting');
  });
  it('part of a split -> 400 only-parent-wires-can-be-project-switched', async () => {
    const wire = await wireOf(100);
    expectStatus(await admin.client.post(`${WIRES}/split`, { wireToBeAssignedId: wire.id, newAmount: 40 }), 201);
    expectCode(await switchTo(wire, other.propertyId), 400, 'only-parent-wires-can-be-project-switched');
  });
  it('a record without movement -> 400 only-wire-payments-can-be-project-switched', async () => {
    const record = expectStatus(
      await admin.client.post<Wire>('/administration/property/payment-schedule/payment-to-be-assigned', {
        projectId: project.propertyId,
        amount: 100,
        date: '2026-02-03',
        payment: { kind: 'other', comment: 'cheque' },
      }),
      201,
    ).body;
    expectCode(await switchTo(record, other.propertyId), 400, 'only-wire-payments-can-be-project-switched');
  });
  it('SPV of the current project without wallet -> 400 spv-current-project-not-found', async () => {
    const own = await scheduledProperty(world, admin);
    const wire = await wireOf(100, own);
    await withoutWallet(world, own, async () =>
      expectCode(await switchTo(wire, other.propertyId), 400, 'spv-current-project-not-found'),
    );
  });
  it('unknown project -> 400 new-project-not-found', async () =>
    expectCode(await switchTo(await wireOf(100), newId()), 400, 'new-project-not-found'));
  it('project without SPV -> 400 new-project-spv-not-found', async () => {
    const bare = await openFunding(world, { bricks: 1 });
    await propertyIs(world, bare.propertyId, 'withoutSpv');
    expectCode(await switchTo(await wireOf(100), bare.propertyId), 400, 'new-project-spv-not-found');
  });
});

describe('POST .../wire-to-be-assigned/assign', () => {
  it('G-8: 60 000 then 30 000 on 89 167 due', async () => {
    const own = await scheduledProperty(world, admin);
    const first = own.echeances[0];
    const one = expectStatus(await assign(admin, await wireOf(60_000, own), first), 201).body.echeances[0];
    assert.deepEqual([one?.remainingToBePaid, one?.status], [29_167, 'partiallyPaid']);
    assert.deepEqual([await purse(own, 'COUPON'), await purse(own, 'FEES')], [60_000, 0]);
    const wire = await wireOf(30_000, own);
    const change = { from: 'waiting', to: 'assigned', look: () => statusOf(wire.id), by: () => assign(admin, wire, first) };
    const two = expectStatus(await world.changes('state.wire-assigned', change), 201).body.echeances[0];
    assert.deepEqual([two?.remainingToBePaid, two?.overpaid, two?.status], [0, 833, 'paid']);
    assert.deepEqual([await purse(own, 'COUPON'), await purse(own, 'FEES'), await purse(own, 'SURPLUS')], [79_167, 10_000, 833]);
    assert.equal((await audits('PROPERTY_PAYMENT_SCHEDULE_ASSIGN_WIRE_TO_ECHEANCE', wire.id)).length, 1);
    const { paymentToBeAssigned } = expectStatus(
      await admin.client.get<{ paymentToBeAssigned: { id: string; echeance?: { number: number; period: string } }[] }>(
        '/administration/property/payment-schedule/payment-to-be-assigned/history',
      ),
      200,
    ).body;
    const { number, period } = paymentToBeAssigned.find(({ id }) => id === wire.id)?.echeance ?? {};
    assert.deepEqual([number, period], [1, '2026-01']);
  });
  it('a simulation shows the schedule and writes nothing', async () => {
    const own = await scheduledProperty(world, admin);
    const wire = await wireOf(60_000, own);
    const shown = expectStatus(await assign(admin, wire, own.echeances[0], { isSimulation: true }), 201).body;
    assert.equal(shown.echeances[0]?.remainingToBePaid, 29_167);
    assert.equal((await readEcheances(admin, own.propertyId))[0]?.remainingToBePaid, 89_167);
    assert.equal((await waiting()).find(({ id }) => id === wire.id)?.status, 'waiting');
    assert.deepEqual(await audits('PROPERTY_PAYMENT_SCHEDULE_ASSIGN_WIRE_TO_ECHEANCE', wire.id), []);
  });
  it('a simulation leaves its Idempotency-Key free for the real call, and is computed afresh', async () => {
    const own = await scheduledProperty(world, admin);
    const [wire, other] = [await wireOf(60_000, own), await wireOf(20_000, own)];
    const headers = { 'idempotency-key': randomUUID() };
    const ask = async (isSimulation: boolean) => {
      const place = { paymentFor: 'mensualite', echeanceId: own.echeances[0]?.id, isSimulation };
      const path = `${WIRES}/assign`;
      const body = { wireToBeAssignedId: wire.id, ...place };
      const answer = await admin.client.post<{ echeances: { remainingToBePaid: number }[] }>(path, body, headers);
      return expectStatus(answer, 201).body.echeances[0]?.remainingToBePaid;
    };
    assert.equal(await ask(true), 29_167);
    expectStatus(await assign(admin, other, own.echeances[0]), 201);
    assert.deepEqual([await ask(true), await ask(false), await ask(false)], [9_167, 9_167, 9_167]);
    assert.equal((await audits('PROPERTY_PAYMENT_SCHEDULE_ASSIGN_WIRE_TO_ECHEANCE', wire.id)).length, 1);
  });
  it('to capital: what is due goes to CAPITAL, an excess to SURPLUS', async () => {
    const own = await scheduledProperty(world, admin);
    const last = own.echeances.at(-1);
    const { echeances } = expectStatus(
      await assign(admin, await wireOf(10_000_100, own), last, { paymentFor: 'capitalRepayment' }),
      201,
    ).body;
    assert.equal((echeances.at(-1) as { capitalRepaymentRemaining?: number }).capitalRepaymentRemaining, 0);
    assert.deepEqual([await purse(own, 'CAPITAL'), await purse(own, 'SURPLUS')], [10_000_000, 100]);
    expectCode(
      await assign(admin, await wireOf(1, own), last, { paymentFor: 'capitalRepayment' }),
      400,
      'capital-repayment-no-payment-due',
    );
  });
  it('twice at once: one assignment', async () => {
    const own = await scheduledProperty(world, admin);
    const wire = await wireOf(500, own);
    const answers = await Promise.all([assign(admin, wire, own.echeances[0]), assign(admin, wire, own.echeances[1])]);
    assert.deepEqual(answers.map(({ status }) => status).sort(), [201, 400]);
    assert.equal(await purse(own, 'COUPON'), 500);
  });
  it('unknown wire -> 400 wire-not-found', async () =>
    expectCode(await assign(admin, { id: randomUUID() } as Wire, project.echeances[0]), 400, 'wire-not-found'));
  it('assigned wire -> 400 wire-not-waiting', async () => {
    const wire = await wireOf(10);
    expectStatus(await assign(admin, wire, project.echeances[0]), 201);
    expectCode(await assign(admin, wire, project.echeances[0]), 400, 'wire-not-waiting');
  });
  it('unknown echeance, or one of another project -> 400 echeance-not-found', async () => {
    const wire = await wireOf(10);
    const other = await scheduledProperty(world, admin);
    expectCode(await assign(admin, wire, { id: randomUUID() }), 400, 'echeance-not-found');
    expectCode(await assign(admin, wire, other.echeances[0]), 400, 'echeance-not-found');
  });
  it('no capital due -> 400 capital-repayment-no-payment-due', async () =>
    expectCode(
      await assign(admin, await wireOf(10), project.echeances[0], { paymentFor: 'capitalRepayment' }),
      400,
      'capital-repayment-no-payment-due',
    ));
  it('paymentFor unknown -> 400 validation-failed', async () =>
    expectCode(
      await assign(admin, { id: randomUUID() } as Wire, { id: randomUUID() }, { paymentFor: 'penalty' }),
      400,
      'validation-failed',
    ));
});

describe('who may', () => {
  for (const verb of ['switch-project', 'assign', 'split', 'archive']) {
    it(`${verb} without a session -> 401 unauthenticated`, async () =>
      expectCode(await world.visitor().post(`${WIRES}/${verb}`, {}), 401, 'unauthenticated'));
    it(`${verb} as an investor -> 403 forbidden`, async () =>
      expectCode(await (await signUp(world)).client.post(`${WIRES}/${verb}`, {}), 403, 'forbidden'));
  }
});
