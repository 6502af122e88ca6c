// SQL of capital losses: what a give-up or a final settlement left unpaid to the holders, and what was recovered since.

import { sql } from 'kysely';
import type { Cents } from '../../../core/cents.ts';
import type { Database } from '../../../core/db/pool.ts';
import type { CustomerId, PropertyId } from '../../../core/db/tables.ts';
import type { Tx } from '../../../core/db/transaction.ts';
import { sharesOfHolders } from '../../../money/bricks/index.ts';

/** The capital that a give-up (`giveUpId`), else the final settlement, left unpaid; in cents. */
export type CapitalLoss = {
  propertyId: PropertyId;
  contractType: 'obligation' | 'loan';
  lossCents: Cents;
  giveUpId?: string;
  at: Temporal.Instant;
};

/**
 * Writes each holder's share of the loss, by largest remainder over the bricks; a second call violates a constraint. Returns the
 * sum of the shares.
 */
export async function insertLosses(tx: Tx, { propertyId, contractType, lossCents, giveUpId, at }: CapitalLoss): Promise<number> {
  const { rows } = await sql<{ cents: Cents }>`
    with written as (
      insert into capital_loss (property_id, customer_id, contract_type, brick_count, loss_cents, settled_at, give_up_id)
      select
        ${propertyId}::uuid,
        customer_id,
        ${contractType},
        brick_count,
        gross_cents,
        ${at}::timestamptz,
        ${giveUpId ?? null}::uuid
      from (${sharesOfHolders(propertyId, lossCents)}) share
      returning loss_cents
    )
    select coalesce(sum(loss_cents), 0)::bigint as cents
    from written`.execute(tx);
  const [sum] = rows;
  if (!sum) throw new Error('the sum of losses came without a row');
  return sum.cents;
}

/** Losses that stand: those of a give-up that was taken back do not. */
const STANDING = sql`
  from capital_loss loss
  where not exists (
    select
    from give_up
    where give_up.id = loss.give_up_id
      and give_up.taken_back_at is not null
  )`;

/** What of the project's capital stands as lost, less what was recovered since; cents. */
export async function sumLossesOfProject(tx: Tx, propertyId: PropertyId): Promise<Cents> {
  const { rows } = await sql<{ cents: Cents }>`
    select (
      (
        select coalesce(sum(loss.loss_cents), 0)
        ${STANDING}
          and loss.property_id = ${propertyId}::uuid
      ) - (
        select coalesce(sum(total_cents), 0)
        from payout_run
        where property_id = ${propertyId}::uuid
          and is_recovery
      )
    )::bigint as cents`.execute(tx);
  const [sum] = rows;
  if (!sum) throw new Error('a sum came without a row');
  return sum.cents;
}

/** An investor's losses and recoveries of a Paris year by contract type, in cents. */
export type LossesOfYear = Record<'lost' | 'recovered', { loanCents: Cents; obligationCents: Cents }>;

/**
 * Of each project the two are set off against each other: what came back in the year of the loss is no loss, and what came back in a
 * later one is told as recovered.
 */
export async function sumLossesOfYear(
  db: Database,
  { customerId, year }: { customerId: CustomerId; year: number },
): Promise<LossesOfYear> {
  const { rows } = await sql<Record<'lostLoan' | 'lostObligation' | 'recoveredLoan' | 'recoveredObligation', Cents>>`
    select
      coalesce(sum(greatest(cents, 0)) filter (where contract_type = 'loan'), 0)::bigint as "lostLoan",
      coalesce(sum(greatest(cents, 0)) filter (where contract_type = 'obligation'), 0)::bigint as "lostObligation",
      coalesce(sum(greatest(-cents, 0)) filter (where contract_type = 'loan'), 0)::bigint as "recoveredLoan",
      coalesce(sum(greatest(-cents, 0)) filter (where contract_type = 'obligation'), 0)::bigint as "recoveredObligation"
    from (
      select property_id, contract_type, sum(cents) as cents
      from (
        select loss.property_id, loss.contract_type, loss.loss_cents as cents
        ${STANDING}
          and loss.customer_id = ${customerId}
          and extract(year from loss.settled_at at time zone 'Europe/Paris') = ${year}::integer
        union all
        select run.property_id, property.investor_contract_type, -line.gross_cents
        from payout_line line
        join payout_run run on run.id = line.run_id and run.is_recovery
        join property on property.id = run.property_id
        where line.customer_id = ${customerId}
          and line.status in ('paid', 'paidOutside')
          and extract(year from line.settled_at at time zone 'Europe/Paris') = ${year}::integer
      ) part
      group by property_id, contract_type
    ) project`.execute(db);
  const [sums] = rows;
  if (!sums) throw new Error('the sums of losses came without a row');
  return {
    lost: { loanCents: sums.lostLoan, obligationCents: sums.lostObligation },
    recovered: { loanCents: sums.recoveredLoan, obligationCents: sums.recoveredObligation },
  };
}
