// A funded obligation whose owner repays: property, SPV, holders and a payment schedule made through HTTP.

import { type Investor, type Person, resaleProperty } from './actors.ts';
import { expectStatus, type World } from './world.ts';

/** Terms of the schedule; G-1 of DOMAIN unless told otherwise. Amounts in cents. */
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

/** An echeance as far as tests of payments look at it. */
export type EcheanceView = {
  id: string;
  number: number;
  period: string;
  amountDue: number;
  remainingToBePaid: number;
  overpaid: number;
  status: string;
  capitalRepaymentDue: number;
  capitalRepaymentRemaining: number;
  capitalRepaymentStatus: string;
};

export type ScheduledProperty = { propertyId: string; spvId: string; accountId: string; echeances: EcheanceView[] };

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

/** `holders` own bricks of 10 EUR; the SPV's MAIN and ESCROW hold what `mainCents` says and the escrow of the terms. */
export async function scheduledProperty(
  world: World,
  admin: Person,
  options: {
    terms?: Terms;
    holders?: readonly { investor: Investor; bricks: number }[];
    mainCents?: number;
    financialStatus?: string;
  } = {},
): Promise<ScheduledProperty> {
  const config = scheduleConfig(options.terms);
  const { propertyId, spvId } = await resaleProperty(world, {
    contractType: 'obligation',
    spvBalanceCents: (options.mainCents ?? 0) + config.interestSequestre,
    owners: (options.holders ?? []).map(({ investor, bricks }) => ({ customerId: investor.customerId, bricks })),
  });
  await world.sql('update property set financial_status = $2, total_fund_escrow_cents = $3 where id = $1', [
    propertyId,
    options.financialStatus ?? 'repayment-ongoing',
    config.interestSequestre,
  ]);
  const [spv] = await world.sql<{ accountId: string }>('select provider_external_id as "accountId" from spv where id = $1', [
    spvId,
  ]);
  const accountId = spv?.accountId ?? '';
  await endow(world, { spvId, mainCents: options.mainCents ?? 0, escrowCents: config.interestSequestre });
  const created = expectStatus(
    await admin.client.post('/administration/property/payment-schedule/v2', {
      propertyId,
      echeancierConfig: config,
      totalConstructionBudget: 0,
    }),
    201,
  );
  if (created.text === '') throw new Error('the creation answers the schedule');
  return { propertyId, spvId, accountId, echeances: await readEcheances(admin, propertyId) };
}

/** The echeances as they are now. */
export async function readEcheances(admin: Person, propertyId: string): Promise<EcheanceView[]> {
  const { body } = expectStatus(
    await admin.client.get<{ echeances: EcheanceView[] }>(`/administration/property/${propertyId}/payment-schedule`),
    200,
  );
  return body.echeances;
}

/** What the SPV's wallet holds from earlier times: it came in as a wire and was divided long ago. */
async function endow(world: World, spv: { spvId: string; mainCents: number; escrowCents: number }): Promise<void> {
  if (spv.mainCents + spv.escrowCents === 0) return;
  await world.runJob('incoming-wires');
  await world.sql(`update payment_to_be_assigned set status = 'archivedNotAssigned', archived_at = now() where spv_id = $1`, [
    spv.spvId,
  ]);
  for (const [purse, cents] of [
    ['MAIN', spv.mainCents],
    ['ESCROW', spv.escrowCents],
  ] as const) {
    if (cents === 0) continue;
    await world.sql(
      `select ledger_post(gen_random_uuid(), 'confirm', 'FUNDING_CLOSED', now(), now(), array[$1::text, $2::text], array[-$3::bigint, $3::bigint])`,
      [`SPV:${spv.spvId}:UNASSIGNED`, `SPV:${spv.spvId}:${purse}`, cents],
    );
  }
}
