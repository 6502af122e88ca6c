// Simulation, creation and reading of payment schedules through HTTP, every refusal in its order.

import assert from 'node:assert/strict';
import { after, before, describe, it } from 'node:test';
import { openFunding, type Person, signInAdministrator, signUp } from '../../../../test/support/actors.ts';
import { propertyIs } from '../../../../test/support/property-states.ts';
import { readAudits } from '../../../../test/support/readers.ts';
import {
  archiveUnassigned,
  askForDebit,
  escrowWaits,
  G1,
  G2,
  G3_BARE,
  investorsPenalty,
  paidEcheance,
  payByDebit,
  type ScheduleConfig,
  type ShownEcheance,
  type ShownSchedule,
  scheduledProperty,
} from '../../../../test/support/schedule-actors.ts';
import { expectCode, expectStatus, startWorld, type World } from '../../../../test/support/world.ts';
import type { PropertyId } from '../../../core/db/tables.ts';
import { newId } from '../../../core/ids.ts';

const PREFIX = '/administration/property';
const SIMULATION = `${PREFIX}/payment-schedule/simulation`;
const V2 = `${PREFIX}/payment-schedule/v2`;

let world: World;
let admin: Person;

before(async () => {
  world = await startWorld({ worker: false });
  admin = await signInAdministrator(world);
});
after(() => world.close());

const simulate = (config: object) => admin.client.post<ShownEcheance[]>(SIMULATION, config);
const create = (propertyId: PropertyId, config: object = G1, totalConstructionBudget = 0) =>
  admin.client.post<ShownSchedule>(V2, { propertyId, echeancierConfig: config, totalConstructionBudget });
const read = (propertyId: string) => admin.client.get<ShownSchedule>(`${PREFIX}/${propertyId}/payment-schedule`);
const audits = async (propertyId: PropertyId) =>
  (await readAudits<{ kind: string }>(world, { targetId: propertyId }, ['kind'])).map(({ kind }) => kind);
const loan = (date: string, amount: number) => ({ type: 'capitalLoaned', date, amount });
const repayment = (date: string, amount: number) => ({ type: 'capitalRepaymentUnplanned', date, amount });
const without = (field: keyof ScheduleConfig) => Object.fromEntries(Object.entries(G1).filter(([name]) => name !== field));

/** Rows 3 to 6 of schedule.md#validation-of-a-configuration on G-3 without its events (G-5). */
const BROKEN: [what: string, config: object, code: string][] = [
  [
    'initial capital one cent above the total',
    { ...G3_BARE, initialCapitalLoaned: { date: '2026-01-15', amount: 11_000_001 } },
    'initial-capital-loaned-is-greater-than-total-funded-amount',
  ],
  [
    'escrow one cent above the total',
    { ...G3_BARE, interestSequestre: 11_000_001 },
    'interest-sequestre-is-greater-than-total-funded-amount',
  ],
  [
    'repaid one cent more than was lent',
    { ...G3_BARE, events: [repayment('2026-04-01', 6_000_001)] },
    'sum-repayment-is-greater-than-sum-loaned',
  ],
  [
    'repaid before enough was lent',
    { ...G3_BARE, events: [loan('2026-05-01', 1_000_000), repayment('2026-04-01', 6_500_000)] },
    'sum-repayment-is-greater-than-sum-loaned',
  ],
  ['lent more than was funded', { ...G3_BARE, events: [loan('2026-04-01', 5_000_001)] }, 'echeancier-config-is-invalid'],
  ['event on the day of maturity', { ...G3_BARE, events: [loan('2027-01-15', 1)] }, 'echeancier-config-is-invalid'],
  ['event before the first loan', { ...G3_BARE, events: [loan('2026-01-14', 1)] }, 'echeancier-config-is-invalid'],
  ['event of nothing', { ...G3_BARE, events: [loan('2026-04-01', 0)] }, 'echeancier-config-is-invalid'],
  ['no month', { ...G3_BARE, durationInMonths: 0 }, 'echeancier-config-is-invalid'],
  ['601 months', { ...G3_BARE, durationInMonths: 601 }, 'echeancier-config-is-invalid'],
  ['negative rate', { ...G3_BARE, annualInterestPercentage: -0.0001 }, 'echeancier-config-is-invalid'],
  ['negative fees', { ...G3_BARE, managementFeesPercentage: -1 }, 'echeancier-config-is-invalid'],
  ['nothing lent', { ...G3_BARE, initialCapitalLoaned: { date: '2026-01-15', amount: 0 } }, 'echeancier-config-is-invalid'],
  ['negative escrow', { ...G3_BARE, interestSequestre: -1 }, 'echeancier-config-is-invalid'],
  ['unknown country', { ...G3_BARE, spvCountry: 'Japon' }, 'echeancier-config-is-invalid'],
  [
    'events take more from the escrow than it has',
    { ...G3_BARE, events: [{ ...loan('2026-04-01', 300_000), interestSequestreAmount: 200_001 }] },
    'echeancier-config-is-invalid',
  ],
];

/** What the schema itself refuses. */
const MALFORMED: [what: string, config: object][] = [
  ...(Object.keys(G1) as (keyof ScheduleConfig)[]).map((field): [string, object] => [`without ${field}`, without(field)]),
  ['an amount in words', { ...G1, totalFundedAmount: '10000000' }],
  ['half a month', { ...G1, durationInMonths: 1.5 }],
  ['an unknown type of event', { ...G1, events: [{ ...loan('2026-04-01', 1), type: 'gift' }] }],
  ['a day that does not exist', { ...G1, initialCapitalLoaned: { date: '2026-02-30', amount: 1 } }],
  ['an event on a day that does not exist', { ...G1, events: [loan('2026-02-30', 1)] }],
];

describe('POST /administration/property/payment-schedule/simulation', () => {
  it('answers the echeances of G-3, without ids, and stores nothing', async () => {
    const events = [loan('2026-03-10', 4_000_000), repayment('2026-06-20', 2_500_000)];
    const { body } = expectStatus(await simulate({ ...G3_BARE, events }), 201);
    assert.deepEqual(
      body.map(({ interest }) => interest),
      [24_000, 45_000, 66_000, 75_000, 75_000, 68_125, 56_250, 56_250, 56_250, 56_250, 56_250, 82_500],
    );
    assert.deepEqual(body[5], {
      ...{ number: 6, period: '2026-06', startDate: '2026-06-01', endDate: '2026-07-01', dueDate: '2026-07-01' },
      ...{ capitalLoanedAtStart: 10_000_000, capitalLoaned: 7_500_000, interest: 68_125 },
      managementFees: {
        ...{ amountExcludingTax: 9_083, vat: 1_817, amountIncludingTax: 10_900 },
        ...{ status: 'notExecuted', executedAt: null, comment: null },
      },
      penalty: { total: 0, forInvestors: 0, forBricks: 0 },
      ...{ interestSequestrePlanned: 0, interestSequestreUsed: 0 },
      ...{ amountDue: 79_025, remainingToBePaid: 79_025, overpaid: 0, status: 'unpaid', scheduledPayment: null },
      ...{ capitalRepaymentDue: 2_500_000, capitalRepaymentRemaining: 2_500_000, capitalRepaymentStatus: 'unpaid' },
    });
    assert.deepEqual(
      body.slice(0, 5).map(({ interestSequestrePlanned }) => interestSequestrePlanned),
      [24_000, 45_000, 66_000, 65_000, 0],
    );
    assert.equal(body[0]?.capitalRepaymentStatus, 'notDue');
  });
  it('takes G-5: a loan and a larger repayment of one day', async () => {
    const events = [repayment('2026-04-01', 6_500_000), loan('2026-04-01', 1_000_000)];
    expectStatus(await simulate({ ...G3_BARE, events }), 201);
  });
  it('rounds parts of a cent half up and takes an instant as its Paris day', async () => {
    const initialCapitalLoaned = { date: '2025-12-31T23:30:00Z', amount: 9_999_999.5 };
    const { body } = expectStatus(await simulate({ ...G1, initialCapitalLoaned }), 201);
    assert.deepEqual([body[0]?.startDate, body[0]?.capitalLoaned], ['2026-01-01', 10_000_000]);
  });
  for (const [what, config, code] of BROKEN) {
    it(`${what} -> 400 ${code}`, async () => expectCode(await simulate(config), 400, code));
  }
  for (const [what, config] of MALFORMED) {
    it(`${what} -> 400 validation-failed`, async () => expectCode(await simulate(config), 400, 'validation-failed'));
  }
  it('without a session -> 401 unauthenticated', async () =>
    expectCode(await world.visitor().post(SIMULATION, G1), 401, 'unauthenticated'));
  it('as an investor -> 403 forbidden', async () =>
    expectCode(await (await signUp(world)).client.post(SIMULATION, G1), 403, 'forbidden'));
});

describe('POST /administration/property/payment-schedule/v2', () => {
  it('stores G-1, paid by wire, with its budget on the property, and audits', async () => {
    const { propertyId } = await openFunding(world, { bricks: 10, contract: { amountToFundCents: 11_000_000 } });
    const look = async () => (await admin.client.get(`/administration/property/${propertyId}/payment-schedule`)).status;
    const change = { from: 404, to: 200, look, by: () => create(propertyId, G1, 800_000.4) };
    const { body } = expectStatus(await world.changes('state.schedule-created', change), 201);
    assert.equal(body.echeances.length, 12);
    assert.equal(new Set(body.echeances.map(({ id }) => id)).size, 12);
    const sum = body.echeances.reduce((total, { amountDue }) => total + amountDue, 0);
    assert.equal(sum, 1_070_004);
    const { echeances, updatedAt, ...schedule } = body;
    assert.ok(Temporal.Instant.from(updatedAt));
    assert.deepEqual(Object.assign(schedule, { createdAt: '' }), {
      ...{ propertyId, version: 2, financialStatus: null },
      config: {
        ...{ ...G1, prorogations: [] },
        ...{ paymentMode: 'wire', providerMandateId: null, dayOfMonth: null },
      },
      ...{ totalConstructionBudget: 800_000, currentDurationInMonths: 12, maturityDate: '2027-01-01' },
      ...{ withholdingTaxApplicable: true, interestSequestreRemaining: 237_500, decision: null, createdAt: '' },
    });
    assert.deepEqual(expectStatus(await read(propertyId), 200).body, body);
    assert.deepEqual((await audits(propertyId)).sort(), ['PROPERTY_EDIT_CONTRACT_BUDGET', 'PROPERTY_PAYMENT_SCHEDULE_CREATION']);
    const [property] = await world.sql<{ cents: string }>(
      'select total_construction_budget_cents as cents from property where id = $1',
      [propertyId],
    );
    assert.equal(Number(property?.cents), 800_000);
    assert.equal(echeances.at(-1)?.capitalRepaymentDue, 10_000_000);
  });
  it('keeps events, four decimals of a rate, and the country that withholds nothing', async () => {
    const events = [repayment('2026-06-20', 2_500_000), loan('2026-03-10', 4_000_000)];
    const { schedule } = await scheduledProperty(world, admin, {
      ...G3_BARE,
      ...{ events, annualInterestPercentage: 9.00015, spvCountry: 'Portugal' },
    });
    assert.equal(schedule.config.annualInterestPercentage, 9.0002);
    assert.equal(schedule.withholdingTaxApplicable, false);
    assert.deepEqual(
      schedule.config.events.map(({ date, amount }) => [date, amount]),
      [
        ['2026-03-10', 4_000_000],
        ['2026-06-20', 2_500_000],
      ],
    );
  });
  it('two at once make one schedule, the other -> 400 payment-schedule.already-exist', async () => {
    const { propertyId } = await openFunding(world, { bricks: 10, contract: { amountToFundCents: 11_000_000 } });
    const [first, second] = await Promise.all([create(propertyId), create(propertyId, { ...G2, spvCountry: 'France' })]);
    const refused = first.status === 201 ? second : first;
    assert.deepEqual([first.status, second.status].sort(), [201, 400]);
    expectCode(refused, 400, 'payment-schedule.already-exist');
    assert.equal(expectStatus(await read(propertyId), 200).body.echeances.length, 12);
    assert.equal((await audits(propertyId)).filter((kind) => kind === 'PROPERTY_PAYMENT_SCHEDULE_CREATION').length, 1);
  });
  it('a second schedule, before any other fault -> 400 payment-schedule.already-exist', async () => {
    const { propertyId } = await scheduledProperty(world, admin);
    await propertyIs(world, propertyId, 'withoutSpv');
    expectCode(await create(propertyId, { ...G1, spvCountry: 'Japon' }), 400, 'payment-schedule.already-exist');
  });
  it('a property without an SPV, before any fault of the configuration -> 400 spv-not-found', async () => {
    const { propertyId } = await openFunding(world, { bricks: 10, contract: { amountToFundCents: 11_000_000 } });
    await propertyIs(world, propertyId, 'withoutSpv');
    expectCode(await create(propertyId, { ...G1, interestSequestre: 10_000_001 }), 400, 'spv-not-found');
  });
  for (const [what, config, code] of BROKEN) {
    it(`${what} -> 400 ${code}`, async () => {
      const { propertyId } = await openFunding(world, { bricks: 1, contract: { amountToFundCents: 11_000_000 } });
      expectCode(await create(propertyId, config), 400, code);
      expectCode(await read(propertyId), 404, 'not-found');
    });
  }
  it('an unknown property -> 404 not-found', async () => expectCode(await create(newId()), 404, 'not-found'));
  it('a royalty property -> 400 validation-failed', async () => {
    const { propertyId } = await openFunding(world, { bricks: 1, contractType: 'royalty' });
    expectCode(await create(propertyId), 400, 'validation-failed');
  });
  it('a negative budget -> 400 validation-failed', async () => {
    const { propertyId } = await openFunding(world, { bricks: 1 });
    expectCode(await create(propertyId, G1, -1), 400, 'validation-failed');
  });
  it('a malformed configuration -> 400 validation-failed', async () =>
    expectCode(await create(newId(), without('events')), 400, 'validation-failed'));
});

describe('GET /administration/property/:propertyId/payment-schedule', () => {
  it('derives everything from the payments (G-8), penalties included (G-10)', async () => {
    const { propertyId, schedule } = await scheduledProperty(world, admin);
    const id = schedule.echeances[0]?.id ?? newId();
    const first = async () => expectStatus(await read(propertyId), 200).body.echeances[0];
    await paidEcheance(world, { echeanceId: id, amountCents: 60_000 });
    const part = await first();
    assert.deepEqual([part?.remainingToBePaid, part?.overpaid, part?.status], [29_167, 0, 'partiallyPaid']);
    await paidEcheance(world, { echeanceId: id, amountCents: 30_000 });
    const whole = await first();
    assert.deepEqual([whole?.remainingToBePaid, whole?.overpaid, whole?.status], [0, 833, 'paid']);
    await investorsPenalty(world, { propertyId, echeanceId: id }, 3_000);
    const late = await first();
    assert.deepEqual([late?.amountDue, late?.remainingToBePaid, late?.status], [92_167, 2_167, 'partiallyPaid']);
    assert.deepEqual(late?.penalty, { total: 3_000, forInvestors: 3_000, forBricks: 0 });
  });
  it('counts the escrow down (G-9) and plans what is left of it', async () => {
    const { propertyId, schedule } = await scheduledProperty(world, admin);
    const id = await escrowWaits(world, { propertyId, echeanceId: schedule.echeances[0]?.id ?? newId() }, 79_167);
    const { body } = expectStatus(await read(propertyId), 200);
    assert.equal(body.interestSequestreRemaining, 158_333);
    const planned = (of: ShownSchedule) => of.echeances.slice(0, 4).map((echeance) => echeance.interestSequestrePlanned);
    assert.deepEqual(planned(body), [0, 79_166, 79_167, 0]);
    assert.equal(body.echeances[0]?.interestSequestreUsed, 79_167);
    await archiveUnassigned(world, id);
    const back = expectStatus(await read(propertyId), 200).body;
    assert.deepEqual([back.interestSequestreRemaining, back.echeances[0]?.interestSequestreUsed], [237_500, 0]);
    assert.deepEqual(planned(back), [79_167, 79_166, 79_167, 0]);
  });
  it('shows the latest direct debit once the provider knows it', async () => {
    await world.moveClock({ now: '2026-01-20T10:00:00Z' });
    const own = await scheduledProperty(world, admin);
    await payByDebit(world, own);
    const order = { propertyId: own.propertyId, echeanceId: own.schedule.echeances[0]?.id ?? newId() };
    const shown = async () => expectStatus(await read(own.propertyId), 200).body.echeances[0]?.scheduledPayment ?? null;
    const unanswered = (route: string) => world.control('POST', '/faults', { route, mode: 'timeout-after', times: 1 });
    const follow = () => world.runJob('echeancier-bank-debit-status-update');
    assert.equal(await shown(), null);
    expectStatus(await askForDebit(world, 'program-unscheduled', order), 200);
    const first = await shown();
    await world.control('POST', `/debits/${first?.providerDebitId}/reject`, {});
    await follow();
    const { providerDebitId } = first ?? assert.fail('no debit');
    assert.deepEqual(await shown(), { providerDebitId, date: '2026-02-05', amount: 89_167, status: 'failed' });
    expectStatus(await askForDebit(world, 'program-unscheduled', order), 200);
    await unanswered('PUT /v2/moneyins/:transactionid/cancel');
    expectCode(await askForDebit(world, 'unprogram-scheduled', order), 500, 'failed-at-provider');
    // It is being canceled.
    assert.equal((await shown())?.status, 'scheduled');
    await follow();
    assert.equal((await shown())?.status, 'canceled');
    await unanswered('POST /v2/moneyins/sdd/init');
    expectCode(await askForDebit(world, 'program-unscheduled', order), 500, 'failed-at-provider');
    assert.equal(await shown(), null);
  });
  it('without a schedule -> 404 not-found', async () => expectCode(await read(newId()), 404, 'not-found'));
  it('an id that is no UUID v4 -> 400 validation-failed', async () =>
    expectCode(await read('simulation'), 400, 'validation-failed'));
});
