// A funded obligation whose owner repays: property, SPV, holders and a payment schedule made through HTTP.

import type { EcheanceId, PropertyId, SpvId } from '../../src/core/db/tables.ts';
import { type Holding, openFunding, type Person, type Spv, sellAndClose, spvWithWallet, verifiedInvestor } from './actors.ts';
import { financialStatusIs } from './property-states.ts';
import { expectStatus, type World } from './world.ts';

/** Terms of the schedule; G-1 of schedule.md#g-1 by default. Amounts in cents. */
export type Terms = {
  totalFundedAmount?: number;
  initialCapitalLoaned?: { date: string; amount: number };
  durationInMonths?: number;
  annualInterestPercentage?: number;
  managementFeesPercentage?: number;
  spvCountry?: string;
  interestSequestre?: number;
  events?: readonly { type: string; date: string; amount: number }[];
};

/** The direct debit of an echeance as it is shown. */
export type ScheduledPayment = { providerDebitId: number; date: string; amount: number; status: string } | null;

/** An echeance as far as tests of payments look at it. */
export type EcheanceView = {
  id: EcheanceId;
  number: number;
  period: string;
  amountDue: number;
  remainingToBePaid: number;
  overpaid: number;
  status: string;
  capitalRepaymentDue: number;
  capitalRepaymentRemaining: number;
  capitalRepaymentStatus: string;
  scheduledPayment: ScheduledPayment;
  /** Cents that a bank took back of debits after they had left the project's purses. */
  chargeBackClaim?: number;
};

export type ScheduledProperty = { propertyId: PropertyId; spvId: SpvId; accountId: string; echeances: EcheanceView[] };

/** Golden case G-1 as the body of a simulation or creation. */
function scheduleConfig(terms: Terms = {}) {
  return {
    totalFundedAmount: 10_000_000,
    initialCapitalLoaned: { date: '2026-01-01', amount: 10_000_000 },
    durationInMonths: 12,
    annualInterestPercentage: 9.5,
    managementFeesPercentage: 1,
    spvCountry: 'France',
    interestSequestre: 237_500,
    events: [],
    ...terms,
  };
}

/**
 * A project in repayment, made through the product: `holders` (a new one, if none) bought its bricks, the funding was
 * closed, the
 * owner got what MAIN does not keep. ESCROW holds the escrow of the terms, MAIN `mainCents`.
 */
export async function scheduledProperty(
  world: World,
  admin: Person,
  options: {
    terms?: Terms;
    holders?: readonly Holding[];
    mainCents?: number;
    financialStatus?: string;
    spv?: Spv;
  } = {},
): Promise<ScheduledProperty> {
  const config = scheduleConfig(options.terms);
  const holders = options.holders?.length ? options.holders : [{ investor: await verifiedInvestor(world), bricks: 1 }];
  const project = await repaidProject(world, admin, {
    holders,
    mainCents: options.mainCents ?? 0,
    escrowCents: config.interestSequestre,
    totalFundedCents: config.totalFundedAmount,
    country: config.spvCountry,
    ...(options.spv ? { spv: options.spv } : {}),
  });
  const created = expectStatus(
    await admin.client.post('/administration/property/payment-schedule/v2', {
      propertyId: project.propertyId,
      echeancierConfig: config,
      totalConstructionBudget: 0,
    }),
    201,
  );
  if (created.text === '') throw new Error('the creation answers the schedule');
  // Rules ask only what the status is; the ways to each are the project life's.
  if (options.financialStatus !== undefined) await financialStatusIs(world, [project.propertyId], options.financialStatus);
  return { ...project, echeances: await readEcheances(admin, project.propertyId) };
}

/** Funded, closed and paid out to its owner but for `mainCents`; without a schedule yet. */
export async function repaidProject(
  world: World,
  admin: Person,
  terms: {
    holders: readonly Holding[];
    mainCents: number;
    escrowCents: number;
    totalFundedCents: number;
    spv?: Spv;
    country?: string;
  },
): Promise<{ propertyId: PropertyId; spvId: SpvId; accountId: string }> {
  const { holders, mainCents, escrowCents, totalFundedCents } = terms;
  const spv = terms.spv ?? (await spvWithWallet(world, terms.country === undefined ? {} : { country: terms.country }));
  const bricks = holders.reduce((sum, holding) => sum + holding.bricks, 0);
  // All that the schedule lends is collected, and more than what the purses are to hold: the rest is the owner's first transfer.
  const brickPriceCents = Math.max(Math.floor((mainCents + escrowCents) / bricks) + 1, Math.ceil(totalFundedCents / bricks));
  const contract = { amountToFundCents: totalFundedCents + bricks * brickPriceCents, escrowCents };
  const project = await openFunding(world, { bricks, brickPriceCents, contract, spv });
  await sellAndClose(world, { ...project, brickPriceCents }, holders);
  const toOwner = { action: 'no-withdraw', amountToTransfer: bricks * brickPriceCents - mainCents - escrowCents };
  const path = `/administration/property/${project.propertyId}/funding/transfer-funds-to-project-owner`;
  expectStatus(await admin.client.post(path, toOwner), 201);
  return project;
}

/** The echeances as they are now. */
export async function readEcheances(admin: Person, propertyId: PropertyId): Promise<EcheanceView[]> {
  const { body } = expectStatus(
    await admin.client.get<{ echeances: EcheanceView[] }>(`/administration/property/${propertyId}/payment-schedule`),
    200,
  );
  return body.echeances;
}
