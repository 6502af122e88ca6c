// SQL of the waves and of their candidates; that of the plans is in plan-queries.ts.

import { sql } from 'kysely';
import type { Cents } from '../../../core/cents.ts';
import type { Database } from '../../../core/db/pool.ts';
import type { CustomerId, PropertyId } from '../../../core/db/tables.ts';
import type { Tx } from '../../../core/db/transaction.ts';
import { newId } from '../../../core/ids.ts';
import { hasBought, MISFIT, type Misfit, ORDER_OF_WAVE, offerLike, offerOf, plansOfWave } from './plan-queries.ts';
import type { Offer, SimulationResult, WaveResult } from './rules.ts';

/** What decides whether a wave may start for a property. */
export async function findFundingState(tx: Tx | Database, propertyId: PropertyId) {
  return tx
    .selectFrom('property')
    .select(['status', 'funding_ended_at as fundingEndedAt'])
    .where('id', '=', propertyId)
    .executeTakeFirst();
}

/** Writes a pending wave; undefined when the property already has a pending or running one (a unique index allows only one). */
export async function insertWave(
  tx: Tx,
  wave: { propertyId: PropertyId; origin: 'publication' | 'administrator'; includesCanceled: boolean; at: Temporal.Instant },
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

/** A wave and the property that it buys of. */
export type Wave = {
  id: string;
  status: 'pending' | 'running' | 'done';
  propertyId: PropertyId;
  propertyName: string;
  includesCanceled: boolean;
};

/**
 * Running waves, and pending ones whose funding has started with all its bricks, or ended (then the wave ends without purchases). Oldest
 * first.
 */
export async function listDueWaves(db: Database, at: Temporal.Instant): Promise<Wave[]> {
  return (
    db
      .selectFrom('automatic_funding_wave as wave')
      .innerJoin('property', 'property.id', 'wave.property_id')
      .select([
        'wave.id',
        'wave.status',
        'wave.property_id as propertyId',
        'property.name as propertyName',
        'wave.includes_canceled as includesCanceled',
      ])
      // Literals, not parameters: a prepared statement can use the partial index only for values that it knows.
      .where('wave.status', 'in', [sql.lit('pending' as const), sql.lit('running' as const)])
      .where((row) =>
        row.or([
          row('wave.status', '=', 'running'),
          row('property.funding_ended_at', 'is not', null),
          row.and([
            row('property.funding_start_date', '<=', at),
            row('property.display_date', '<=', at),
            row('property.uncreated_bricks', '=', sql.lit(0)),
          ]),
        ]),
      )
      .orderBy('wave.created_at')
      .orderBy('wave.id')
      .execute()
  );
}

/** pending -> running; false when another run did it. */
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

/** running -> done once no candidate waits; false otherwise, or when another run did it. */
export async function markDone(tx: Tx, waveId: string, at: Temporal.Instant): Promise<boolean> {
  const row = await tx
    .updateTable('automatic_funding_wave')
    .set({ status: 'done', finished_at: at })
    .where('id', '=', waveId)
    .where('status', '=', 'running')
    .where(
      sql<boolean>`not exists (
        select
        from automatic_funding_candidate
        where wave_id = ${waveId}::uuid and status = 'waiting'
      )`,
    )
    .returning('id')
    .executeTakeFirst();
  return row !== undefined;
}

/** The open wave of a property, locked. */
export async function lockOpenWave(tx: Tx, propertyId: PropertyId): Promise<{ id: string } | undefined> {
  return tx
    .selectFrom('automatic_funding_wave')
    .select('id')
    .where('property_id', '=', propertyId)
    .where('status', 'in', [sql.lit('pending' as const), sql.lit('running' as const)])
    .forUpdate()
    .executeTakeFirst();
}

/** pending or running -> done, while no candidate waits. Throws when the wave was not open. */
export async function markStopped(tx: Tx, waveId: string, at: Temporal.Instant): Promise<void> {
  await tx
    .updateTable('automatic_funding_wave')
    .set({ status: 'done', finished_at: at })
    .where('id', '=', waveId)
    .where('status', 'in', [sql.lit('pending' as const), sql.lit('running' as const)])
    .returning('id')
    .executeTakeFirstOrThrow(() => new Error(`wave ${waveId} is not open`));
}

/** The open wave of a property, or else its last one, with what became of its candidates so far. */
export async function findLastWave(db: Database, propertyId: PropertyId) {
  const { rows } = await sql<{
    status: Wave['status'];
    includesCanceled: boolean;
    createdAt: Temporal.Instant;
    startedAt: Temporal.Instant | null;
    finishedAt: Temporal.Instant | null;
    candidates: number;
    purchases: number;
    bricks: number;
    amountCents: Cents;
    skipped: number;
    waiting: number;
    unread: number;
  }>`
    select
      wave.status,
      wave.includes_canceled as "includesCanceled",
      wave.created_at as "createdAt",
      wave.started_at as "startedAt",
      wave.finished_at as "finishedAt",
      count(candidate.rank) as candidates,
      count(purchase.id) as purchases,
      coalesce(sum(purchase.brick_count), 0) as bricks,
      coalesce(sum(purchase.amount_cents), 0)::bigint as "amountCents",
      count(candidate.rank) filter (where candidate.status = 'skipped') as skipped,
      count(candidate.rank) filter (where candidate.status = 'waiting') as waiting,
      count(candidate.rank) filter (where candidate.status = 'waiting' and candidate.unread_count > 0) as unread
    from (
      select *
      from automatic_funding_wave
      where property_id = ${propertyId}::uuid
      order by status = 'done', created_at desc, id
      limit 1
    ) wave
    left join automatic_funding_candidate candidate on candidate.wave_id = wave.id
    left join purchase on purchase.id = candidate.purchase_id
    group by wave.status, wave.includes_canceled, wave.created_at, wave.started_at, wave.finished_at`.execute(db);
  return rows[0];
}

/** Purchases of a finished wave, and its skipped candidates by reason. */
export async function sumUpWave(tx: Tx, wave: Pick<Wave, 'id' | 'propertyName'>): Promise<Omit<WaveResult, 'isStopped'>> {
  const bought = await tx
    .selectFrom('automatic_funding_candidate as candidate')
    .innerJoin('purchase', 'purchase.id', 'candidate.purchase_id')
    .where('candidate.wave_id', '=', wave.id)
    .select([
      sql<number>`count(*)`.as('purchases'),
      sql<number>`coalesce(sum(purchase.brick_count), 0)`.as('bricks'),
      sql<Cents>`coalesce(sum(purchase.amount_cents), 0)`.as('amountCents'),
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

// SQL of the candidates of a wave: their order, and what became of each.

/** Writes all candidates of a wave in one statement and returns how many there are. */
export async function insertCandidates(tx: Tx, wave: Wave): Promise<number> {
  const { numAffectedRows } = await sql`
    insert into automatic_funding_candidate (wave_id, customer_id, rank, status)
    select ${wave.id}::uuid, customer_id, row_number() over (order by ${ORDER_OF_WAVE}), 'waiting'
    from (${plansOfWave(offerOf(wave.propertyId), hasBought(wave))}) as checked
    where excluded is null`.execute(tx);
  if (numAffectedRows === undefined) throw new Error('the database did not count the inserted candidates');
  const count = Number(numAffectedRows);
  await tx.updateTable('automatic_funding_wave').set({ candidate_count: count }).where('id', '=', wave.id).execute();
  return count;
}

/** The next waiting candidates behind `afterRank`, by rank. */
export async function listNextCandidates(
  db: Database,
  waveId: string,
  { afterRank, limit }: { afterRank: number; limit: number },
): Promise<{ customerId: CustomerId; rank: number }[]> {
  return db
    .selectFrom('automatic_funding_candidate')
    .select(['customer_id as customerId', 'rank'])
    .where('wave_id', '=', waveId)
    .where('status', '=', sql.lit('waiting' as const))
    .where('rank', '>', afterRank)
    .orderBy('rank')
    .limit(limit)
    .execute();
}

/** A candidate as plan, offer and earlier purchases stand now; `misfit`: why the plan does not fit any more. */
export type StandingCandidate = { customerId: CustomerId; budgetCents: Cents; misfit: Misfit | null; hasBought: boolean };

/**
 * Those of these candidates that still wait, by rank; their plans do not change until the end of the transaction. The offer and what was
 * bought are exact only under the property's lock.
 */
export async function findStanding(tx: Tx, wave: Wave, customerIds: readonly CustomerId[]): Promise<StandingCandidate[]> {
  const { rows } = await sql<StandingCandidate>`
    select
      candidate.customer_id as "customerId",
      plan.amount_per_property_cents as "budgetCents",
      ${MISFIT} as misfit,
      ${hasBought(wave)} as "hasBought"
    from automatic_funding_candidate candidate
    join investment_plan plan on plan.customer_id = candidate.customer_id
    left join (${offerOf(wave.propertyId)}) offer on true
    where candidate.wave_id = ${wave.id}::uuid
      and candidate.customer_id = any (${[...customerIds]}::uuid[])
      and candidate.status = 'waiting'
    order by candidate.rank
    for share of plan`.execute(tx);
  return rows;
}

/**
 * Counts a failed reading of the accounts of these candidates; those that have failed `most` times are skipped. Returns those who waited,
 * and whether they are the first of the wave.
 */
export async function markUnread(
  tx: Tx,
  waveId: string,
  unread: { customerIds: readonly CustomerId[]; most: number; reason: string; at: Temporal.Instant },
): Promise<{ customerIds: CustomerId[]; isFirst: boolean }> {
  const { rows } = await sql<{ customerId: CustomerId }>`
    update automatic_funding_candidate
    set unread_count = unread_count + 1,
      status = case when unread_count + 1 < ${unread.most}::integer then 'waiting' else 'skipped' end,
      reason = case when unread_count + 1 < ${unread.most}::integer then null else ${unread.reason}::text end
    where wave_id = ${waveId}::uuid
      and customer_id = any (${[...unread.customerIds]}::uuid[])
      and status = 'waiting'
    returning customer_id as "customerId"`.execute(tx);
  if (rows.length === 0) return { customerIds: [], isFirst: false };
  const notified = await tx
    .updateTable('automatic_funding_wave')
    .set({ unread_told_at: unread.at })
    .where('id', '=', waveId)
    .where('unread_told_at', 'is', null)
    .returning('id')
    .executeTakeFirst();
  return { customerIds: rows.map(({ customerId }) => customerId), isFirst: notified !== undefined };
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

/** waiting -> skipped for all remaining candidates from this rank on. Returns how many. */
export async function markRestSkipped(
  tx: Tx,
  waveId: string,
  { reason, fromRank = 0 }: { reason: string; fromRank?: number | undefined },
): Promise<number> {
  const rows = await tx
    .updateTable('automatic_funding_candidate')
    .set({ status: 'skipped', reason })
    .where('wave_id', '=', waveId)
    .where('status', '=', 'waiting')
    .where('rank', '>=', fromRank)
    .returning('rank')
    .execute();
  return rows.length;
}

/** What all plans that fit the offer would invest, of any contract type. */
export async function simulatePlans(db: Database, offer: Offer, targetCents: Cents): Promise<SimulationResult> {
  const { rows } = await sql<SimulationResult>`
    with fitting as (
      select
        contract_types,
        affordable * brick_price_cents as amount_cents,
        sum(affordable * brick_price_cents) over (order by ${ORDER_OF_WAVE} rows unbounded preceding)
          - affordable * brick_price_cents as before_cents
      from (${plansOfWave(offerLike(offer), sql`false`)}) as checked
      where excluded is null
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
