// Debits of projects that are over: charged back once they are finished, or collected though they were given up. Through HTTP.

import assert from 'node:assert/strict';
import { after, afterEach, before, describe, it } from 'node:test';
import { type Investor, type Person, signInAdministrator, verifiedInvestor } from '../../../../test/support/actors.ts';
import {
  assignTo,
  type LentProject,
  lentProject,
  payByWire,
  payOut,
  tellDefault,
} from '../../../../test/support/lent-project.ts';
import { chatWritten, purseCents } from '../../../../test/support/readers.ts';
import { readEcheances } from '../../../../test/support/scheduled-property.ts';
import { queue } from '../../../../test/support/session-states.ts';
import { proveLedger } from '../../../../test/support/withdrawal-actors.ts';
import { expectCode, expectStatus, startWorld, type World } from '../../../../test/support/world.ts';
import { newId } from '../../../core/ids.ts';
import { resizeDebit } from './change-amount.ts';

type Settlement = { chargedBack: { openCents: number } };
type Wire = { id: string; projectId: string | null; spvId: string; amount: number };

const PROPERTY = '/administration/property';
const SCHEDULE = `${PROPERTY}/payment-schedule`;
const JOB = 'echeancier-bank-debit-status-update';
/** A month of the project: interest and fee. */
const [DUE, INTEREST] = [11_200, 10_000];

let world: World;
let admin: Person;
let holder: Investor;

before(async () => {
  world = await startWorld({ worker: false });
  await world.moveClock({ now: '2026-01-01T10:00:00Z' });
  admin = await signInAdministrator(world);
  holder = await verifiedInvestor(world);
});
after(() => world.close());
afterEach(async () => {
  await world.control('DELETE', '/faults');
  await proveLedger(admin);
});

/** With a debit of its first echeance on the way; its number at the provider. */
async function debited(unlentCents = 0): Promise<LentProject & { debitId: number }> {
  const own = await lentProject(world, admin, { holders: [{ investor: holder, bricks: 4 }], unlentCents });
  const bank = { iban: 'FR7630006000011234567890189', holder: 'Promoteur SAS', status: 6 };
  const { id } = await world.control<{ id: number }>('POST', `/accounts/${own.accountId}/mandates`, bank);
  const mode = { paymentMode: 'directDebit', providerMandateId: id };
  expectStatus(await admin.client.put(`${PROPERTY}/${own.propertyId}/echeancier/payment-mode`, mode), 200);
  const path = `${PROPERTY}/${own.propertyId}/payment-schedule/program-unscheduled-mensualite-payment`;
  expectStatus(await admin.client.put(path, { echeanceId: own.echeances[0]?.id }), 200);
  return { ...own, debitId: (await debitOf(own))?.providerDebitId ?? 0 };
}
const debitOf = async (own: LentProject) => (await readEcheances(admin, own.propertyId))[0]?.scheduledPayment;
const statusOf = async ({ propertyId }: LentProject) =>
  expectStatus(await admin.client.get<{ financialStatus: string }>(`${PROPERTY}/${propertyId}/payment-schedule`), 200).body
    .financialStatus;
const settlement = (own: LentProject) => `${PROPERTY}/${own.propertyId}/solde-de-tout-compte`;
const openClaim = async (own: LentProject) =>
  expectStatus(await admin.client.get<Settlement>(settlement(own)), 200).body.chargedBack.openCents;
const done = (own: LentProject) => admin.client.post(`${settlement(own)}/done`);
const giveUp = async (own: LentProject) => {
  await tellDefault(world, own, 'default');
  const path = `${PROPERTY}/${own.propertyId}/payment-schedule/give-up`;
  expectStatus(await admin.client.post(path, { comment: 'Liquidation' }), 201);
};
const purse = (own: LentProject, name: string) => purseCents(world, own, name);
const payFee = (own: LentProject, index: number) =>
  admin.client.post(`${SCHEDULE}/management-fees/transfer-one`, { echeanceId: own.echeances[index]?.id });
/** Runs what the job queue holds for the first echeance; no worker does in this world. */
async function resize(own: LentProject): Promise<unknown[]> {
  const echeanceId = own.echeances[0]?.id ?? newId();
  const results: unknown[] = [];
  for (const _job of await queue.taken(world, 'resize-debit', 'echeanceId', echeanceId))
    results.push(await resizeDebit(world.deps, echeanceId));
  return results;
}
/** The bank collects the debit, and the job books it. */
async function collect({ debitId }: { debitId: number }): Promise<void> {
  await world.control('POST', `/debits/${debitId}/settle`, {});
  await world.runJob(JOB);
}

describe('a finished project whose debit is charged back', () => {
  it('owes again: it is in repayment, late when the defaults platform says so, and finished once it has paid', async () => {
    const own = await debited();
    await collect(own);
    await payByWire(world, admin, own, { paymentFor: 'mensualite', index: 1, cents: DUE });
    await payByWire(world, admin, own, { paymentFor: 'capitalRepayment', index: 1, cents: 1_000_000 });
    await world.moveClock({ now: '2026-03-11T10:00:00Z' });
    await payOut(world);
    await world.runJob('capital-payout');
    assert.equal(await statusOf(own), 'repayment-finished');

    await world.control('POST', '/chargebacks', { moneyInId: own.debitId });
    assert.deepEqual([await statusOf(own), await openClaim(own)], ['repayment-ongoing', INTEREST]);
    assert.equal((await chatWritten(world, [own.propertyId, 'de nouveau en remboursement'])).length, 1);
    expectCode(await done(own), 400, 'project-must-be-in-repayment-finished-status');
    const { body } = expectStatus(
      await admin.client.get<{ id: string }[]>(`${SCHEDULE}/payment-to-be-assigned/eligible-projects`),
      200,
    );
    assert.ok(JSON.stringify(body).includes(own.propertyId));
    await tellDefault(world, own, 'delay');
    assert.equal(await statusOf(own), 'repayment-delay');

    await payByWire(world, admin, own, { paymentFor: 'mensualite', index: 0, cents: DUE });
    await world.runJob('capital-payout');
    assert.deepEqual([await statusOf(own), await openClaim(own)], ['repayment-finished', 0]);
    for (const index of [0, 1]) expectStatus(await payFee(own, index), 201);
    expectStatus(await done(own), 201);
  });
  it('lends nothing that was given back to the holders as never lent -> 400 echeancier-config-is-invalid', async () => {
    const own = await debited(100_000);
    await collect(own);
    await payByWire(world, admin, own, { paymentFor: 'mensualite', index: 1, cents: own.echeances[1]?.amountDue ?? 0 });
    await payByWire(world, admin, own, { paymentFor: 'capitalRepayment', index: 1, cents: 900_000 });
    await world.moveClock({ now: '2026-06-11T10:00:00Z' });
    await payOut(world);
    await world.runJob('capital-payout');
    expectStatus(await admin.client.post(`${settlement(own)}/unlent-capital`), 201);
    await payOut(world);
    await world.control('POST', '/chargebacks', { moneyInId: own.debitId });
    assert.equal(await statusOf(own), 'repayment-ongoing');
    const path = `${PROPERTY}/${own.propertyId}/payment-schedule`;
    expectStatus(await admin.client.post(`${path}/prorogation`, { durationInMonths: 4 }), 201);
    const asked = { echeancePeriod: '2026-03', event: { type: 'capitalLoaned', date: '2026-03-20', amount: 1 } };
    expectCode(await admin.client.patch(`${path}/simulation/capital-event`, asked), 400, 'echeancier-config-is-invalid');
    expectCode(await admin.client.post(`${path}/capital-event`, asked), 400, 'echeancier-config-is-invalid');
  });
  it('once it was given up: it stays so, and is not settled while the claim is open -> 400 solde-de-tout-compte-claim-open', async () => {
    const own = await debited();
    await collect(own);
    await world.moveClock({ advance: 'P1M' });
    await payOut(world);
    await giveUp(own);
    await world.control('POST', '/chargebacks', { moneyInId: own.debitId });
    assert.deepEqual([await statusOf(own), await openClaim(own)], ['repayment-finished', INTEREST]);
    expectCode(await done(own), 400, 'solde-de-tout-compte-claim-open');
    await payByWire(world, admin, own, { paymentFor: 'mensualite', index: 0, cents: INTEREST });
    assert.equal(await openClaim(own), 0);
    expectStatus(await done(own), 201);
  });
});

describe('a debit of a project that is given up', () => {
  it('is cancelled at the provider', async () => {
    const own = await debited();
    await giveUp(own);
    assert.deepEqual(await resize(own), ['canceled']);
    assert.equal((await debitOf(own))?.status, 'canceled');
    expectStatus(await done(own), 201);
  });
  it('that can no longer be cancelled and is collected: its interest is the holders’', async () => {
    const own = await debited();
    await giveUp(own);
    await world.control('POST', '/faults', { route: 'PUT /v2/moneyins/*/cancel', mode: 'error-in-200', times: 9 });
    assert.deepEqual(await resize(own), ['refused']);
    await collect(own);
    // The fee was given up: what the debit asked for it is the owner’s.
    assert.deepEqual([await purse(own, 'COUPON'), await purse(own, 'FEES'), await purse(own, 'SURPLUS')], [INTEREST, 0, 1_200]);
    await world.moveClock({ advance: 'P1M' });
    await payOut(world);
    expectStatus(await admin.client.post(`${settlement(own)}/owner`, { action: 'handed-over', comment: 'au liquidateur' }), 201);
    expectStatus(await done(own), 201);
  });
  it('and is collected after the settlement: it waits with the SPV, and what is assigned of it reaches the holders', async () => {
    const own = await debited();
    await giveUp(own);
    await world.control('POST', '/faults', { route: 'PUT /v2/moneyins/*/cancel', mode: 'error-in-200', times: 9 });
    assert.deepEqual(await resize(own), ['refused']);
    expectStatus(await done(own), 201);
    await collect(own);
    await proveLedger(admin);
    assert.equal((await chatWritten(world, ['encaissé après le solde'], 'payment-schedule')).length, 1);
    const { body } = expectStatus(await admin.client.get<Wire[]>(`${SCHEDULE}/wire-to-be-assigned`), 200);
    const [waiting, ...more] = body.filter(({ spvId }) => spvId === own.spvId);
    assert.deepEqual([waiting?.projectId, waiting?.amount, more], [null, DUE, []]);
    expectStatus(await assignTo(admin, own, waiting?.id ?? '', { paymentFor: 'capitalRepayment', index: 1 }), 201);
    assert.equal(await purse(own, 'CAPITAL'), DUE);
    await world.moveClock({ advance: 'P1D' });
    await payOut(world);
    assert.equal(await purse(own, 'CAPITAL'), 0);
  });
});
