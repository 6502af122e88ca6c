// SQL of the capital that holders lost for good.

import { sql } from 'kysely';
import type { Database } from '../../../core/db/pool.ts';
import type { Tx } from '../../../core/db/transaction.ts';
import { sharesOfHolders } from '../../../money/bricks/index.ts';

/** Capital that a final settlement left unpaid, cents. */
export type CapitalLoss = { propertyId: string; contractType: 'obligation' | 'loan'; lossCents: number; at: Temporal.Instant };

/** Writes each holder's share by largest remainder over the bricks; a second time violates a constraint. Returns what was shared. */
export async function insertLosses(tx: Tx, { propertyId, contractType, lossCents, at }: CapitalLoss): Promise<number> {
  const { rows } = await sql<{ cents: number }>`
    with written as (
      insert into capital_loss (property_id, customer_id, contract_type, brick_count, loss_cents, settled_at)
      select ${propertyId}::uuid, customer_id, ${contractType}, brick_count, gross_cents, ${at}::timestamptz
      from (${sharesOfHolders(propertyId, lossCents)}) share
      returning loss_cents
    )
    select coalesce(sum(loss_cents), 0)::bigint as cents from written`.execute(tx);
  return rows[0]?.cents ?? 0;
}

/** What an investor lost in a Paris year, by contract; cents. */
export async function sumLossesOfYear(
  db: Database,
  { customerId, year }: { customerId: string; year: number },
): Promise<{ loanCents: number; obligationCents: number }> {
  const { rows } = await sql<{ loanCents: number; obligationCents: number }>`
    select coalesce(sum(loss_cents) filter (where contract_type = 'loan'), 0)::bigint as "loanCents",
      coalesce(sum(loss_cents) filter (where contract_type = 'obligation'), 0)::bigint as "obligationCents"
    from capital_loss where customer_id = ${customerId}
      and extract(year from settled_at at time zone 'Europe/Paris') = ${year}::integer`.execute(db);
  const [sums] = rows;
  if (!sums) throw new Error('sums without a row');
  return sums;
}
