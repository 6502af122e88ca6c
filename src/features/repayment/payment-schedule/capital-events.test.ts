// The escrow part of a capital event pays its capital, once: ESCROW to CAPITAL, out of the project's own escrow. Through HTTP.

import assert from 'node:assert/strict';
import { after, afterEach, before, describe, it } from 'node:test';
import {
  type Investor,
  openFunding,
  type Person,
  type Spv,
  signInAdministrator,
  verifiedInvestor,
} from '../../../../test/support/actors.ts';
import { assertSoundLedger } from '../../../../test/support/ledger-proof.ts';
import { purseCents } from '../../../../test/support/readers.ts';
import { escrowPlanned } from '../../../../test/support/schedule-states.ts';
import { repaidProject, type ScheduledProperty, scheduledProperty } from '../../../../test/support/scheduled-property.ts';
import { expectCode, expectStatus, startWorld, type World } from '../../../../test/support/world.ts';
import type { PropertyId, SpvId } from '../../../core/db/tables.ts';

type Shown = {
  interestSequestreRemaining: number;
  updatedAt: string;
  config: { events: { id?: string }[] };
  echeances: { capitalRepaymentDue: number; capitalRepaymentRemaining: number; interestSequestreUsed: number }[];
};
type Item = { id: string; status: string; payment: string; paymentFor?: string; echeance?: { period: string }; amount: number };

const PROPERTY = '/administration/property';
const WIRES = `${PROPERTY}/payment-schedule/wire-to-be-assigned`;
const HISTORY = `${PROPERTY}/payment-schedule/payment-to-be-assigned/history`;
const TRANSFER = `${PROPERTY}/echeancier/interest-sequestre/transfer-to-echeance-payment-to-be-assigned`;
/** Of G-1. */
const ESCROW = 237_500;

let world: World;
let admin: Person;
let holder: Investor;

before(async () => {
  world = await startWorld({ worker: false });
  admin = await signInAdministrator(world);
  holder = await verifiedInvestor(world);
  await world.moveClock({ now: '2026-03-02T10:00:00Z' });
});
after(() => world.close());
afterEach(async () => {
  await assertSoundLedger(world);
});

const project = (spv?: Spv) =>
  scheduledProperty(world, admin, { holders: [{ investor: holder, bricks: 2 }], ...(spv ? { spv } : {}) });
const event = (part: number, more: object = {}) => ({
  echeancePeriod: '2026-04',
  event: { type: 'capitalRepaymentUnplanned', date: '2026-04-10', amount: 500_000, interestSequestreAmount: part, ...more },
});
const add = (own: { propertyId: PropertyId }, body: object) =>
  admin.client.post<Shown>(`${PROPERTY}/${own.propertyId}/payment-schedule/capital-event`, body);
const simulate = (own: { propertyId: PropertyId }, body: object) =>
  admin.client.patch<Shown>(`${PROPERTY}/${own.propertyId}/payment-schedule/simulation/capital-event`, body);
const read = async (own: { propertyId: PropertyId }) =>
  expectStatus(await admin.client.get<Shown>(`${PROPERTY}/${own.propertyId}/payment-schedule`), 200).body;
const purse = ({ propertyId }: { propertyId: PropertyId }, name: string) => purseCents(world, { propertyId }, name);
const april = ({ echeances }: Shown) => echeances[3];
const transfer = (own: ScheduledProperty, cents: number) =>
  admin.client.post(TRANSFER, {
    ...{ propertyId: own.propertyId, echeanceId: own.echeances[0]?.id },
    ...{ interestSequestreAmountToTransfer: cents, paymentDate: '2026-03-02' },
  });
async function partOf({ propertyId }: { propertyId: PropertyId }): Promise<Item & { capitalEvent: string | null }> {
  const [row] = await world.sql<{ id: string; event: string | null }>(
    `select id, capital_event_id as event from received_payment where property_id = $1 and source = 'escrow'`,
    [propertyId],
  );
  const { body } = expectStatus(await admin.client.get<{ paymentToBeAssigned: Item[] }>(HISTORY), 200);
  const item = body.paymentToBeAssigned.find(({ id }) => id === row?.id);
  if (!row || !item) throw new Error('the event has no payment');
  return { ...item, capitalEvent: row.event };
}

describe('a stored capital event with an escrow part', () => {
  it('creates and assigns a payment of that capital; the escrow has it once less; the holders get it', async () => {
    const own = await project();
    const { body } = expectStatus(await add(own, event(200_000)), 201);
    assert.deepEqual([await purse(own, 'ESCROW'), await purse(own, 'CAPITAL')], [ESCROW - 200_000, 200_000]);
    assert.deepEqual([body.interestSequestreRemaining, april(body)?.capitalRepaymentRemaining], [ESCROW - 200_000, 300_000]);
    assert.deepEqual(await read(own), body);
    const part = await partOf(own);
    assert.deepEqual(
      [part.status, part.payment, part.paymentFor, part.echeance?.period, part.amount],
      ['assigned', 'other', 'capitalRepayment', '2026-04', 200_000],
    );
    assert.ok(part.capitalEvent);
    await world.runJob('capital-payout');
    await world.runJob('wallet-transactions');
    assert.equal(await purse(own, 'CAPITAL'), 0);
  });
  it('the simulation shows the same', async () => {
    const own = await project();
    const shown = expectStatus(await simulate(own, event(200_000)), 200).body;
    const stored = expectStatus(await add(own, event(200_000)), 201).body;
    const [first, none] = stored.config.events;
    assert.ok(first?.id && none === undefined);
    const { id: _, ...bare } = first;
    const same = { ...stored, updatedAt: '', config: { ...stored.config, events: [bare] } };
    assert.deepEqual({ ...shown, updatedAt: '' }, same);
  });
  it('cannot be archived, split, switched or taken back by itself', async () => {
    const own = await project();
    expectStatus(await add(own, event(200_000)), 201);
    const { id: wireToBeAssignedId } = await partOf(own);
    const post = (verb: string, more: object) => admin.client.post(`${WIRES}/${verb}`, { wireToBeAssignedId, ...more });
    expectCode(await post('archive', { comment: 'x' }), 400, 'wire-not-waiting');
    expectCode(await post('split', { newAmount: 1 }), 400, 'wire-not-waiting');
    expectCode(await post('switch-project', { newProjectId: own.propertyId }), 400, 'wire-not-waiting');
    expectCode(await post('unassign', {}), 400, 'wire-not-assigned');
  });
  it('without a part, money that was surplus becomes the capital that is due now', async () => {
    const own = await project();
    const later = event(0, { amount: 300_000 });
    expectStatus(await add(own, event(0)), 201);
    await pay(own, 700_000);
    assert.deepEqual([await purse(own, 'CAPITAL'), await purse(own, 'SURPLUS')], [500_000, 200_000]);
    expectStatus(await add(own, later), 201);
    assert.deepEqual([await purse(own, 'CAPITAL'), await purse(own, 'SURPLUS')], [700_000, 0]);
  });
  it('beyond what the schedule has left, after transfers and events -> 400 interest-sequestre-remaining-is-not-enough', async () => {
    const own = await project();
    expectStatus(await transfer(own, 100_000), 201);
    expectStatus(await add(own, event(100_000)), 201);
    for (const verb of [add, simulate])
      expectCode(await verb(own, event(37_501)), 400, 'interest-sequestre-remaining-is-not-enough');
    expectStatus(await add(own, event(37_500)), 201);
    assert.deepEqual([await purse(own, 'ESCROW'), (await read(own)).interestSequestreRemaining], [0, 0]);
  });
  it('two at once for all of it: one -> 400 interest-sequestre-remaining-is-not-enough', async () => {
    const own = await project();
    const answers = await Promise.all([add(own, event(ESCROW)), add(own, event(ESCROW))]);
    assert.deepEqual(answers.map(({ status }) => status).sort(), [201, 400]);
    assert.equal(await purse(own, 'ESCROW'), 0);
  });
  it('capital that is lent has no escrow part -> 400 echeancier-config-is-invalid', async () => {
    const own = await project();
    const loan = { type: 'capitalLoaned', amount: 100_000 };
    for (const verb of [add, simulate]) expectCode(await verb(own, event(1, loan)), 400, 'echeancier-config-is-invalid');
  });
});

describe('the project’s own escrow', () => {
  it('a schedule that counts on more than was set aside: refused, a sibling’s escrow is unchanged', async () => {
    const sibling = await project();
    const own = await project(sibling);
    // Between the closing and the schedule nothing takes from the escrow.
    await escrowPlanned(world, own.propertyId, 400_000);
    expectCode(await add(own, event(ESCROW + 1)), 400, 'interest-sequestre-remaining-is-not-enough');
    expectCode(await simulate(own, event(ESCROW + 1)), 400, 'interest-sequestre-remaining-is-not-enough');
    expectCode(await transfer(own, ESCROW + 1), 500, 'internal-error');
    expectStatus(await transfer(own, ESCROW), 201);
    assert.deepEqual([await purse(own, 'ESCROW'), await purse(sibling, 'ESCROW')], [0, ESCROW]);
  });
  it('events of a new schedule are paid at once; where the escrow is not there yet -> 400 echeancier-config-is-invalid', async () => {
    const terms = { holders: [{ investor: holder, bricks: 1 }], mainCents: 0, escrowCents: ESCROW, totalFundedCents: 10_000_000 };
    const own = await repaidProject(world, admin, terms);
    const create = (propertyId: PropertyId) =>
      admin.client.post<Shown>(`${PROPERTY}/payment-schedule/v2`, {
        propertyId,
        totalConstructionBudget: 0,
        echeancierConfig: {
          ...{ totalFundedAmount: 10_000_000, initialCapitalLoaned: { date: '2026-01-01', amount: 10_000_000 } },
          ...{ durationInMonths: 12, annualInterestPercentage: 9.5, managementFeesPercentage: 1, spvCountry: 'France' },
          ...{ interestSequestre: ESCROW, events: [event(50_000).event] },
        },
      });
    const { body } = expectStatus(await create(own.propertyId), 201);
    assert.deepEqual([await purse(own, 'ESCROW'), await purse(own, 'CAPITAL')], [ESCROW - 50_000, 50_000]);
    assert.deepEqual([body.interestSequestreRemaining, april(body)?.capitalRepaymentRemaining], [ESCROW - 50_000, 450_000]);
    const { propertyId } = await openFunding(world, { bricks: 1 });
    expectCode(await create(propertyId), 400, 'echeancier-config-is-invalid');
  });
});

/** Capital of April, by a payment that came in as a wire. */
async function pay(own: ScheduledProperty, amountCents: number): Promise<void> {
  await world.control('POST', `/accounts/${own.accountId}/credit`, { amountCents });
  await world.runJob('incoming-wires');
  const { body } = expectStatus(await admin.client.get<{ id: string; spvId: SpvId }[]>(WIRES), 200);
  const wireToBeAssignedId = body.find(({ spvId }) => spvId === own.spvId)?.id;
  const place = { paymentFor: 'capitalRepayment', echeanceId: own.echeances[3]?.id, isSimulation: false };
  expectStatus(await admin.client.post(`${WIRES}/assign`, { wireToBeAssignedId, ...place }), 201);
}
