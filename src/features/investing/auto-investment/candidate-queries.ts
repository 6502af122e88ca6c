// SQL of the candidates of a wave: which plans fit an offer and in which order, and what became of
// each candidate (A-auto-investment-2).

import { type RawBuilder, sql } from 'kysely';
import type { Cents } from '../../../core/cents.ts';
import type { Database } from '../../../core/db/pool.ts';
import type { CustomerId } from '../../../core/db/tables.ts';
import type { Tx } from '../../../core/db/transaction.ts';
import { availableOf } from '../../../money/ledger/index.ts';
import type { Wave } from './queries.ts';
import type { Offer, SimulationResult } from './rules.ts';

/**
 * A query of the active plans that fit the offer, of investors who are verified, not frozen, not blocked, and can pay one brick:
 * `customer_id`, `contract_types`, `budget_cents`, `amount_cents` (price of the whole bricks that budget and wallet allow) and
 * `rank`. The order (A-auto-investment-3): investors without an automatic purchase, then those whose last one is oldest; then the
 * older plan, then the id.
 */
function fittingPlans(offer: Offer): RawBuilder<unknown> {
  const { brickPriceCents, horizonInMonths, returnRate } = offer;
  return sql`
    select plan.customer_id,
      plan.contract_types,
      plan.amount_per_property_cents as budget_cents,
      least(plan.amount_per_property_cents, wallet.balance_cents)
        / ${brickPriceCents}::bigint * ${brickPriceCents}::bigint as amount_cents,
      row_number() over (order by last_automatic.at nulls first, plan.active_since, plan.customer_id) as rank
    from investment_plan plan
    join customer on customer.id = plan.customer_id
    join ledger_account wallet on wallet.owner_id = plan.customer_id and wallet.name like ${availableOf('%')}
    left join lateral (
      select max(purchase.created_at) as at
      from purchase
      where purchase.customer_id = plan.customer_id
        and purchase.is_automatic
        and purchase.status not in ('canceled', 'declined')
    ) last_automatic on true
    where plan.is_active
      and plan.amount_per_property_cents >= ${brickPriceCents}::bigint
      and wallet.balance_cents >= ${brickPriceCents}::bigint
      and (plan.min_horizon_in_months is null or ${horizonInMonths}::integer >= plan.min_horizon_in_months)
      and (plan.max_horizon_in_months is null or ${horizonInMonths}::integer <= plan.max_horizon_in_months)
      and (plan.min_return_rate is null or ${returnRate}::bigint >= plan.min_return_rate)
      and (plan.max_return_rate is null or ${returnRate}::bigint <= plan.max_return_rate)
      and customer.kyc_status = 'verified'
      and customer.frozen_at is null
      and not customer.provider_blocked`;
}

/** Writes all candidates of a wave in one statement and returns how many there are. */
export async function insertCandidates(tx: Tx, wave: Wave): Promise<number> {
  const { numAffectedRows } = await sql`
    insert into automatic_funding_candidate (wave_id, customer_id, rank, status)
    select ${wave.id}::uuid, fitting.customer_id, fitting.rank, 'waiting'
    from (${fittingPlans(wave)}) as fitting
    where ${wave.contractType}::text = any (fitting.contract_types)
      and not exists (
        select
        from purchase
        where purchase.property_id = ${wave.propertyId}::uuid
          and purchase.customer_id = fitting.customer_id
          and (not ${wave.includesCanceled}::boolean or purchase.status not in ('canceled', 'declined'))
      )`.execute(tx);
  if (numAffectedRows === undefined) throw new Error('the database did not count the inserted candidates');
  const count = Number(numAffectedRows);
  await tx.updateTable('automatic_funding_wave').set({ candidate_count: count }).where('id', '=', wave.id).execute();
  return count;
}

/** The next waiting candidates by rank. */
export async function listNextCandidates(db: Database, waveId: string, limit: number): Promise<{ customerId: CustomerId }[]> {
  return db
    .selectFrom('automatic_funding_candidate')
    .select('customer_id as customerId')
    .where('wave_id', '=', waveId)
    .where('status', '=', sql.lit('waiting' as const))
    .orderBy('rank')
    .limit(limit)
    .execute();
}

/** A candidate as its plan and earlier purchases stand now. `budgetCents`: null while the plan is off or excludes this type of contract. */
export type StandingCandidate = { customerId: CustomerId; budgetCents: Cents | null; hasBought: boolean };

/**
 * Those of these candidates that still wait, by rank. `hasBought`: an earlier purchase of the property excludes the investor from
 * the wave; exact only under the property's lock.
 */
export async function findStanding(tx: Tx, wave: Wave, customerIds: readonly CustomerId[]): Promise<StandingCandidate[]> {
  const { rows } = await sql<StandingCandidate>`
    select candidate.customer_id as "customerId",
      (
        select amount_per_property_cents
        from investment_plan as plan
        where plan.customer_id = candidate.customer_id
          and plan.is_active
          and ${wave.contractType}::text = any (plan.contract_types)
      ) as "budgetCents",
      exists (
        select
        from purchase
        where purchase.property_id = ${wave.propertyId}::uuid
          and purchase.customer_id = candidate.customer_id
          and (not ${wave.includesCanceled}::boolean or purchase.status not in ('canceled', 'declined'))
      ) as "hasBought"
    from automatic_funding_candidate as candidate
    where candidate.wave_id = ${wave.id}::uuid
      and candidate.customer_id = any (${[...customerIds]}::uuid[])
      and candidate.status = 'waiting'
    order by candidate.rank`.execute(tx);
  return rows;
}

/** What became of a candidate. */
export type Handled = { customerId: CustomerId } & ({ purchaseId: string } | { reason: string });

/** waiting -> purchased or skipped. Throws when one of them does not wait any more, as another run has handled it. */
export async function markHandled(tx: Tx, waveId: string, handled: readonly Handled[]): Promise<void> {
  if (handled.length === 0) return;
  const { rows } = await sql<{ rank: number }>`
    update automatic_funding_candidate as candidate
    set status = case when one.purchase_id is null then 'skipped' else 'purchased' end,
      purchase_id = one.purchase_id,
      reason = one.reason
    from unnest(
      ${handled.map(({ customerId }) => customerId)}::uuid[],
      ${handled.map((one) => ('purchaseId' in one ? one.purchaseId : null))}::uuid[],
      ${handled.map((one) => ('reason' in one ? one.reason : null))}::text[]
    ) as one (customer_id, purchase_id, reason)
    where candidate.wave_id = ${waveId}::uuid
      and candidate.customer_id = one.customer_id
      and candidate.status = 'waiting'
    returning candidate.rank`.execute(tx);
  if (rows.length !== handled.length) throw new Error(`another run has handled candidates of wave ${waveId}`);
}

/** waiting -> skipped for all remaining candidates. Returns how many. */
export async function markRestSkipped(tx: Tx, waveId: string, reason: string): Promise<number> {
  const rows = await tx
    .updateTable('automatic_funding_candidate')
    .set({ status: 'skipped', reason })
    .where('wave_id', '=', waveId)
    .where('status', '=', 'waiting')
    .returning('rank')
    .execute();
  return rows.length;
}

/** What all plans that fit the offer would invest, whatever their contract types. */
export async function simulatePlans(db: Database, offer: Offer, targetCents: Cents): Promise<SimulationResult> {
  const { rows } = await sql<SimulationResult>`
    with fitting as (
      select *, sum(amount_cents) over (order by rank) - amount_cents as before_cents
      from (${fittingPlans(offer)}) as plans
    )
    select count(*) as plans,
      coalesce(sum(amount_cents), 0) as "amountCents",
      count(*) filter (where before_cents < ${targetCents}::bigint) as "investorsForTarget",
      coalesce(sum(amount_cents) filter (where 'obligation' = any (contract_types)), 0) as "obligationCents",
      coalesce(sum(amount_cents) filter (where 'loan' = any (contract_types)), 0) as "loanCents",
      coalesce(sum(amount_cents) filter (where 'royalty' = any (contract_types)), 0) as "royaltyCents"
    from fitting`.execute(db);
  const [result] = rows;
  if (!result) throw new Error('the simulation gave no row');
  return result;
}
