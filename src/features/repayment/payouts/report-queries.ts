// SQL of the report of a month.

import { sql } from 'kysely';
import type { Cents } from '../../../core/cents.ts';
import type { Database } from '../../../core/db/pool.ts';
import type { EcheanceId, PropertyId } from '../../../core/db/tables.ts';
import type { RunKind } from './rules.ts';

/** Runs of a Paris month with the sums of their lines by status, cents: what is neither unpaid nor paid outside was paid. */
export async function listRunsOfMonth(db: Database, first: Temporal.PlainDate) {
  const { rows } = await sql<{
    id: string;
    kind: RunKind;
    propertyId: PropertyId;
    propertyName: string;
    echeanceId: EcheanceId | null;
    echeancePeriod: string | null;
    saleId: string | null;
    runDate: Temporal.PlainDate;
    totalCents: Cents;
    taxCents: Cents;
    paidCents: Cents;
    waitingCents: Cents;
    failedCents: Cents;
    blockedCents: Cents;
    paidOutsideCents: Cents;
    refusedCount: number;
    holderCount: number;
  }>`
    select
      run.id,
      run.kind,
      run.property_id as "propertyId",
      property.name as "propertyName",
      run.echeance_id as "echeanceId",
      echeance.period as "echeancePeriod",
      run.sale_id as "saleId",
      run.run_date as "runDate",
      run.total_cents as "totalCents",
      run.tax_cents as "taxCents",
      run.total_cents - unpaid.cents - outside.cents as "paidCents",
      unpaid."waitingCents",
      unpaid."failedCents",
      unpaid."blockedCents",
      outside.cents as "paidOutsideCents",
      unpaid."refusedCount",
      run.holder_count as "holderCount"
    from payout_run run
    join property on property.id = run.property_id
    left join echeance on echeance.id = run.echeance_id
    cross join lateral (
      select
        coalesce(sum(gross_cents), 0)::bigint as cents,
        coalesce(sum(gross_cents) filter (where status = 'waiting'), 0)::bigint as "waitingCents",
        coalesce(sum(gross_cents) filter (where status = 'failed'), 0)::bigint as "failedCents",
        coalesce(sum(gross_cents) filter (where status = 'blocked'), 0)::bigint as "blockedCents",
        count(*) filter (where status in ('failed', 'blocked')) as "refusedCount"
      from payout_line
      where run_id = run.id
        and status in ('waiting', 'failed', 'blocked')
    ) unpaid
    cross join lateral (
      select coalesce(sum(gross_cents), 0)::bigint as cents
      from payout_line
      where run_id = run.id
        and status = 'paidOutside'
    ) outside
    where run.run_date >= ${first}::date
      and run.run_date < (${first}::date + interval '1 month')
    order by run.run_date, property.name, run.id`.execute(db);
  return rows;
}

/**
 * Tax on a month's coupons by rate, cents: withheld from those paid in the month, and due on the waiting lines of its runs. A share whose
 * tax rounds to 0 counts with its gross, which the monthly filing is about.
 */
export async function sumTaxesOfMonth(
  db: Database,
  first: Temporal.PlainDate,
  month: { from: Temporal.Instant; until: Temporal.Instant },
) {
  const { rows } = await sql<{
    incomeTaxBps: number;
    socialBps: number;
    grossCents: Cents;
    incomeTaxCents: Cents;
    socialCents: Cents;
    investorCount: number;
  }>`
    with taxed as (
      select customer_id, gross_cents, tax_cents, income_tax_bps, social_bps
      from payout_line
      where income_tax_bps + social_bps > 0
        and settled_at >= ${month.from}::timestamptz
        and settled_at < ${month.until}::timestamptz
        and status in ('paid', 'paidOutside')
      union all
      select line.customer_id, line.gross_cents, line.tax_cents, line.income_tax_bps, line.social_bps
      from payout_run run
      join payout_line line on line.run_id = run.id and line.income_tax_bps + line.social_bps > 0 and line.status = 'waiting'
      where run.run_date >= ${first}::date
        and run.run_date < (${first}::date + interval '1 month')
    ), part as (select *, basis_points_of(gross_cents, income_tax_bps) as income_tax_cents from taxed)
    select
      income_tax_bps as "incomeTaxBps",
      social_bps as "socialBps",
      sum(gross_cents)::bigint as "grossCents",
      sum(income_tax_cents)::bigint as "incomeTaxCents",
      sum(tax_cents - income_tax_cents)::bigint as "socialCents",
      count(distinct customer_id) as "investorCount"
    from part
    group by income_tax_bps, social_bps
    order by income_tax_bps desc, social_bps desc`.execute(db);
  return rows;
}
