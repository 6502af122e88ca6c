// SQL of capital losses: what a final settlement left unpaid to the holders.

import { sql } from 'kysely';
import type { Cents } from '../../../core/cents.ts';
import type { Database } from '../../../core/db/pool.ts';
import type { CustomerId, PropertyId } from '../../../core/db/tables.ts';
import type { Tx } from '../../../core/db/transaction.ts';
import { sharesOfHolders } from '../../../money/bricks/index.ts';

/** The capital that a final settlement left unpaid, in cents. */
export type CapitalLoss = {
  propertyId: PropertyId;
  contractType: 'obligation' | 'loan';
  lossCents: Cents;
  at: Temporal.Instant;
};

/**
 * Writes each holder's share of the loss, by largest remainder over the bricks; a second call violates a constraint. Returns the
 * sum of the shares.
 */
export async function insertLosses(tx: Tx, { propertyId, contractType, lossCents, at }: CapitalLoss): Promise<number> {
  const { rows } = await sql<{ cents: Cents }>`
    with written as (
      insert into capital_loss (property_id, customer_id, contract_type, brick_count, loss_cents, settled_at)
      select ${propertyId}::uuid, customer_id, ${contractType}, brick_count, gross_cents, ${at}::timestamptz
      from (${sharesOfHolders(propertyId, lossCents)}) share
      returning loss_cents
    )
    select coalesce(sum(loss_cents), 0)::bigint as cents
    from written`.execute(tx);
  const [sum] = rows;
  if (!sum) throw new Error('the sum of losses came without a row');
  return sum.cents;
}

/** An investor's losses of a Paris year by contract type, in cents. */
export async function sumLossesOfYear(
  db: Database,
  { customerId, year }: { customerId: CustomerId; year: number },
): Promise<{ loanCents: Cents; obligationCents: Cents }> {
  const { rows } = await sql<{ loanCents: Cents; obligationCents: Cents }>`
    select coalesce(sum(loss_cents) filter (where contract_type = 'loan'), 0)::bigint as "loanCents",
      coalesce(sum(loss_cents) filter (where contract_type = 'obligation'), 0)::bigint as "obligationCents"
    from capital_loss
    where customer_id = ${customerId}
      and extract(year from settled_at at time zone 'Europe/Paris') = ${year}::integer`.execute(db);
  const [sums] = rows;
  if (!sums) throw new Error('the sums of losses came without a row');
  return sums;
}
