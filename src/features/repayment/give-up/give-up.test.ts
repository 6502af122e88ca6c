// A default that ends: what its owner cannot pay is given up, the project is settled, and what still comes in reaches the holders.

import assert from 'node:assert/strict';
import { after, afterEach, before, describe, it } from 'node:test';
import { type Investor, type Person, signInAdministrator, verifiedInvestor } from '../../../../test/support/actors.ts';
import {
  assignTo,
  type LentProject,
  lentProject,
  payByWire,
  payOut,
  receiveWire,
  tellDefault,
} from '../../../../test/support/lent-project.ts';
import { availableOf, chatWritten, ledgerCents, mailsWritten, purseCents, readAudits } from '../../../../test/support/readers.ts';
import { readEcheances } from '../../../../test/support/scheduled-property.ts';
import { proveLedger } from '../../../../test/support/withdrawal-actors.ts';
import { expectCode, expectStatus, startWorld, type World } from '../../../../test/support/world.ts';
import { newId } from '../../../core/ids.ts';
import type { GivenUp } from './schemas.ts';

type ByContract = { loanCents: number; obligationCents: number };
type TaxSummary = { boxes: Record<string, number>; capitalLosses: ByContract; capitalRecoveries: ByContract };
type Schedule = { financialStatus: string; givenUp?: { capital: number; mensualite: number; comment: string } };

const PROPERTY = '/administration/property';
const FEES = `${PROPERTY}/payment-schedule/management-fees`;

let world: World;
let admin: Person;
let camille: Investor;
let driss: Investor;

before(async () => {
  world = await startWorld({ worker: false });
  await world.moveClock({ now: '2026-01-01T10:00:00Z' });
  admin = await signInAdministrator(world);
  [camille, driss] = [await verifiedInvestor(world), await verifiedInvestor(world)];
});
after(() => world.close());
afterEach(() => proveLedger(admin));

/** Lent by Camille, who has three bricks of four, and Driss. */
const lent = (terms: { contractType?: string; escrowCents?: number; unlentCents?: number } = {}) => {
  const holders = [
    { investor: camille, bricks: 3 },
    { investor: driss, bricks: 1 },
  ];
  return lentProject(world, admin, { holders, ...terms });
};
const path = ({ propertyId }: Pick<LentProject, 'propertyId'>, verb = '') =>
  `${PROPERTY}/${propertyId}/payment-schedule/give-up${verb}`;
const giveUp = (own: Pick<LentProject, 'propertyId'>, comment = 'Liquidation du porteur') =>
  admin.client.post<GivenUp>(path(own), { comment });
const takeBack = (own: Pick<LentProject, 'propertyId'>) =>
  admin.client.post<{ financialStatus: string }>(path(own, '/take-back'), { comment: 'Erreur de dossier' });
const scheduleOf = async ({ propertyId }: LentProject) =>
  expectStatus(await admin.client.get<Schedule>(`${PROPERTY}/${propertyId}/payment-schedule`), 200).body;
const lackingOf = async (own: LentProject) =>
  (await readEcheances(admin, own.propertyId)).map((row) => [row.remainingToBePaid, row.capitalRepaymentRemaining]);
const settle = (own: LentProject, verb: string, body?: object) =>
  admin.client.post(`${PROPERTY}/${own.propertyId}/solde-de-tout-compte${verb}`, body);
const summaryOf = async (of: Investor, year = 2026) =>
  expectStatus(await of.client.get<TaxSummary>(`/customers/taxation/summary/${year}`), 200).body;
const lossesOf = async (of: Investor) => (await summaryOf(of)).capitalLosses;
const purse = (own: LentProject, name: string) => purseCents(world, own, name);

/** 10 600 came in for the first echeance and 200 000 of the capital, and reached the holders; then nothing more. */
async function defaulted(terms: { contractType?: string } = {}): Promise<LentProject> {
  await nextMonth();
  const own = await lent(terms);
  await payByWire(world, admin, own, { paymentFor: 'mensualite', index: 0, cents: 10_600 });
  await payByWire(world, admin, own, { paymentFor: 'capitalRepayment', index: 1, cents: 200_000 });
  await payOut(world);
  await tellDefault(world, own, 'default');
  return own;
}

/** The owner has paid nothing. */
async function unpaid(): Promise<LentProject> {
  const own = await lent();
  await tellDefault(world, own, 'default');
  return own;
}

/** Of the extended last month, which is later than today. */
async function planLoan(own: LentProject, amount: number): Promise<void> {
  const schedule = `${PROPERTY}/${own.propertyId}/payment-schedule`;
  expectStatus(await admin.client.post(`${schedule}/prorogation`, { durationInMonths: 24 }), 201);
  await addEvent(own, 'capitalLoaned', amount);
}

async function addEvent(own: LentProject, type: string, amount: number): Promise<void> {
  const event = { type, date: '2027-12-15', amount };
  const body = { echeancePeriod: '2027-12', event };
  expectStatus(await admin.client.post(`${PROPERTY}/${own.propertyId}/payment-schedule/capital-event`, body), 201);
}

/** Coupons are paid once a month: each time it is the next one, after the end of the loans. */
let month = Temporal.PlainYearMonth.from('2026-02');
const nextMonth = async () => {
  month = month.add({ months: 1 });
  await world.moveClock({ now: `${month}-11T10:00:00Z` });
};

describe('a project that is given up', () => {
  it('nothing is asked for any more, it is finished, and everybody is notified', async () => {
    const own = await defaulted();
    const before = [await lossesOf(camille), await lossesOf(driss)].map(({ loanCents }) => loanCents);
    const { body } = expectStatus(await giveUp(own), 201);
    const { givenUpAt: _, ...amounts } = body;
    assert.deepEqual(amounts, {
      propertyId: own.propertyId,
      comment: 'Liquidation du porteur',
      ...{ capitalCents: 800_000, interestCents: 10_000, feesCents: 1_800, lossCents: 800_000 },
      ...{ paidFromEscrowCents: 0, notLentCents: 0 },
    });
    const { financialStatus, givenUp } = await scheduleOf(own);
    assert.equal(financialStatus, 'repayment-finished');
    assert.deepEqual([givenUp?.capital, givenUp?.mensualite, givenUp?.comment], [800_000, 10_000, 'Liquidation du porteur']);
    assert.deepEqual(await lackingOf(own), [
      [0, 0],
      [0, 0],
    ]);
    const unpaid = await admin.client.get<unknown[]>(
      `${PROPERTY}/payment-schedule/capital-repayment/unpaid?propertyId=${own.propertyId}`,
    );
    assert.deepEqual(expectStatus(unpaid, 200).body, []);
    assert.deepEqual(
      [await lossesOf(camille), await lossesOf(driss)].map(({ loanCents }, index) => loanCents - (before[index] ?? 0)),
      [600_000, 200_000],
    );
    const mails = await mailsWritten<{ lossCents: number; step: string }>(world, 'project-given-up');
    assert.deepEqual(
      mails
        .slice(-2)
        .map(({ lossCents }) => lossCents)
        .toSorted((a, b) => a - b),
      [200_000, 600_000],
    );
    const audits = await readAudits<{ payload: { comment: string; lossCents: number } }>(
      world,
      { targetId: own.propertyId, kind: 'PROPERTY_PAYMENT_SCHEDULE_GIVE_UP' },
      ['payload'],
    );
    assert.deepEqual(
      audits.map(({ payload }) => [payload.comment, payload.lossCents]),
      [['Liquidation du porteur', 800_000]],
    );
    assert.equal((await chatWritten(world, ['abandonné'], 'payment-schedule')).length, 1);
  });
  it('a fee is lowered to what came in for it, which the platform gets; one for which nothing came is not asked for', async () => {
    const own = await defaulted();
    expectStatus(await giveUp(own), 201);
    type Fee = { echeanceId: string; amountExcludingTax: number; vat: number };
    const { body } = expectStatus(await admin.client.get<Fee[]>(`${FEES}/past/not-executed`), 200);
    assert.deepEqual(
      body.filter(({ echeanceId }) => own.echeances.some(({ id }) => id === echeanceId)).map((fee) => fee.echeanceId),
      [own.echeances[0]?.id],
    );
    const platform = await ledgerCents(world, 'PLAT:MAIN');
    expectStatus(await admin.client.post(`${FEES}/transfer-one`, { echeanceId: own.echeances[0]?.id }), 201);
    assert.deepEqual([(await ledgerCents(world, 'PLAT:MAIN')) - platform, await purse(own, 'FEES')], [600, 0]);
    expectCode(await admin.client.post(`${FEES}/transfer-one`, { echeanceId: own.echeances[1]?.id }), 400, 'payment-not-found');
  });
  it('is settled to the last cent, and the settlement finds no second loss', async () => {
    const own = await defaulted({ contractType: 'obligation' });
    expectStatus(await giveUp(own), 201);
    const lost = await lossesOf(camille);
    expectStatus(await admin.client.post(`${FEES}/transfer-one`, { echeanceId: own.echeances[0]?.id }), 201);
    expectCode(await settle(own, '/penalties'), 400, 'solde-de-tout-compte-no-penalties');
    expectCode(await settle(own, '/unlent-capital'), 400, 'solde-de-tout-compte-no-unlent-capital');
    expectCode(
      await settle(own, '/owner', { action: 'handed-over', comment: 'rien' }),
      400,
      'solde-de-tout-compte-nothing-for-owner',
    );
    expectStatus(await settle(own, '/done'), 201);
    assert.deepEqual(await lossesOf(camille), lost);
  });
  it('the escrow pays interest that is due first; the rest of it is the owner’s', async () => {
    await nextMonth();
    const own = await lent({ escrowCents: 25_000 });
    await tellDefault(world, own, 'delay');
    const { body } = expectStatus(await giveUp(own), 201);
    assert.deepEqual(
      [body.paidFromEscrowCents, body.interestCents, body.feesCents, body.capitalCents],
      [20_000, 0, 2_400, 1_000_000],
    );
    assert.deepEqual([await purse(own, 'COUPON'), await purse(own, 'ESCROW')], [20_000, 5_000]);
    await nextMonth();
    await payOut(world);
    assert.equal(await purse(own, 'COUPON'), 0);
    expectStatus(await settle(own, '/owner', { action: 'handed-over', comment: 'au liquidateur' }), 201);
    expectStatus(await settle(own, '/done'), 201);
  });
  it('a loan that was planned for later is not lent any more, as far as the owner has not got it: the holders get it back', async () => {
    const own = await lent({ unlentCents: 300_000 });
    await planLoan(own, 250_000);
    await tellDefault(world, own, 'default');
    const lost = await lossesOf(camille);
    const { body } = expectStatus(await giveUp(own), 201);
    assert.deepEqual([body.capitalCents, body.lossCents, body.notLentCents], [700_000, 700_000, 250_000]);
    assert.equal((await lossesOf(camille)).loanCents - lost.loanCents, 525_000);
    await proveLedger(admin);
    expectStatus(await takeBack(own), 201);
    assert.equal((await lackingOf(own)).at(-1)?.[1], 950_000);
    expectStatus(await giveUp(own), 201);
    const wallet = await availableOf(camille);
    expectStatus(await settle(own, '/unlent-capital'), 201);
    await world.runJob('wallet-transactions');
    assert.equal((await availableOf(camille)) - wallet, 225_000);
    expectStatus(await settle(own, '/done'), 201);
    assert.equal((await lossesOf(camille)).loanCents - lost.loanCents, 525_000);
  });
  it('what the owner got of a planned loan before its day is lent, and lost', async () => {
    const own = await lent({ unlentCents: 300_000 });
    await planLoan(own, 300_000);
    const paid = { action: 'no-withdraw', amountToTransfer: 200_000 };
    const funding = `${PROPERTY}/${own.propertyId}/funding/transfer-funds-to-project-owner`;
    expectStatus(await admin.client.post(funding, paid), 201);
    await tellDefault(world, own, 'default');
    const { body } = expectStatus(await giveUp(own), 201);
    assert.deepEqual([body.capitalCents, body.lossCents, body.notLentCents], [900_000, 900_000, 100_000]);
  });
  it('a planned loan that an event is to repay -> 400 sum-repayment-is-greater-than-sum-loaned', async () => {
    const own = await lent({ unlentCents: 300_000 });
    await planLoan(own, 300_000);
    await addEvent(own, 'capitalRepaymentUnplanned', 800_000);
    await tellDefault(world, own, 'default');
    expectCode(await giveUp(own), 400, 'sum-repayment-is-greater-than-sum-loaned');
  });
  it('by two at once: once', async () => {
    const own = await unpaid();
    const answers = await Promise.all([giveUp(own), giveUp(own)]);
    assert.deepEqual(answers.map(({ status }) => status).toSorted(), [201, 400]);
  });
  it('a second time -> 400 project-is-finished', async () => {
    const own = await unpaid();
    expectStatus(await giveUp(own), 201);
    expectCode(await giveUp(own), 400, 'project-is-finished');
  });
  it('neither late nor in default -> 400 project-must-be-in-delay-or-default-status', async () =>
    expectCode(await giveUp(await lent()), 400, 'project-must-be-in-delay-or-default-status'));
  it('settled -> 400 project-is-settled', async () => {
    const own = await unpaid();
    expectStatus(await giveUp(own), 201);
    expectStatus(await settle(own, '/done'), 201);
    expectCode(await giveUp(own), 400, 'project-is-settled');
    expectCode(await takeBack(own), 400, 'project-is-settled');
  });
  it('nothing is due, and its holders are not paid yet -> 400 nothing-to-give-up', async () => {
    const own = await lent();
    for (const index of [0, 1]) await payByWire(world, admin, own, { paymentFor: 'mensualite', index, cents: 11_200 });
    await payByWire(world, admin, own, { paymentFor: 'capitalRepayment', index: 1, cents: 1_000_000 });
    await tellDefault(world, own, 'delay');
    expectCode(await giveUp(own), 400, 'nothing-to-give-up');
  });
  it('without a schedule -> 400 echeancier-not-found', async () =>
    expectCode(await giveUp({ propertyId: newId() }), 400, 'echeancier-not-found'));
  it('without a reason -> 400 validation-failed', async () =>
    expectCode(await giveUp(await unpaid(), ' '), 400, 'validation-failed'));
});

describe('what comes in after a project was given up', () => {
  it('reaches the holders, and makes their loss of the year smaller', async () => {
    const own = await defaulted();
    // Not distributed yet, and no loss.
    await payByWire(world, admin, own, { paymentFor: 'capitalRepayment', index: 1, cents: 40_000 });
    const before = await lossesOf(camille);
    assert.equal(expectStatus(await giveUp(own), 201).body.lossCents, 760_000);
    await payByWire(world, admin, own, { paymentFor: 'capitalRepayment', index: 1, cents: 100_000 });
    const wallet = await availableOf(camille);
    for (const [day, cents] of [
      [12, 30_000],
      [13, 105_000],
    ] as const) {
      await world.moveClock({ now: `${month}-${day}T10:00:00Z` });
      await payOut(world);
      assert.equal((await availableOf(camille)) - wallet, cents);
    }
    assert.equal((await lossesOf(camille)).loanCents - before.loanCents, 570_000 - 75_000);
    const { boxes } = await summaryOf(camille);
    assert.deepEqual([boxes['2TY'], boxes['2TU']], [(await lossesOf(camille)).loanCents, (await lossesOf(camille)).loanCents]);
  });
  it('interest that was given up is a coupon, taxed as any other', async () => {
    const own = await defaulted();
    expectStatus(await giveUp(own), 201);
    await payByWire(world, admin, own, { paymentFor: 'mensualite', index: 1, cents: 4_000 });
    assert.equal((await scheduleOf(own)).givenUp?.mensualite, 6_000);
    const wallet = await availableOf(camille);
    await nextMonth();
    await payOut(world);
    assert.equal((await availableOf(camille)) - wallet, 3_000 - 942);
  });
  it('after the settlement: what the holders lost there, not a cent more -> 400 recovery-is-more-than-was-written-off', async () => {
    const own = await defaulted();
    expectStatus(await giveUp(own), 201);
    expectStatus(await admin.client.post(`${FEES}/transfer-one`, { echeanceId: own.echeances[0]?.id }), 201);
    expectStatus(await settle(own, '/done'), 201);
    const lost = (await lossesOf(camille)).loanCents;
    const wire = await receiveWire(world, admin, own, 10_001);
    const suggested = await admin.client.get<{ projects: { id: string }[]; suggestions: unknown[] }>(
      `/administration/payments-to-be-assigned/${wire}/suggestions`,
    );
    assert.deepEqual(
      expectStatus(suggested, 200).body.projects.map(({ id }) => id),
      [own.propertyId],
    );
    assert.ok(suggested.body.suggestions.length > 0);
    const interest = { paymentFor: 'mensualite', index: 1 } as const;
    expectCode(await assignTo(admin, own, wire, interest), 400, 'recovery-is-more-than-was-written-off');
    expectStatus(await assignTo(admin, own, wire, { paymentFor: 'capitalRepayment', index: 1 }), 201);
    await proveLedger(admin);
    const wallet = await availableOf(camille);
    await world.moveClock({ now: `${month}-14T10:00:00Z` });
    await payOut(world);
    assert.equal((await availableOf(camille)) - wallet, 7_501);
    assert.equal(lost - (await lossesOf(camille)).loanCents, 7_501);
    assert.equal(await purse(own, 'CAPITAL'), 0);
  });
  it('in a later year: shown as recovered, and the declared loss stays', async () => {
    const own = await defaulted();
    expectStatus(await giveUp(own), 201);
    const lost = await lossesOf(camille);
    await world.moveClock({ now: '2027-02-12T10:00:00Z' });
    await payByWire(world, admin, own, { paymentFor: 'capitalRepayment', index: 1, cents: 8_000 });
    await payOut(world);
    assert.deepEqual(await lossesOf(camille), lost);
    const { boxes, capitalRecoveries } = await summaryOf(camille, 2027);
    assert.deepEqual([boxes['2TY'], capitalRecoveries], [0, { loanCents: 6_000, obligationCents: 0 }]);
    expectCode(await takeBack(own), 400, 'give-up-was-followed');
  });
});

describe('a give-up that is taken back', () => {
  before(() => {
    month = Temporal.PlainYearMonth.from('2027-02');
  });

  it('all is due again as it was, the status is the former one, and nobody has lost anything', async () => {
    const own = await defaulted();
    const lacking = await lackingOf(own);
    const lost = await summaryOf(camille, 2027);
    expectStatus(await giveUp(own), 201);
    await payByWire(world, admin, own, { paymentFor: 'mensualite', index: 0, cents: 300 });
    const answers = await Promise.all([takeBack(own), takeBack(own)]);
    assert.deepEqual(answers.map(({ status }) => status).toSorted(), [201, 400]);
    assert.deepEqual(
      [(await scheduleOf(own)).financialStatus, (await scheduleOf(own)).givenUp],
      ['repayment-default', undefined],
    );
    assert.deepEqual(await lackingOf(own), [[(lacking[0]?.[0] ?? 0) - 300, 0], lacking[1]]);
    // Surplus while the fee was lowered: it pays the fee again.
    assert.deepEqual([await purse(own, 'FEES'), await purse(own, 'SURPLUS')], [900, 0]);
    assert.deepEqual((await summaryOf(camille, 2027)).capitalLosses, lost.capitalLosses);
    const mails = await mailsWritten<{ step: string }>(world, 'project-given-up');
    assert.deepEqual(
      mails.slice(-2).map(({ step }) => step),
      ['taken-back', 'taken-back'],
    );
    expectStatus(await giveUp(own), 201);
  });
  it('capital that came in meanwhile was paid early: interest is what it would be without the give-up', async () => {
    const both = [await unpaid(), await unpaid()];
    for (const [index, own] of both.entries()) {
      const schedule = `${PROPERTY}/${own.propertyId}/payment-schedule`;
      expectStatus(await admin.client.post(`${schedule}/prorogation`, { durationInMonths: 24 }), 201);
      const last = (await readEcheances(admin, own.propertyId))[23] ?? assert.fail('no last echeance');
      const pay = () =>
        payByWire(world, admin, { ...own, echeances: [last] }, { paymentFor: 'capitalRepayment', index: 0, cents: 400_000 });
      expectStatus(await giveUp(own), 201);
      if (index === 0) await pay();
      expectStatus(await takeBack(own), 201);
      if (index === 1) await pay();
    }
    const [meanwhile, afterwards] = await Promise.all(both.map(lackingOf));
    assert.deepEqual(meanwhile, afterwards);
    assert.equal(meanwhile?.[22]?.[0], 6_720);
  });
  it('leaves the schedule free: a prorogation is taken back, other terms are written', async () => {
    const own = await unpaid();
    const schedule = `${PROPERTY}/${own.propertyId}/payment-schedule`;
    expectStatus(await admin.client.post(`${schedule}/prorogation`, { durationInMonths: 4 }), 201);
    expectStatus(await giveUp(own), 201);
    expectStatus(await takeBack(own), 201);
    expectStatus(await admin.client.delete(`${schedule}/prorogation`), 200);
    const { body } = expectStatus(await admin.client.get<{ config: object }>(schedule), 200);
    const terms = { echeancierConfig: { ...body.config, durationInMonths: 1 }, totalConstructionBudget: 0 };
    expectStatus(await admin.client.put(schedule, terms), 200);
    assert.deepEqual(await lackingOf(own), [[11_200, 1_000_000]]);
  });
  it('recovered capital was paid out -> 400 give-up-was-followed', async () => {
    const own = await defaulted();
    expectStatus(await giveUp(own), 201);
    await payByWire(world, admin, own, { paymentFor: 'capitalRepayment', index: 1, cents: 8_000 });
    await world.moveClock({ now: `${month}-12T10:00:00Z` });
    await payOut(world);
    expectCode(await takeBack(own), 400, 'give-up-was-followed');
  });
  it('the lowered fee was taken -> 400 give-up-was-followed', async () => {
    const own = await defaulted();
    expectStatus(await giveUp(own), 201);
    expectStatus(await admin.client.post(`${FEES}/transfer-one`, { echeanceId: own.echeances[0]?.id }), 201);
    expectCode(await takeBack(own), 400, 'give-up-was-followed');
  });
  it('in repayment, or finished otherwise -> 400 project-is-not-given-up', async () => {
    const own = await lent();
    expectCode(await takeBack(own), 400, 'project-is-not-given-up');
    for (const index of [0, 1]) await payByWire(world, admin, own, { paymentFor: 'mensualite', index, cents: 11_200 });
    await payByWire(world, admin, own, { paymentFor: 'capitalRepayment', index: 1, cents: 1_000_000 });
    await nextMonth();
    await payOut(world);
    await world.runJob('capital-payout');
    assert.equal((await scheduleOf(own)).financialStatus, 'repayment-finished');
    expectCode(await takeBack(own), 400, 'project-is-not-given-up');
  });
  it('without a schedule -> 400 echeancier-not-found', async () =>
    expectCode(await takeBack({ propertyId: newId() }), 400, 'echeancier-not-found'));
});
