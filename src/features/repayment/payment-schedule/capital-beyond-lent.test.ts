// Capital that was paid back before its time: no event asks for it a second time, and the holders never get more than was lent.

import assert from 'node:assert/strict';
import { after, afterEach, before, beforeEach, describe, it } from 'node:test';
import { type Investor, type Person, signInAdministrator, verifiedInvestor } from '../../../../test/support/actors.ts';
import { assertSoundLedger } from '../../../../test/support/ledger-proof.ts';
import { ledgerCents } from '../../../../test/support/readers.ts';
import { readEcheances, type ScheduledProperty, scheduledProperty } from '../../../../test/support/scheduled-property.ts';
import { expectCode, expectStatus, startWorld, type World } from '../../../../test/support/world.ts';
import type { PropertyId, SpvId } from '../../../core/db/tables.ts';

const WIRES = '/administration/property/payment-schedule/wire-to-be-assigned';
/** 1 000 EUR lent for four months, without escrow. */
const TERMS = {
  ...{ totalFundedAmount: 150_000, durationInMonths: 4, interestSequestre: 0, events: [] },
  initialCapitalLoaned: { date: '2026-01-01', amount: 100_000 },
};

let world: World;
let admin: Person;
let holder: Investor;
/** Both on one SPV; what the sibling keeps in MAIN would pay, if it could. */
let own: ScheduledProperty;
let sibling: ScheduledProperty;

before(async () => {
  world = await startWorld({ worker: false });
  admin = await signInAdministrator(world);
});
beforeEach(async () => {
  holder = await verifiedInvestor(world);
  own = await scheduledProperty(world, admin, { terms: TERMS, holders: [{ investor: holder, bricks: 10 }] });
  sibling = await scheduledProperty(world, admin, { mainCents: 300_000, spv: own });
});
after(() => world.close());
afterEach(async () => {
  assert.equal(await purse('MAIN', sibling), 300_000);
  await assertSoundLedger(world);
});

const account = (name: string) => ledgerCents(world, name);
const purse = (name: string, { propertyId } = own) => account(`PRO:${propertyId}:${name}`);
const received = () => account(`INV:${holder.customerId}:AVAILABLE`);
const repayment = (month: string, amount: number) => ({
  echeancePeriod: `2026-${month}`,
  event: { type: 'capitalRepaymentUnplanned', date: `2026-${month}-10`, amount },
});
const url = () => `/administration/property/${own.propertyId}/payment-schedule`;
const addEvent = (asked: object) => admin.client.post(`${url()}/capital-event`, asked);
const simulate = (asked: object) => admin.client.patch(`${url()}/simulation/capital-event`, asked);
const capital = async () =>
  (await readEcheances(admin, own.propertyId)).map(({ capitalRepaymentDue, capitalRepaymentRemaining }) => [
    ...[capitalRepaymentDue, capitalRepaymentRemaining],
  ]);

/** A wire of the owner, assigned to the capital of the echeance with this number. */
async function repay(number: number, amountCents: number): Promise<void> {
  await world.control('POST', `/accounts/${own.accountId}/credit`, { amountCents });
  await world.runJob('incoming-wires');
  const { body } = expectStatus(await admin.client.get<{ id: string; spvId: SpvId; projectId: PropertyId | null }[]>(WIRES), 200);
  const wire = body.find(({ spvId }) => spvId === own.spvId);
  if (wire?.projectId !== null && wire?.projectId !== own.propertyId)
    expectStatus(
      await admin.client.post(`${WIRES}/switch-project`, { wireToBeAssignedId: wire?.id, newProjectId: own.propertyId }),
      201,
    );
  const echeanceId = own.echeances[number - 1]?.id;
  const assignment = { wireToBeAssignedId: wire?.id, paymentFor: 'capitalRepayment', echeanceId, isSimulation: false };
  expectStatus(await admin.client.post(`${WIRES}/assign`, assignment), 201);
}

async function payOut(): Promise<void> {
  await world.runJob('capital-payout');
  await world.runJob('wallet-transactions');
}

describe('capital paid on the last echeance before its time', () => {
  it('cannot be asked for by an event on an earlier one -> 400 echeancier-config-is-invalid', async () => {
    await repay(4, 100_000);
    await payOut();
    assert.equal(await received(), 100_000);
    for (const ask of [simulate, addEvent])
      for (const amount of [40_000, 1, 100_000])
        expectCode(await ask(repayment('02', amount)), 400, 'echeancier-config-is-invalid');
    assert.deepEqual(await capital(), [
      ...[
        [0, 0],
        [0, 0],
        [0, 0],
      ],
      [100_000, 0],
    ]);
  });
  it('leaves the rest to events, and together the holders get what was lent', async () => {
    await repay(4, 70_000);
    await payOut();
    expectCode(await addEvent(repayment('02', 30_001)), 400, 'echeancier-config-is-invalid');
    expectStatus(await addEvent(repayment('02', 30_000)), 201);
    assert.deepEqual(await capital(), [
      ...[
        [0, 0],
        [30_000, 30_000],
        [0, 0],
      ],
      [70_000, 0],
    ]);
    await repay(2, 35_000);
    await payOut();
    assert.deepEqual([await received(), await purse('CAPITAL'), await purse('SURPLUS')], [100_000, 0, 5_000]);
  });
  it('does not stand in the way of a loan, whose repayment it then is', async () => {
    await repay(4, 110_000);
    assert.deepEqual([await purse('CAPITAL'), await purse('SURPLUS')], [100_000, 10_000]);
    const loan = { type: 'capitalLoaned', date: '2026-03-01', amount: 50_000 };
    expectStatus(await addEvent({ echeancePeriod: '2026-03', event: loan }), 201);
    assert.deepEqual([await purse('CAPITAL'), await purse('SURPLUS')], [110_000, 0]);
    expectCode(await addEvent(repayment('03', 40_001)), 400, 'echeancier-config-is-invalid');
    expectStatus(await addEvent(repayment('03', 40_000)), 201);
    await repay(3, 40_000);
    await payOut();
    assert.equal(await received(), 150_000);
  });
});

describe('capital overpaid on an earlier echeance', () => {
  it('is surplus until an event asks for it there', async () => {
    expectStatus(await addEvent(repayment('02', 20_000)), 201);
    await repay(2, 60_000);
    await payOut();
    assert.deepEqual([await received(), await purse('SURPLUS')], [20_000, 40_000]);
    expectStatus(await addEvent(repayment('02', 40_000)), 201);
    assert.deepEqual([await purse('CAPITAL'), await purse('SURPLUS')], [40_000, 0]);
    await repay(4, 45_000);
    // One run a day for an echeance: the second part of the first one leaves the day after.
    await world.moveClock({ advance: 'P1D' });
    await payOut();
    assert.deepEqual([await received(), await purse('CAPITAL'), await purse('SURPLUS')], [100_000, 0, 5_000]);
  });
});
