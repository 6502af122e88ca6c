// SQL of the waves beside the choice of their candidates; names say what is locked or guaranteed.

import { sql } from 'kysely';
import type { Database } from '../../../core/db/pool.ts';
import type { Tx } from '../../../core/db/transaction.ts';
import { newId } from '../../../core/ids.ts';
import { fittingPlans, type Offer } from './candidate-queries.ts';
import type { SimulationResult, WaveResult } from './rules.ts';

/** Status of a property as the trigger judges it. */
export async function findFundingState(tx: Tx, propertyId: string) {
  return tx
    .selectFrom('property')
    .select(['status', 'funding_ended_at as fundingEndedAt'])
    .where('id', '=', propertyId)
    .executeTakeFirst();
}

/** A pending wave; undefined when the property has one under way: the database allows one. */
export async function insertWave(
  tx: Tx,
  wave: { propertyId: string; origin: 'publication' | 'administrator'; includesCanceled: boolean; at: Temporal.Instant },
): Promise<string | undefined> {
  const row = await tx
    .insertInto('automatic_funding_wave')
    .values({
      id: newId(),
      property_id: wave.propertyId,
      origin: wave.origin,
      includes_canceled: wave.includesCanceled,
      status: 'pending',
      created_at: wave.at,
    })
    .onConflict((conflict) =>
      conflict
        .column('property_id')
        .where('status', 'in', [sql.lit('pending' as const), sql.lit('running' as const)])
        .doNothing(),
    )
    .returning('id')
    .executeTakeFirst();
  return row?.id;
}

/** A wave with what it offers. */
export type Wave = Offer & {
  id: string;
  status: 'pending' | 'running' | 'done';
  propertyId: string;
  propertyName: string;
  contractType: string;
  includesCanceled: boolean;
};

/**
 * Waves that have work: running ones, and pending ones whose funding has started by the clock (or has ended: they end too).
 * The oldest first.
 */
export async function listDueWaves(db: Database, at: Temporal.Instant): Promise<Wave[]> {
  return (
    db
      .selectFrom('automatic_funding_wave as wave')
      .innerJoin('property', 'property.id', 'wave.property_id')
      .innerJoinLateral(
        (from) =>
          from
            .selectFrom('brick_price')
            .select('price_cents as brickPriceCents')
            .whereRef('brick_price.property_id', '=', 'property.id')
            .orderBy('valid_from')
            .limit(1)
            .as('price'),
        (join) => join.onTrue(),
      )
      .select([
        'wave.id',
        'wave.status',
        'wave.property_id as propertyId',
        'property.name as propertyName',
        'property.investor_contract_type as contractType',
        'wave.includes_canceled as includesCanceled',
        'price.brickPriceCents',
        'property.investment_horizon_in_months as horizonInMonths',
        'property.return_on_investment_rate as returnRate',
      ])
      // Words of a partial index are written out: of a parameter a prepared statement cannot know that the index fits.
      .where('wave.status', 'in', [sql.lit('pending' as const), sql.lit('running' as const)])
      .where((row) =>
        row.or([
          row('wave.status', '=', 'running'),
          row('property.funding_ended_at', 'is not', null),
          row.and([row('property.funding_start_date', '<=', at), row('property.display_date', '<=', at)]),
        ]),
      )
      .orderBy('wave.created_at')
      .orderBy('wave.id')
      .execute()
  );
}

/** Pending to running; false when another run did it. */
export async function markRunning(tx: Tx, waveId: string, at: Temporal.Instant): Promise<boolean> {
  const row = await tx
    .updateTable('automatic_funding_wave')
    .set({ status: 'running', started_at: at })
    .where('id', '=', waveId)
    .where('status', '=', 'pending')
    .returning('id')
    .executeTakeFirst();
  return row !== undefined;
}

/** Writes all candidates of a wave in one statement and returns how many there are. */
export async function insertCandidates(tx: Tx, wave: Wave): Promise<number> {
  const { numAffectedRows = 0n } = await sql`
    insert into automatic_funding_candidate (wave_id, customer_id, rank, status)
    select ${wave.id}::uuid, fitting.customer_id, fitting.place, 'waiting' from (${fittingPlans(wave)}) as fitting
    where ${wave.contractType}::text = any (fitting.contract_types)
      and not exists (
        select from purchase where purchase.property_id = ${wave.propertyId}::uuid and purchase.customer_id = fitting.customer_id
          and (not ${wave.includesCanceled}::boolean or purchase.status not in ('canceled', 'declined')))`.execute(tx);
  const count = Number(numAffectedRows);
  await tx.updateTable('automatic_funding_wave').set({ candidate_count: count }).where('id', '=', wave.id).execute();
  return count;
}

/** The next candidates in their order, with what their plan says now; an inactive plan buys nothing. */
export async function listNextCandidates(db: Database, waveId: string, limit: number): Promise<{ customerId: string }[]> {
  return db
    .selectFrom('automatic_funding_candidate')
    .select('customer_id as customerId')
    .where('wave_id', '=', waveId)
    .where('status', '=', sql.lit('waiting' as const))
    .orderBy('rank')
    .limit(limit)
    .execute();
}

/** True while the candidate waits; locked, so that of two runs one goes on. */
export async function lockWaitingCandidate(tx: Tx, waveId: string, customerId: string): Promise<boolean> {
  const row = await tx
    .selectFrom('automatic_funding_candidate')
    .select('rank')
    .where('wave_id', '=', waveId)
    .where('customer_id', '=', customerId)
    .where('status', '=', 'waiting')
    .forUpdate()
    .executeTakeFirst();
  return row !== undefined;
}

/** Cents per property of the plan, if it is still on and still takes this type of contract. */
export async function findBudget(tx: Tx, customerId: string, contractType: string): Promise<number | undefined> {
  const row = await tx
    .selectFrom('investment_plan')
    .select('amount_per_property_cents as budgetCents')
    .where('customer_id', '=', customerId)
    .where('is_active', '=', true)
    .where(sql<boolean>`${contractType}::text = any (contract_types)`)
    .executeTakeFirst();
  return row?.budgetCents;
}

/** True when the wave's rule leaves this investor out. Exact under the property's lock. */
export async function hasExcludingPurchase(tx: Tx, wave: Wave, customerId: string): Promise<boolean> {
  let query = tx
    .selectFrom('purchase')
    .select('id')
    .where('property_id', '=', wave.propertyId)
    .where('customer_id', '=', customerId);
  if (wave.includesCanceled) query = query.where('status', 'not in', ['canceled', 'declined']);
  return (await query.limit(1).executeTakeFirst()) !== undefined;
}

/** Waiting to purchased, once. */
export async function markPurchased(tx: Tx, waveId: string, customerId: string, purchaseId: string): Promise<boolean> {
  const row = await tx
    .updateTable('automatic_funding_candidate')
    .set({ status: 'purchased', purchase_id: purchaseId })
    .where('wave_id', '=', waveId)
    .where('customer_id', '=', customerId)
    .where('status', '=', 'waiting')
    .returning('rank')
    .executeTakeFirst();
  return row !== undefined;
}

/** Waiting to skipped with the reason; false when somebody else dealt with the candidate. */
export async function markSkipped(
  tx: Tx,
  waveId: string,
  { customerId, reason }: { customerId: string; reason: string },
): Promise<boolean> {
  const row = await tx
    .updateTable('automatic_funding_candidate')
    .set({ status: 'skipped', reason })
    .where('wave_id', '=', waveId)
    .where('customer_id', '=', customerId)
    .where('status', '=', 'waiting')
    .returning('rank')
    .executeTakeFirst();
  return row !== undefined;
}

/** Waiting to skipped, for all that are left. Returns how many. */
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

/** Running to done when nobody waits any more; false otherwise, or when another run did it. */
export async function markDone(tx: Tx, waveId: string, at: Temporal.Instant): Promise<boolean> {
  const row = await tx
    .updateTable('automatic_funding_wave')
    .set({ status: 'done', finished_at: at })
    .where('id', '=', waveId)
    .where('status', '=', 'running')
    .where(
      sql<boolean>`not exists (select from automatic_funding_candidate where wave_id = ${waveId}::uuid and status = 'waiting')`,
    )
    .returning('id')
    .executeTakeFirst();
  return row !== undefined;
}

/** What a finished wave did. */
export async function sumUpWave(tx: Tx, wave: Wave): Promise<WaveResult> {
  const bought = await tx
    .selectFrom('automatic_funding_candidate as candidate')
    .innerJoin('purchase', 'purchase.id', 'candidate.purchase_id')
    .where('candidate.wave_id', '=', wave.id)
    .select([
      sql<number>`count(*)`.as('purchases'),
      sql<number>`coalesce(sum(purchase.brick_count), 0)`.as('bricks'),
      sql<number>`coalesce(sum(purchase.amount_cents), 0)`.as('amountCents'),
    ])
    .executeTakeFirstOrThrow();
  const skipped = await tx
    .selectFrom('automatic_funding_candidate')
    .where('wave_id', '=', wave.id)
    .where('reason', 'is not', null)
    .groupBy('reason')
    .select([sql<string>`reason`.as('reason'), sql<number>`count(*)`.as('count')])
    .orderBy('count', 'desc')
    .orderBy('reason')
    .execute();
  return { propertyName: wave.propertyName, ...bought, skipped };
}

/** What all fitting plans would bring, whatever contract they take; one statement. */
export async function simulatePlans(db: Database, offer: Offer, targetCents: number): Promise<SimulationResult> {
  const { rows } = await sql<SimulationResult>`
    with fitting as (
      select *, sum(amount_cents) over (order by place) - amount_cents as before_cents from (${fittingPlans(offer)}) as plans
    )
    select count(*) as plans, coalesce(sum(amount_cents), 0) as "amountCents",
      count(*) filter (where before_cents < ${targetCents}::bigint) as "investorsForTarget",
      coalesce(sum(amount_cents) filter (where 'obligation' = any (contract_types)), 0) as "obligationCents",
      coalesce(sum(amount_cents) filter (where 'loan' = any (contract_types)), 0) as "loanCents",
      coalesce(sum(amount_cents) filter (where 'royalty' = any (contract_types)), 0) as "royaltyCents"
    from fitting`.execute(db);
  const [result] = rows;
  if (!result) throw new Error('the simulation gave no row');
  return result;
}
