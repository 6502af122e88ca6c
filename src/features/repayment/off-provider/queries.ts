// SQL of money that is booked for a project and was never at the provider.

import { sql } from 'kysely';
import { type Cents, centsOf } from '../../../core/cents.ts';
import type { Database } from '../../../core/db/pool.ts';
import type { PropertyId } from '../../../core/db/tables.ts';
import type { Tx } from '../../../core/db/transaction.ts';

/**
 * Cents in the project's purses that are not at the provider: records of source `other`, less what of them left the books again, less
 * wires that cover them, less what was handed over to the owner outside.
 */
export async function sumOffProvider(db: Database | Tx, propertyId: PropertyId): Promise<Cents> {
  const { rows } = await sql<{ cents: number }>`
    select
      (
        select coalesce(sum(amount_cents - archived_off_provider_cents), 0)
        from payment_to_be_assigned
        where property_id = ${propertyId}::uuid
          and source = 'other'
      ) - (
        select coalesce(sum(covered_cents), 0)
        from payment_to_be_assigned
        where property_id = ${propertyId}::uuid
          and covered_cents > 0
      ) - (
        select coalesce(sum(off_provider_cents), 0)
        from owner_settlement
        where property_id = ${propertyId}::uuid
      ) as cents`.execute(db);
  return centsIn(rows);
}

/** Cents in all purses of the project. */
export async function sumPurses(db: Database | Tx, propertyId: PropertyId): Promise<Cents> {
  const { rows } = await sql<{ cents: number }>`
    select coalesce(sum(balance_cents), 0) as cents
    from ledger_account
    where owner_id = ${propertyId}::uuid`.execute(db);
  return centsIn(rows);
}

/** Cents in the purses that somebody else gets: what is held, and what open payouts will take; for fees and transfers all that is the holders'. */
export async function sumPromised(
  db: Database | Tx,
  propertyId: PropertyId,
  leaving: 'anything' | 'feesAndTransfers',
): Promise<Cents> {
  const owed = leaving === 'feesAndTransfers' ? IN_PURSES_OF_HOLDERS : IN_OPEN_PAYOUTS;
  const { rows } = await sql<{ cents: number }>`
    select coalesce(sum(held.balance_cents), 0) + (${owed(propertyId)}) as cents
    from ledger_account held
    where held.name = 'PRO:' || ${propertyId}::text || ':HELD'`.execute(db);
  return centsIn(rows);
}

const IN_PURSES_OF_HOLDERS = (propertyId: PropertyId) => sql`
      select coalesce(sum(balance_cents), 0)
      from ledger_account
      where owner_id = ${propertyId}::uuid
        and split_part(name, ':', 3) in ('COUPON', 'CAPITAL', 'ESCROW')`;

const IN_OPEN_PAYOUTS = (propertyId: PropertyId) => sql`
      select coalesce(sum(line.gross_cents), 0)
      from payout_run run
      join payout_line line on line.run_id = run.id
      where run.property_id = ${propertyId}::uuid
        and line.status in ('waiting', 'failed', 'blocked')`;

function centsIn(rows: readonly { cents: number }[]): Cents {
  const [sum] = rows;
  if (!sum) throw new Error('a sum without a row');
  return centsOf(Number(sum.cents));
}
