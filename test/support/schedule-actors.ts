// Properties with a payment schedule, and the schedules of schedule.md#golden-cases as they are sent.

import type { EcheanceId, PropertyId, SpvId } from '../../src/core/db/tables.ts';
import { administratorOf, type Person, verifiedInvestor } from './actors.ts';
import type { Answer } from './client.ts';
import { repaidProject } from './scheduled-property.ts';
import { expectStatus, type World } from './world.ts';

/** Configuration as the simulation takes it; amounts in cents. */
export type ScheduleConfig = {
  totalFundedAmount: number;
  initialCapitalLoaned: { date: string; amount: number };
  durationInMonths: number;
  annualInterestPercentage: number;
  managementFeesPercentage: number;
  spvCountry: string;
  interestSequestre: number;
  events: { type: string; date: string; amount: number; interestSequestreAmount?: number }[];
};

/** The part of an echeance that tests look at. */
export type ShownEcheance = {
  id: EcheanceId;
  number: number;
  period: string;
  startDate: string;
  endDate: string;
  dueDate: string;
  capitalLoanedAtStart: number;
  capitalLoaned: number;
  interest: number;
  managementFees: { amountExcludingTax: number; vat: number; amountIncludingTax: number; status: string };
  penalty: { total: number; forInvestors: number; forBricks: number };
  interestSequestrePlanned: number;
  interestSequestreUsed: number;
  amountDue: number;
  remainingToBePaid: number;
  overpaid: number;
  status: string;
  scheduledPayment: { status: string; amount: number; date: string; providerDebitId: number } | null;
  capitalRepaymentDue: number;
  capitalRepaymentRemaining: number;
  capitalRepaymentStatus: string;
};

/** A schedule as answered. */
export type ShownSchedule = {
  propertyId: PropertyId;
  config: Omit<ScheduleConfig, 'events'> & {
    prorogations: { durationInMonths: number; interestRateDuringProrogation: number | null }[];
    paymentMode: string;
    providerMandateId: number | null;
    dayOfMonth: number | null;
    events: { id?: string; type: string; date: string; amount: number; echeancePeriod?: string }[];
  };
  totalConstructionBudget: number;
  currentDurationInMonths: number;
  maturityDate: string;
  withholdingTaxApplicable: boolean;
  interestSequestreRemaining: number;
  echeances: ShownEcheance[];
  updatedAt: string;
};

/** G-1 of schedule.md#g-1: 100 000 EUR, twelve months from 1 January 2026 at 9.5 %, fees 1 %, France, an escrow of three months. */
export const G1: ScheduleConfig = {
  totalFundedAmount: 10_000_000,
  initialCapitalLoaned: { date: '2026-01-01', amount: 10_000_000 },
  durationInMonths: 12,
  annualInterestPercentage: 9.5,
  managementFeesPercentage: 1,
  spvCountry: 'France',
  interestSequestre: 237_500,
  events: [],
};

/** G-2: the same from 15 January, Portugal, no escrow. */
export const G2: ScheduleConfig = {
  ...G1,
  initialCapitalLoaned: { date: '2026-01-15', amount: 10_000_000 },
  spvCountry: 'Portugal',
  interestSequestre: 0,
};

/** G-3 without its events. */
export const G3_BARE: ScheduleConfig = {
  totalFundedAmount: 11_000_000,
  initialCapitalLoaned: { date: '2026-01-15', amount: 6_000_000 },
  durationInMonths: 12,
  annualInterestPercentage: 9,
  managementFeesPercentage: 1.2,
  spvCountry: 'France',
  interestSequestre: 200_000,
  events: [],
};

/** A project in repayment, made through the product, with the schedule of `config`. */
export async function scheduledProperty(
  world: World,
  admin: Person,
  config: ScheduleConfig = G1,
): Promise<{ propertyId: PropertyId; spvId: SpvId; accountId: string; schedule: ShownSchedule }> {
  const project = await repaidProject(world, admin, {
    holders: [{ investor: await verifiedInvestor(world), bricks: 1 }],
    mainCents: 0,
    escrowCents: config.interestSequestre,
    totalFundedCents: config.totalFundedAmount,
    country: config.spvCountry,
  });
  const { body } = expectStatus(
    await admin.client.post<ShownSchedule>('/administration/property/payment-schedule/v2', {
      propertyId: project.propertyId,
      echeancierConfig: config,
      totalConstructionBudget: 0,
    }),
    201,
  );
  return { ...project, schedule: body };
}

const PAYMENTS = '/administration/property/payment-schedule';

/** A payment without movement, created and assigned to an echeance over HTTP; `date` is that of the payment. */
export async function paidEcheance(
  world: World,
  payment: { echeanceId: EcheanceId; amountCents: number; paymentFor?: 'mensualite' | 'capitalRepayment'; date?: string },
): Promise<void> {
  const { echeanceId, amountCents: amount, paymentFor = 'mensualite', date = '2026-02-05' } = payment;
  const admin = await administratorOf(world);
  const [project] = await world.sql<{ projectId: PropertyId }>('select property_id as "projectId" from echeance where id = $1', [
    echeanceId,
  ]);
  const created = { ...project, amount, date, payment: { kind: 'other', comment: 'Virement reçu ailleurs' } };
  const { body } = expectStatus(await admin.client.post<{ id: string }>(`${PAYMENTS}/payment-to-be-assigned`, created), 201);
  const assignment = { wireToBeAssignedId: body.id, paymentFor, echeanceId, isSimulation: false };
  expectStatus(await admin.client.post(`${PAYMENTS}/wire-to-be-assigned/assign`, assignment), 201);
}

/** An echeance of a project in repayment. */
type OwnEcheance = { propertyId: PropertyId; echeanceId: EcheanceId };

/** From now on the owner pays by direct debit, with a mandate at the provider. */
export async function payByDebit(
  world: World,
  { propertyId, accountId }: { propertyId: PropertyId; accountId: string },
): Promise<void> {
  const signed = { iban: 'FR7630006000011234567890189', holder: 'Promoteur SAS', status: 6 };
  const { id } = await world.control<{ id: number }>('POST', `/accounts/${accountId}/mandates`, signed);
  const { client } = await administratorOf(world);
  const mode = { paymentMode: 'directDebit', providerMandateId: id };
  expectStatus(await client.put(`/administration/property/${propertyId}/echeancier/payment-mode`, mode), 200);
}

/** Programs the direct debit of an echeance, or takes it back. */
export async function askForDebit(
  world: World,
  verb: 'program-unscheduled' | 'unprogram-scheduled',
  { propertyId, echeanceId }: OwnEcheance,
): Promise<Answer> {
  const { client } = await administratorOf(world);
  return client.put(`/administration/property/${propertyId}/payment-schedule/${verb}-mensualite-payment`, { echeanceId });
}

/** Money of the escrow that waits to be assigned to its echeance; the id of the payment. Cents. */
export async function escrowWaits(world: World, own: OwnEcheance, cents: number): Promise<string> {
  const { client } = await administratorOf(world);
  const path = '/administration/property/echeancier/interest-sequestre/transfer-to-echeance-payment-to-be-assigned';
  const asked = { ...own, interestSequestreAmountToTransfer: cents, paymentDate: '2026-02-05' };
  return expectStatus(await client.post<{ id: string }>(path, asked), 201).body.id;
}

/** Archives a payment that was assigned to nothing. */
export async function archiveUnassigned(world: World, wireToBeAssignedId: string): Promise<void> {
  const { client } = await administratorOf(world);
  const archived = { wireToBeAssignedId, comment: 'De trop' };
  expectStatus(await client.post(`${PAYMENTS}/wire-to-be-assigned/archive`, archived), 201);
}

/** The defaults platform sends a penalty that is only the investors'. */
export const investorsPenalty = (world: World, own: OwnEcheance, cents: number): Promise<void> =>
  penalty(world, own, { total: cents, forInvestors: cents, forBricks: 0 });

/** The same, all for the platform. */
export const platformPenalty = (world: World, own: OwnEcheance, cents: number): Promise<void> =>
  penalty(world, own, { total: cents, forInvestors: 0, forBricks: cents });

async function penalty(world: World, own: OwnEcheance, penalty: Record<string, number>): Promise<void> {
  const penalties = [{ echeanceId: own.echeanceId, penalty }];
  const told = [{ propertyId: own.propertyId, status: null, penalties }];
  const headers = { 'x-api-key': 'sandbox-defaults-key' };
  const answer = await world.visitor().post('/administration/defaults-management/echeancier/penalties', told, headers);
  expectStatus(answer, 201);
}
