// SQL of the waves; the one of their candidates is in candidate-queries.ts.

import { sql } from 'kysely';
import type { Cents } from '../../../core/cents.ts';
import type { Database } from '../../../core/db/pool.ts';
import type { PropertyId } from '../../../core/db/tables.ts';
import type { Tx } from '../../../core/db/transaction.ts';
import { newId } from '../../../core/ids.ts';
import type { Offer, WaveResult } from './rules.ts';

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

/** A wave with the offer of its property. */
export type Wave = Offer & {
  id: string;
  status: 'pending' | 'running' | 'done';
  propertyId: PropertyId;
  propertyName: string;
  contractType: string;
  includesCanceled: boolean;
};

/**
 * Running waves, and pending ones whose funding has started with all its bricks, or ended (then the wave ends without purchases). Oldest first.
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
      // Literals, not parameters: a prepared statement can use the partial index only for values that it knows.
      .where('wave.status', 'in', [sql.lit('pending' as const), sql.lit('running' as const)])
      .where((row) =>
        row.or([
          row('wave.status', '=', 'running'),
          row('property.funding_ended_at', 'is not', null),
          row.and([row('property.funding_start_date', '<=', at), row('property.display_date', '<=', at), row('property.uncreated_bricks', '=', sql.lit(0))]),
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

/** Purchases of a finished wave, and its skipped candidates by reason. */
export async function sumUpWave(tx: Tx, wave: Wave): Promise<WaveResult> {
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
