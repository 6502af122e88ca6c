// Exceptional months of docs/guides/a-month-of-repayment.md, each call tried in one project that ends empty.

import assert from 'node:assert/strict';
import { after, afterEach, before, it } from 'node:test';
import type { CustomerId } from '../../src/core/db/tables.ts';
import { type Investor, type Person, signInAdministrator, verifiedInvestor } from '../support/actors.ts';
import { ibanOf } from '../support/funding-actors.ts';
import { walletOf } from '../support/readers.ts';
import { readEcheances, type ScheduledProperty, scheduledProperty } from '../support/scheduled-property.ts';
import { proveLedger } from '../support/withdrawal-actors.ts';
import { expectCode, expectStatus, startWorld, type World } from '../support/world.ts';
import { pursesOf } from './traces.ts';

const SCHEDULES = '/administration/property/payment-schedule';
const WIRES = `${SCHEDULES}/wire-to-be-assigned`;
const DEBIT_JOB = 'echeancier-bank-debit-status-update';
/** Two months at 12 % of 10 000 EUR, fees of 1.2 % and VAT on top: 100 EUR of interest and 12 of fees a month. */
const TERMS = {
  totalFundedAmount: 1_000_000,
  initialCapitalLoaned: { date: '2026-01-01', amount: 1_000_000 },
  durationInMonths: 2,
  annualInterestPercentage: 12,
  managementFeesPercentage: 1.2,
  interestSequestre: 20_000,
};

let world: World;
let admin: Person;
let own: ScheduledProperty;
/** Of three bricks, and of one. */
let holder: Investor;
let other: Investor;

before(async () => {
  world = await startWorld();
  admin = await signInAdministrator(world);
  await world.moveClock({ now: '2026-01-20T10:00:00Z' });
  [holder, other] = [await verifiedInvestor(world), await verifiedInvestor(world)];
  const holders = [
    { investor: holder, bricks: 3 },
    { investor: other, bricks: 1 },
  ];
  own = await scheduledProperty(world, admin, { terms: TERMS, holders, mainCents: 5_000 });
  const signed = { iban: 'FR7630006000011234567890189', holder: 'Promoteur SAS', status: 6 };
  const { id } = await world.control<{ id: number }>('POST', `/accounts/${own.accountId}/mandates`, signed);
  const mode = { paymentMode: 'directDebit', providerMandateId: id };
  expectStatus(await admin.client.put(`/administration/property/${own.propertyId}/echeancier/payment-mode`, mode), 200);
});
after(() => world.close());
afterEach(() => proveLedger(admin));

type Scheduled = { providerDebitId: number; amount: number; status: string };
type Echeance = Awaited<ReturnType<typeof readEcheances>>[number] & {
  scheduledPayment: Scheduled | null;
  chargeBackClaim?: number;
};

async function echeance(number: number): Promise<Echeance> {
  // Border: the shared view names only what most tests read.
  const found = (await readEcheances(admin, own.propertyId)).find((one) => one.number === number) as Echeance | undefined;
  if (!found) throw new Error(`there is no echeance ${number}`);
  return found;
}
async function wire(amountCents: number): Promise<string> {
  await world.control('POST', `/accounts/${own.accountId}/credit`, { amountCents });
  await world.runJob('incoming-wires');
  return waiting(amountCents);
}
async function waiting(amountCents: number): Promise<string> {
  const { body } = expectStatus(await admin.client.get<{ id: string; amount: number }[]>(WIRES), 200);
  const found = body.find(({ amount }) => amount === amountCents);
  if (!found) throw new Error(`no wire of ${amountCents} waits`);
  return found.id;
}
async function assign(wireToBeAssignedId: string, number: number, paymentFor = 'mensualite') {
  const assignment = { wireToBeAssignedId, paymentFor, echeanceId: (await echeance(number)).id, isSimulation: false };
  return admin.client.post(`${WIRES}/assign`, assignment);
}
const unassign = (wireToBeAssignedId: string) =>
  admin.client.post<{ status: string }>(`${WIRES}/unassign`, { wireToBeAssignedId, comment: 'Autre échéance' });
async function program(number: number): Promise<void> {
  const path = `/administration/property/${own.propertyId}/payment-schedule/program-unscheduled-mensualite-payment`;
  expectStatus(await admin.client.put(path, { echeanceId: (await echeance(number)).id }), 200);
}
async function collect(number: number): Promise<number> {
  const { scheduledPayment } = await echeance(number);
  if (!scheduledPayment) throw new Error(`no debit of echeance ${number} is scheduled`);
  const { providerDebitId } = scheduledPayment;
  await world.control('POST', `/debits/${providerDebitId}/settle`);
  await world.runJob(DEBIT_JOB);
  return providerDebitId;
}
const block = (investor: Investor, blocked: boolean) =>
  world.control('PUT', `/accounts/${investor.customerId}/blocked`, { blocked });

type Month = {
  runs: { waitingCents: number }[];
  refused: { lines: { id: string; customerId: CustomerId; status: string }[] };
  taxRemittance: { totalCents: number; remittance: { status: string } | null };
};
const payouts = async (period: string) =>
  expectStatus(await admin.client.get<Month>(`/administration/payouts/${period}`), 200).body;
/** The coupons of the month, up to the last answer; the second run sends the tax on. */
async function payCoupons(period: string): Promise<void> {
  await world.moveClock({ now: `${period}-10T08:00:00Z` });
  await world.runJob('coupon-payout');
  await settled(period);
  await world.runJob('coupon-payout');
}
const settled = (period: string) =>
  world.until(
    async () => (await payouts(period)).runs.every(({ waitingCents }) => waitingCents === 0),
    'the payouts to be settled',
  );
async function refusedLine(period: string, investor: Investor): Promise<string> {
  const line = (await payouts(period)).refused.lines.find(({ customerId }) => customerId === investor.customerId);
  if (line?.status !== 'blocked') throw new Error(`the payout of ${period} is not blocked: ${JSON.stringify(line)}`);
  return line.id;
}
/** The bank takes everything that waits to leave a wallet. */
async function completePayouts(accountId: string): Promise<void> {
  type Movement = { id: number; kind: string; status: number };
  const { movements } = await world.control<{ movements: Movement[] }>('GET', `/accounts/${accountId}`);
  const waitingOnes = movements.filter(({ kind, status }) => kind === 'moneyOut' && status === 0);
  assert.equal(waitingOnes.length, 1);
  for (const { id } of waitingOnes) await world.control('POST', `/payouts/${id}/complete`);
  await world.runJob('wallet-transactions');
}

it('an assignment is taken back: the wire waits again', async () => {
  const id = await wire(5_000);
  expectStatus(await assign(id, 1), 201);
  assert.equal((await echeance(1)).remainingToBePaid, 6_200);
  assert.equal(expectStatus(await unassign(id), 201).body.status, 'waiting');
  assert.equal((await echeance(1)).remainingToBePaid, 11_200);
});

it('a wire for an echeance with a debit: the debit shrinks, and grows when the wire is taken back', async () => {
  await program(1);
  const id = await waiting(5_000);
  expectStatus(await assign(id, 1), 201);
  assert.equal((await echeance(1)).scheduledPayment?.amount, 6_200);
  expectStatus(await unassign(id), 201);
  await world.until(async () => (await echeance(1)).scheduledPayment?.amount === 11_200, 'the debit to grow');
  expectStatus(await assign(id, 1), 201);
  await world.moveClock({ now: '2026-02-06T10:00:00Z' });
  await collect(1);
  assert.deepEqual(await pursesOf(world), { 'PRO COUPON': 10_000, 'PRO FEES': 1_200, 'PRO MAIN': 5_000, 'PRO ESCROW': 20_000 });
});

it('a fee that was paid outside: no longer due, and what came in for it is surplus', async () => {
  const { id: paymentId } = await echeance(1);
  const paid = { propertyId: own.propertyId, paymentId, comment: 'Chèque du 3' };
  expectStatus(await admin.client.post(`${SCHEDULES}/management-fees/mark-as-executed`, paid), 201);
  assert.equal((await echeance(1)).amountDue, 10_000);
  assert.equal((await pursesOf(world))['PRO SURPLUS'], 1_200);
});

it('payouts to blocked wallets: one is ordered again, the other was paid outside', async () => {
  await block(holder, true);
  await block(other, true);
  await payCoupons('2026-02');
  await block(holder, false);
  expectStatus(await admin.client.post(`/administration/payouts/lines/${await refusedLine('2026-02', holder)}/retry`), 201);
  await settled('2026-02');
  const outside = `/administration/payouts/lines/${await refusedLine('2026-02', other)}/paid-outside`;
  expectStatus(await admin.client.post(outside, { comment: 'Virement du 12' }), 201);
  await block(other, false);
  // 7 500 and 2 500, less 31.4 %.
  assert.deepEqual(
    [await walletOf(holder), await walletOf(other)].map((w) => w.balanceCents),
    [5_145, 0],
  );
  assert.equal((await pursesOf(world))['PRO SURPLUS'], 1_200 + 1_715);
  expectCode(await unassign(await assigned(5_000)), 400, 'wire-already-paid-out');
});

async function assigned(amountCents: number): Promise<string> {
  type History = { paymentToBeAssigned: { id: string; amount: number; status: string }[] };
  const { body } = expectStatus(await admin.client.get<History>(`${SCHEDULES}/payment-to-be-assigned/history`), 200);
  const found = body.paymentToBeAssigned.find(({ amount, status }) => amount === amountCents && status === 'assigned');
  if (!found) throw new Error(`no wire of ${amountCents} is assigned`);
  return found.id;
}

it('the tax of the month goes to the tax office', async () => {
  // That of the payouts which were decided after the run.
  await world.runJob('coupon-payout');
  const account = world.deps.config.PLATFORM_TAX_ACCOUNT_ID;
  const providerWithdrawBankAccountId = await ibanOf(world, account);
  const remittance = { action: 'withdraw', providerWithdrawBankAccountId };
  const remit = () => admin.client.post('/administration/payouts/2026-02/tax-remittance', remittance);
  // Not covered until the transfer of the tax is booked.
  await world.until(async () => (await remit()).status === 201, 'the tax to be remitted');
  await completePayouts(account);
  const { taxRemittance } = await payouts('2026-02');
  assert.deepEqual([taxRemittance.totalCents, taxRemittance.remittance?.status], [3_140, 'remitted']);
});

it('a debit that the bank takes back after its coupon was paid: due again, and the next payment fills the claim', async () => {
  await program(2);
  await world.moveClock({ now: '2026-03-06T10:00:00Z' });
  const moneyInId = await collect(2);
  await payCoupons('2026-03');
  await world.control('POST', '/chargebacks', { moneyInId });
  const due = await echeance(2);
  assert.deepEqual([due.status, due.remainingToBePaid, due.chargeBackClaim], ['unpaid', 11_200, 10_000]);
  await program(2);
  await world.moveClock({ now: '2026-04-06T10:00:00Z' });
  await collect(2);
  const paid = await echeance(2);
  assert.deepEqual([paid.status, paid.chargeBackClaim], ['paid', undefined]);
  expectStatus(await admin.client.post(`${SCHEDULES}/management-fees/transfer-one`, { echeanceId: paid.id }), 201);
});

it('the final settlement: what is left goes back, and an empty project is done', async () => {
  expectStatus(await assign(await wire(1_000_000), 2, 'capitalRepayment'), 201);
  await world.runJob('capital-payout');
  const path = `/administration/property/${own.propertyId}/solde-de-tout-compte`;
  type Settlement = { financialStatus: string; payBack: object; blocks: { owner: string[]; done: string[] } };
  const read = async () => expectStatus(await admin.client.get<Settlement>(path), 200).body;
  await world.until(async () => (await read()).financialStatus === 'repayment-finished', 'the project to be repaid');
  const { payBack, blocks } = await read();
  assert.deepEqual(payBack, { mainCents: 5_000, surplusCents: 2_915, escrowCents: 20_000, totalCents: 27_915 });
  assert.deepEqual(blocks, { owner: [], done: ['solde-de-tout-compte-purse-not-empty'] });
  expectCode(await admin.client.post(`${path}/done`), 400, 'solde-de-tout-compte-purse-not-empty');
  const providerWithdrawBankAccountId = await ibanOf(world, own.accountId);
  expectStatus(await admin.client.post(`${path}/owner`, { action: 'withdraw', providerWithdrawBankAccountId }), 201);
  expectCode(await admin.client.post(`${path}/done`), 400, 'solde-de-tout-compte-payout-open');
  await completePayouts(own.accountId);
  expectStatus(await admin.client.post(`${path}/done`), 201);
  const purses = await pursesOf(world);
  assert.deepEqual(
    Object.keys(purses).filter((name) => !name.startsWith('PLAT')),
    [],
  );
  await wire(700);
  assert.equal((await pursesOf(world))['SPV UNASSIGNED'], 700);
});
