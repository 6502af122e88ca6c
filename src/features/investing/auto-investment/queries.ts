// SQL of the waves; the one of their candidates is in candidate-queries.ts.

import { sql } from 'kysely';
import type { Cents } from '../../../core/cents.ts';
import type { Database } from '../../../core/db/pool.ts';
import type { PropertyId } from '../../../core/db/tables.ts';
import type { Tx } from '../../../core/db/transaction.ts';
import { newId } from '../../../core/ids.ts';
import type { WaveResult } from './rules.ts';

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
 * Running waves, and pending ones whose funding has started or ended (then the wave ends without purchases). Oldest first.
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
          row.and([row('property.funding_start_date', '<=', at), row('property.display_date', '<=', at)]),
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
