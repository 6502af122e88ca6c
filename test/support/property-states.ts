// States of properties, SPVs and their prices that tests begin with: by HTTP where the product has a way, and only here by SQL
// where it has none, or where the days and buyers that it takes are another test's subject.

import type { PropertyId, SpvId } from '../../src/core/db/tables.ts';
import { administratorOf } from './actors.ts';
import { expectStatus, type World } from './world.ts';

type Way = string | ((world: World, propertyId: PropertyId) => Promise<unknown>);

const STATES = {
  marketClosed: async (world: World, propertyId: PropertyId) => {
    const { client } = await administratorOf(world);
    expectStatus(await client.patch(`/administration/property/${propertyId}/marketplace-allowed`, { isAllowed: false }), 200);
  },
  // A closing takes buyers whose windows end days later; where only its mark matters.
  ended: 'funding_ended_at = now()',
  notEnded: 'funding_ended_at = null',
  endedAndSold: 'funding_ended_at = now(), primary_market_open = false',
  // The days of a publication are fixed by it, and the clock of the world must stay.
  notShownYet: `display_date = now() + interval '1 day'`,
  notStarted: `funding_start_date = now() + interval '1 day'`,
  justStarted: `funding_start_date = now() - interval '1 second'`,
  pastLastDay: `funding_max_end_date = now() - interval '1 minute'`,
  // Nothing unpublishes: states that only a row of ours, and no request, can be in.
  draft: `status = 'DRAFT'`,
  endedDraft: `status = 'DRAFT', funding_ended_at = now()`,
  published: `status = 'PUBLISHED'`,
  withoutSpv: 'spv_id = null',
  withoutImages: `presentation = '{}'`,
  notPurchased: 'purchased_date = null',
  completedUnpurchased: 'purchased_date = null, resale_completed_at = now()',
  loan: `investor_contract_type = 'loan'`,
  obligation: `investor_contract_type = 'obligation'`,
  operationV1: `operation = '{"version": "V1"}'`,
  operationV2: `operation = '{"version": "V2"}'`,
  // A sale in its order cancels what each of these tests still needs, or takes the owner's wire and all holders.
  resaleNotStarted: 'resale_sale_started_at = null',
  offerNotAccepted: 'resale_offer_accepted_at = null',
  resaleCompleted: 'resale_completed_at = now()',
  // A settlement takes a whole repayment; where only its mark matters.
  settled: 'solde_de_tout_compte_done_at = now()',
  notSettled: 'solde_de_tout_compte_done_at = null',
  totalOffer: `resale_sale_type = 'total'`,
} satisfies Record<string, Way>;

/** See STATES. */
export type PropertyState = keyof typeof STATES;

/** Brings a property into a state. */
export async function propertyIs(world: World, propertyId: PropertyId, state: PropertyState): Promise<void> {
  const way: Way = STATES[state];
  if (typeof way === 'string') await set(world, propertyId, way);
  else await way(world, propertyId);
}

/** Another name, as an administrator gives it. */
export async function renameProperty(world: World, propertyId: PropertyId, name: string): Promise<void> {
  const { client } = await administratorOf(world);
  expectStatus(await client.patch(`/administration/property/${propertyId}`, { name }), 200);
}

/** Another name. By SQL: no request has given it, so that a cache must not notice. */
export async function renameUnseen(world: World, propertyId: PropertyId, name: string): Promise<void> {
  await world.sql('update property set name = $2 where id = $1', [propertyId, name]);
}

/** Status of repayment, where a test asks what it allows. By SQL: the final ones take a whole repayment with all its coupons. */
export async function financialStatusIs(world: World, propertyIds: readonly PropertyId[], status: string | null): Promise<void> {
  await world.sql('update property set financial_status = $2 where id = any ($1)', [propertyIds, status]);
}

/** Figures of a contract; cents. By SQL: a publication fixes them. */
export async function contractIs(
  world: World,
  propertyId: PropertyId,
  contract: {
    minBricks?: number;
    totalBricks?: number;
    totalFundEscrowCents?: number;
    horizonInMonths?: number;
    rateBps?: number;
  },
): Promise<void> {
  await world.sql(
    `update property set min_bricks = coalesce($2, min_bricks), total_bricks = coalesce($3, total_bricks),
       total_fund_escrow_cents = coalesce($4, total_fund_escrow_cents), investment_horizon_in_months = coalesce($5, investment_horizon_in_months),
       return_on_investment_rate = coalesce($6, return_on_investment_rate) where id = $1`,
    [
      ...[propertyId, contract.minBricks ?? null, contract.totalBricks ?? null, contract.totalFundEscrowCents ?? null],
      ...[contract.horizonInMonths ?? null, contract.rateBps === undefined ? null : contract.rateBps * 100],
    ],
  );
}

/** Does `act` while the property has no SPV: a publication needs one and nothing takes it away. */
export async function withoutSpv<T>(
  world: World,
  { propertyId, spvId }: { propertyId: PropertyId; spvId: SpvId },
  act: () => Promise<T>,
): Promise<T> {
  await propertyIs(world, propertyId, 'withoutSpv');
  try {
    return await act();
  } finally {
    await linkSpv(world, propertyId, spvId);
  }
}

/** The SPV of a property. By SQL: nobody changes it after the publication. */
export async function linkSpv(world: World, propertyId: PropertyId, spvId: SpvId): Promise<void> {
  await world.sql('update property set spv_id = $2 where id = $1', [propertyId, spvId]);
}

/** Does `act` while the SPV has no wallet: an edit may replace one, and never takes it away. */
export async function withoutWallet<T>(
  world: World,
  { spvId, accountId }: { spvId: SpvId; accountId: string },
  act: () => Promise<T>,
): Promise<T> {
  await linkWallet(world, spvId, null);
  try {
    return await act();
  } finally {
    await linkWallet(world, spvId, accountId);
  }
}

/** The wallet of an SPV, known at the provider or not, an investor's too. By SQL: an edit looks it up and refuses such. */
export async function linkWallet(world: World, spvId: SpvId, accountId: string | null): Promise<void> {
  await world.sql('update spv set provider_external_id = $2 where id = $1', [spvId, accountId]);
}

/** Prices of a brick. By SQL: as files and publications never leave them, or years after. Cents. */
export const officialPrices = {
  earn: (world: World, propertyId: PropertyId, cents: number | null) =>
    world.sql('update brick_price set revenue_per_brick_cents = $2 where property_id = $1', [propertyId, cents]),
};

/** Bricks, numbered from `first` to `last`, without an owner. By SQL: beyond those of the publication. */
export async function addBricks(world: World, propertyId: PropertyId, first: number, last: number): Promise<void> {
  await world.sql(
    'insert into brick (id, property_id, number) select gen_random_uuid(), $1, n from generate_series($2::integer, $3::integer) as n',
    [propertyId, first, last],
  );
}

/** Every date and figure that a property can have, for how a file writes them. By SQL: no life of one leads to all at once. */
export async function fillProperty(world: World, propertyId: PropertyId, feeTransfer: object): Promise<void> {
  await world.sql(
    `update property set funding_ended_at = '2026-10-01T10:00:00.5Z', purchased_date = '2026-10-02T10:00:00Z', investor_count = 2, purchased_brick_count = 3,
       financial_status = 'repayment-ongoing', referral_paid_at = '2026-10-03T00:00:00.123456Z', solde_de_tout_compte_done_at = '2026-10-04T00:00:00Z',
       resale_sale_started_at = '2026-10-05T00:00:00Z', resale_sale_type = 'total', funding_fees_excl_tax_cents = 5, funding_fees_transfer = $2 where id = $1`,
    [propertyId, feeTransfer],
  );
}

/** A presentation that was changed. By SQL: without a request, so that a cache must not notice. */
export async function describeUnseen(world: World, presentationId: string): Promise<void> {
  await world.sql(`update project_owner_presentation set description = 'unseen' where id = $1`, [presentationId]);
}

/** A news without content. By SQL: without a request, so that a cache must not notice. */
export async function emptyNewsUnseen(world: World, id: string): Promise<void> {
  await world.sql(`update home_news set content = '{"version": 1, "blocks": []}' where id = $1`, [id]);
}

function set(world: World, propertyId: PropertyId, change: string): Promise<unknown> {
  // By SQL: each state says above why the product does not lead there.
  return world.sql(`update property set ${change} where id = $1`, [propertyId]);
}
