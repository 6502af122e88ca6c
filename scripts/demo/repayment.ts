// What happens in a month of repayment: the owner pays, the administrator assigns, the holders receive.

import type { Client } from '../../test/support/client.ts';
import { type PlannedProperty, type PlannedSpv, shown } from './properties.ts';
import { must, type Stage } from './stage.ts';

/** What the demo reads of an echeance; cents. */
export type Echeance = {
  propertyId: string;
  id: string;
  number: number;
  period: string;
  dueDate: string;
  amountDue: number;
  remainingToBePaid: number;
  managementFees: { amountIncludingTax: number; status: string };
  status: string;
  scheduledPayment: { providerDebitId: number; status: string } | null;
};

const SCHEDULES = '/administration/property/payment-schedule';

/** The echeances of a property in their order. */
export async function readSchedule(administrator: Client, property: PlannedProperty): Promise<Echeance[]> {
  return readEcheances(administrator, (await shown(administrator, property)).id);
}

async function readEcheances(administrator: Client, propertyId: string): Promise<Echeance[]> {
  const path = `/administration/property/${propertyId}/payment-schedule`;
  const { echeances } = must(await administrator.get<{ echeances: Omit<Echeance, 'propertyId'>[] }>(path), 200);
  return echeances.map((echeance) => ({ ...echeance, propertyId }));
}

/** Paid, and nothing remains. */
export function isSettled({ status, remainingToBePaid }: Echeance): boolean {
  return status === 'paid' && remainingToBePaid === 0;
}

/** Ten in the morning of a day in Paris. */
export async function reachDay(stage: Stage, day: Temporal.PlainDate): Promise<void> {
  await stage.reach(day.toZonedDateTime({ timeZone: 'Europe/Paris', plainTime: '10:00' }).toInstant());
}

type Payment = { echeance: Echeance; amountCents: number; paymentFor?: 'mensualite' | 'capitalRepayment' };

/** A wire of the owner arrives on the SPV's wallet and is assigned. */
export async function payByWire(stage: Stage, administrator: Client, spv: PlannedSpv, payment: Payment): Promise<void> {
  const { amountCents } = payment;
  await stage.control('POST', `/accounts/${spv.accountId}/credit`, { amountCents, comment: 'Mensualité' });
  await stage.runJob('incoming-wires');
  await assignWaiting(administrator, payment);
}

/** The one payment of the property that waits goes to the echeance. */
async function assignWaiting(administrator: Client, payment: Payment): Promise<void> {
  const { echeance, amountCents, paymentFor = 'mensualite' } = payment;
  const waiting = must(
    await administrator.get<{ id: string; projectId: string; amount: number }[]>(`${SCHEDULES}/wire-to-be-assigned`),
    200,
  );
  const found = waiting.find(({ projectId, amount }) => projectId === echeance.propertyId && amount === amountCents);
  if (!found) throw new Error(`no payment of ${amountCents} waits: ${JSON.stringify(waiting)}`);
  const assignment = { wireToBeAssignedId: found.id, paymentFor, echeanceId: echeance.id, isSimulation: false };
  must(await administrator.post(`${SCHEDULES}/wire-to-be-assigned/assign`, assignment), 201);
}

/** Interest out of the escrow. */
export async function assignEscrow(
  administrator: Client,
  { echeance, amountCents, date }: { echeance: Echeance; amountCents: number; date: Temporal.PlainDate },
): Promise<void> {
  const { propertyId, id: echeanceId } = echeance;
  const transfer = { propertyId, echeanceId, interestSequestreAmountToTransfer: amountCents, paymentDate: date.toString() };
  const path = '/administration/property/echeancier/interest-sequestre/transfer-to-echeance-payment-to-be-assigned';
  must(await administrator.post(path, transfer), 201);
  await assignWaiting(administrator, { echeance, amountCents });
}

/** The owner signs a mandate; from now on the bank collects. */
export async function startDirectDebit(
  stage: Stage,
  administrator: Client,
  spv: PlannedSpv,
  [echeance]: readonly Echeance[],
): Promise<void> {
  const mode = { paymentMode: 'directDebit', providerMandateId: await signMandate(stage, spv) };
  must(await administrator.put(`/administration/property/${echeance?.propertyId}/echeancier/payment-mode`, mode), 200);
}

/** The owner lets their bank pay what is asked for; gives the mandate's id at the provider. Nothing is collected by it yet. */
export async function signMandate(stage: Stage, spv: PlannedSpv): Promise<number> {
  const signed = { iban: 'FR7630006000011234567890189', holder: spv.owner, status: 6 };
  return (await stage.control<{ id: number }>('POST', `/accounts/${spv.accountId}/mandates`, signed)).id;
}

/** What remains of the month is collected on the fifth after it. */
export async function debitMonth(stage: Stage, administrator: Client, echeance: Echeance): Promise<void> {
  const debitId = await programDebit(administrator, echeance);
  await reachDay(stage, Temporal.PlainDate.from(echeance.dueDate).with({ day: 9 }));
  await stage.control('POST', `/debits/${debitId}/settle`);
  await stage.runJob('echeancier-bank-debit-status-update');
  const isPaid = async () => (await readAgain(administrator, echeance))?.status === 'paid';
  await stage.until(isPaid, `the debit of month ${echeance.number} to be booked`);
}

/** The bank of the owner rejects the debit of the month. */
export async function rejectDebit(stage: Stage, administrator: Client, echeance: Echeance): Promise<void> {
  await stage.control('POST', `/debits/${await programDebit(administrator, echeance)}/reject`);
  await stage.runJob('echeancier-bank-debit-status-update');
}

/** Orders the debit of what remains of the month; its id at the provider. */
async function programDebit(administrator: Client, echeance: Echeance): Promise<number | undefined> {
  const path = `/administration/property/${echeance.propertyId}/payment-schedule/program-unscheduled-mensualite-payment`;
  must(await administrator.put(path, { echeanceId: echeance.id }), 200);
  return (await readAgain(administrator, echeance))?.scheduledPayment?.providerDebitId;
}

async function readAgain(administrator: Client, { propertyId, id }: Echeance): Promise<Echeance | undefined> {
  return (await readEcheances(administrator, propertyId)).find((one) => one.id === id);
}

/** The platform that follows late owners calls in. */
export async function tellDefaults(
  stage: Stage,
  { propertyId, id: echeanceId }: Echeance,
  told: { status: 'delay' | null; penalty?: { total: number; forInvestors: number; forBricks: number } },
): Promise<void> {
  const { status, penalty } = told;
  const penalties = penalty === undefined ? [] : [{ echeanceId, penalty }];
  const headers = { 'x-api-key': 'sandbox-defaults-key' };
  const path = '/administration/defaults-management/echeancier/penalties';
  must(await stage.visitor().post(path, [{ propertyId, status, penalties }], headers), 201);
}

/** The management fee of the month goes to the platform. */
export async function transferFee(administrator: Client, { id: echeanceId }: Echeance): Promise<void> {
  must(await administrator.post(`${SCHEDULES}/management-fees/transfer-one`, { echeanceId }), 201);
}

/** What the report of a month says of its runs; cents. */
export type PayoutsOfMonth = {
  runs: { kind: string; totalCents: number; taxCents: number; paidCents: number; waitingCents: number }[];
  totals: { couponCents: number; capitalCents: number; taxCents: number };
};

/** The payouts of a month, `YYYY-MM`. */
export async function readPayouts(administrator: Client, period: string): Promise<PayoutsOfMonth> {
  return must(await administrator.get<PayoutsOfMonth>(`/administration/payouts/${period}`), 200);
}

/** The run of the day, up to the last holder; the next execution sends their tax on. */
export async function payHolders(stage: Stage, administrator: Client): Promise<void> {
  await stage.runJob('coupon-payout');
  const period = (await stage.now()).toZonedDateTimeISO('Europe/Paris').toPlainDate().toString().slice(0, 7);
  await stage.until(
    async () => (await readPayouts(administrator, period)).runs.every(({ waitingCents }) => waitingCents === 0),
    'all holders to be paid',
  );
  await stage.runJob('coupon-payout');
}
