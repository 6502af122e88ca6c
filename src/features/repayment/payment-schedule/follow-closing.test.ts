// A schedule beside what its property has: what is to be funded, what was collected and set aside, and the country of the SPV.

import assert from 'node:assert/strict';
import { after, afterEach, before, describe, it } from 'node:test';
import {
  openFunding,
  type Person,
  sellAndClose,
  signInAdministrator,
  spvWithWallet,
  verifiedInvestor,
} from '../../../../test/support/actors.ts';
import { assertSoundLedger } from '../../../../test/support/ledger-proof.ts';
import { pursesOf } from '../../../../test/support/payment-actors.ts';
import { readAudits } from '../../../../test/support/readers.ts';
import { G1, paidEcheance, type ScheduleConfig, type ShownSchedule } from '../../../../test/support/schedule-actors.ts';
import { expectCode, expectStatus, startWorld, type World } from '../../../../test/support/world.ts';
import type { PropertyId } from '../../../core/db/tables.ts';

const PREFIX = '/administration/property';
const INVALID = 'echeancier-config-is-invalid';
type Decision = {
  since: string;
  planned: { totalFundedAmount: number; initialCapitalLoaned: number; interestSequestre: number };
  collected: number;
  escrowSetAside: number;
} | null;
type Shown = ShownSchedule & { decision: Decision };

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

/** G-1 with this much funded and lent; an escrow of 5 000. */
const config = (cents: number, other: Partial<ScheduleConfig> = {}): ScheduleConfig => ({
  ...G1,
  ...{ totalFundedAmount: cents, initialCapitalLoaned: { date: '2026-01-01', amount: cents }, interestSequestre: 5_000 },
  ...other,
});
const create = (propertyId: PropertyId, echeancierConfig: ScheduleConfig, totalConstructionBudget = 0) =>
  admin.client.post<Shown>(`${PREFIX}/payment-schedule/v2`, { propertyId, echeancierConfig, totalConstructionBudget });
const read = async (propertyId: PropertyId) =>
  expectStatus(await admin.client.get<Shown>(`${PREFIX}/${propertyId}/payment-schedule`), 200).body;
/** 80 bricks at 10 EUR, of which 60 are enough. */
const open = (contract: object = {}) =>
  openFunding(world, { bricks: 80, contract: { minBricks: 60, escrowCents: 5_000, ...contract } });
const close = async (propertyId: PropertyId, bricks: number) =>
  sellAndClose(world, { propertyId, brickPriceCents: 1_000 }, [{ investor: await verifiedInvestor(world), bricks }]);
const capital = ({ echeances }: ShownSchedule) =>
  echeances.reduce((sum, { capitalRepaymentDue }) => sum + capitalRepaymentDue, 0);
const waits = async (propertyId: PropertyId) => {
  const { body } = expectStatus(
    await admin.client.get<{ waiting: { kind: string; items: { propertyId: string; amountCents: number }[] }[] }>(
      '/administration/today',
    ),
    200,
  );
  const items = body.waiting.find(({ kind }) => kind === 'schedule-to-decide')?.items ?? [];
  return items.filter((item) => item.propertyId === propertyId).map(({ amountCents }) => amountCents);
};

describe('what a schedule may lend', () => {
  it(`before the closing what is to be funded, after it what was collected -> 400 ${INVALID}`, async () => {
    const { propertyId } = await open();
    const aboveTarget = await create(propertyId, config(80_001));
    expectCode(aboveTarget, 400, INVALID);
    assert.match(aboveTarget.text, /totalFundedAmount[^"]*80000 cents/);
    await close(propertyId, 60);
    const aboveCollected = await create(propertyId, config(60_001));
    expectCode(aboveCollected, 400, INVALID);
    assert.match(aboveCollected.text, /totalFundedAmount[^"]*60000 cents/);
    expectCode(await create(propertyId, config(5_000_000)), 400, INVALID);
    const { body } = expectStatus(await create(propertyId, config(60_000)), 201);
    assert.equal(body.decision, null, 'whoever creates it after the closing has decided');
    const event = { type: 'capitalLoaned', date: '2026-03-10', amount: 1 };
    const lent = { echeancePeriod: '2026-03', event };
    expectCode(await admin.client.post(`${PREFIX}/${propertyId}/payment-schedule/capital-event`, lent), 400, INVALID);
  });
  it('a draft without an amount to fund is a plan of any size', async () => {
    const { spvId } = await spvWithWallet(world);
    const draft = { name: 'Plan', investorContractType: 'obligation', spvId };
    const { id } = expectStatus(await admin.client.post<{ id: PropertyId }>(PREFIX, draft), 201).body;
    expectStatus(await create(id, config(5_000_000)), 201);
  });
});

describe('a plan at the closing', () => {
  it('that came as planned waits for nobody', async () => {
    const { propertyId } = await open();
    expectStatus(await create(propertyId, config(80_000)), 201);
    await close(propertyId, 80);
    assert.equal((await read(propertyId)).decision, null);
    assert.deepEqual(await waits(propertyId), []);
    expectCode(
      await admin.client.post(`${PREFIX}/${propertyId}/payment-schedule/confirm`),
      400,
      'payment-schedule.no-decision-waits',
    );
  });
  it('above what was collected asks for no more than that, and waits to be confirmed', async () => {
    const { propertyId } = await open({ constructionCents: 10_000 });
    const events = [
      { type: 'capitalLoaned', date: '2026-03-10', amount: 10_000 },
      { type: 'capitalRepaymentUnplanned', date: '2026-06-20', amount: 60_000 },
    ];
    const initialCapitalLoaned = { date: '2026-01-01', amount: 70_000 };
    expectStatus(await create(propertyId, config(80_000, { events, initialCapitalLoaned }), 10_000), 201);
    await close(propertyId, 60);
    const fitted = await read(propertyId);
    assert.deepEqual(
      [fitted.config.totalFundedAmount, fitted.config.initialCapitalLoaned.amount, fitted.config.interestSequestre],
      [60_000, 50_000, 5_000],
    );
    assert.deepEqual(
      fitted.config.events.map(({ amount }) => amount),
      [10_000, 60_000],
    );
    assert.equal(capital(fitted), 60_000);
    assert.deepEqual(Object.assign(fitted.decision ?? {}, { since: '' }), {
      since: '',
      planned: { totalFundedAmount: 80_000, initialCapitalLoaned: 70_000, interestSequestre: 5_000 },
      ...{ collected: 60_000, escrowSetAside: 5_000 },
    });
    assert.deepEqual(await waits(propertyId), [60_000]);
    const confirmed = expectStatus(await admin.client.post<Shown>(`${PREFIX}/${propertyId}/payment-schedule/confirm`), 201).body;
    assert.deepEqual([confirmed.decision, capital(confirmed)], [null, 60_000]);
    assert.deepEqual(await waits(propertyId), []);
    const audits = await readAudits<{ payload: { collected: number } }>(
      world,
      { targetId: propertyId, kind: 'PROPERTY_PAYMENT_SCHEDULE_CONFIRM' },
      ['payload'],
    );
    assert.deepEqual(
      audits.map(({ payload }) => payload.collected),
      [60_000],
    );
  });
  it('pays holders back no more than they put in, and is settled to the cent', async () => {
    const { propertyId } = await open();
    expectStatus(await create(propertyId, config(80_000)), 201);
    await close(propertyId, 60);
    const path = `${PREFIX}/${propertyId}/funding/transfer-funds-to-project-owner`;
    expectStatus(await admin.client.post(path, { action: 'no-withdraw', amountToTransfer: 55_000 }), 201);
    const { echeances } = await read(propertyId);
    for (const { id, amountDue } of echeances) await paidEcheance(world, { echeanceId: id, amountCents: amountDue });
    const last = echeances.at(-1);
    assert.ok(last);
    // What the plan had asked for.
    await paidEcheance(world, { echeanceId: last.id, amountCents: 80_000, paymentFor: 'capitalRepayment' });
    assert.deepEqual(await pursesOf(world, propertyId, ['CAPITAL', 'SURPLUS']), [60_000, 20_000]);
  });
  it('takes no capital before: nothing was collected that could be paid back -> 400 capital-repayment-no-payment-due', async () => {
    const { propertyId, accountId } = await open();
    const { echeances } = expectStatus(await create(propertyId, config(80_000)), 201).body;
    await world.control('POST', `/accounts/${accountId}/credit`, { amountCents: 1_000 });
    await world.runJob('incoming-wires');
    const { body: wires } = await admin.client.get<{ id: string; amount: number }[]>(
      `${PREFIX}/payment-schedule/wire-to-be-assigned`,
    );
    const wire = wires.find(({ amount }) => amount === 1_000);
    const assignment = { wireToBeAssignedId: wire?.id, echeanceId: echeances.at(-1)?.id, paymentFor: 'capitalRepayment' };
    expectCode(
      await admin.client.post(`${PREFIX}/payment-schedule/wire-to-be-assigned/assign`, { ...assignment, isSimulation: false }),
      400,
      'capital-repayment-no-payment-due',
    );
  });
  it('below what was collected waits too', async () => {
    const { propertyId } = await open();
    expectStatus(await create(propertyId, config(60_000)), 201);
    await close(propertyId, 80);
    const { decision, config: terms } = await read(propertyId);
    assert.deepEqual([decision?.collected, terms.totalFundedAmount], [80_000, 60_000]);
  });
  it('without a schedule there is nothing to confirm -> 400 echeancier-not-found', async () => {
    const { propertyId } = await open();
    expectCode(await admin.client.post(`${PREFIX}/${propertyId}/payment-schedule/confirm`), 400, 'echeancier-not-found');
  });
});

describe('the escrow has one home', () => {
  const escrowOf = async (propertyId: PropertyId) =>
    expectStatus(await admin.client.get<{ totalFundEscrow: number }>(`${PREFIX}/${propertyId}`), 200).body.totalFundEscrow;
  it("before the closing the schedule's value is the property's, and is what the closing sets aside", async () => {
    const { propertyId } = await open({ escrowCents: 0 });
    expectStatus(await create(propertyId, config(80_000)), 201);
    assert.equal(await escrowOf(propertyId), 5_000);
    await close(propertyId, 80);
    assert.deepEqual(await pursesOf(world, propertyId, ['ESCROW', 'MAIN']), [5_000, 75_000]);
    const path = `${PREFIX}/${propertyId}/funding/transfer-funds-to-project-owner`;
    expectCode(
      await admin.client.post(path, { action: 'no-withdraw', amountToTransfer: 75_001 }),
      400,
      'property.transfer-exceeds-funding-amount',
    );
    assert.equal((await read(propertyId)).decision, null);
  });
  it('a draft keeps what its schedule has promised -> 400 validation-failed', async () => {
    const { spvId } = await spvWithWallet(world);
    const draft = { name: 'Plan', investorContractType: 'obligation', spvId, amountToFundCents: 80_000, totalFundEscrow: 1 };
    const { id } = expectStatus(await admin.client.post<{ id: PropertyId }>(PREFIX, draft), 201).body;
    expectStatus(await create(id, config(80_000)), 201);
    const refused = await admin.client.patch(`${PREFIX}/${id}`, { totalFundEscrow: 0 });
    expectCode(refused, 400, 'validation-failed');
    assert.match(refused.text, /body\/totalFundEscrow/);
    expectStatus(await admin.client.patch(`${PREFIX}/${id}`, { totalFundEscrow: 5_000, name: 'Plan B' }), 200);
    assert.equal(await escrowOf(id), 5_000);
  });
  it('a funding that collects less than the escrow waits for a decision', async () => {
    const { propertyId } = await openFunding(world, { bricks: 80, contract: { minBricks: 4, escrowCents: 5_000 } });
    expectStatus(await create(propertyId, config(80_000)), 201);
    await close(propertyId, 4);
    const { decision, config: terms, interestSequestreRemaining } = await read(propertyId);
    assert.deepEqual([decision?.escrowSetAside, terms.interestSequestre, interestSequestreRemaining], [4_000, 4_000, 4_000]);
  });
});

describe("the country is the SPV's", () => {
  it(`another one in the configuration -> 400 ${INVALID}`, async () => {
    const { propertyId } = await open();
    const refused = await create(propertyId, config(80_000, { spvCountry: 'Portugal' }));
    expectCode(refused, 400, INVALID);
    assert.match(refused.text, /spvCountry[^"]*France/);
  });
  it('a schedule follows a country that is corrected later', async () => {
    const { spvId, propertyId } = await open();
    expectStatus(await create(propertyId, config(80_000)), 201);
    assert.equal((await read(propertyId)).withholdingTaxApplicable, true);
    expectStatus(await admin.client.put('/administration/spv', { id: spvId, name: 'SPV Porto', country: 'Portugal' }), 200);
    const { withholdingTaxApplicable, config: terms } = await read(propertyId);
    assert.deepEqual([withholdingTaxApplicable, terms.spvCountry], [false, 'Portugal']);
  });
});
