// SQL of the candidates of a wave: who they are and in which order, and what became of each (A-auto-investment-2).

import { sql } from 'kysely';
import type { Cents } from '../../../core/cents.ts';
import type { Database } from '../../../core/db/pool.ts';
import type { CustomerId } from '../../../core/db/tables.ts';
import type { Tx } from '../../../core/db/transaction.ts';
import { hasBought, judgedPlans, MISFIT, type Misfit, ORDER_OF_WAVE, offerLike, offerOf } from './fit-queries.ts';
import type { Wave } from './queries.ts';
import type { Offer, SimulationResult } from './rules.ts';

/** Writes all candidates of a wave in one statement and returns how many there are. */
export async function insertCandidates(tx: Tx, wave: Wave): Promise<number> {
  const { numAffectedRows } = await sql`
    insert into automatic_funding_candidate (wave_id, customer_id, rank, status)
    select ${wave.id}::uuid, customer_id, row_number() over (order by ${ORDER_OF_WAVE}), 'waiting'
    from (${judgedPlans(offerOf(wave.propertyId), hasBought(wave))}) as judged
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
 * Counts a failed reading of the accounts of these candidates; those that have failed `most` times are skipped. Returns who waited, and
 * whether they are the first of the wave.
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
  const told = await tx
    .updateTable('automatic_funding_wave')
    .set({ unread_told_at: unread.at })
    .where('id', '=', waveId)
    .where('unread_told_at', 'is', null)
    .returning('id')
    .executeTakeFirst();
  return { customerIds: rows.map(({ customerId }) => customerId), isFirst: told !== undefined };
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
      select
        contract_types,
        wanted * brick_price_cents as amount_cents,
        sum(wanted * brick_price_cents) over (order by ${ORDER_OF_WAVE} rows unbounded preceding)
          - wanted * brick_price_cents as before_cents
      from (${judgedPlans(offerLike(offer), sql`false`)}) as judged
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
