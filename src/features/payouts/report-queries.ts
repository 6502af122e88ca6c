// SQL of the report of a month.

import { sql } from 'kysely';
import type { Database } from '../../core/db/pool.ts';
import type { RunKind } from './queries.ts';

/** Runs of a Paris month with what became of their lines; cents. */
export async function listRunsOfMonth(db: Database, first: Temporal.PlainDate) {
  const { rows } = await sql<{
    id: string;
    kind: RunKind;
    propertyId: string;
    propertyName: string;
    echeanceId: string;
    echeancePeriod: string;
    runDate: Temporal.PlainDate;
    totalCents: number;
    taxCents: number;
    paidCents: number;
    waitingCents: number;
    failedCents: number;
    holderCount: number;
  }>`
    select run.id, run.kind, run.property_id as "propertyId", property.name as "propertyName", run.echeance_id as "echeanceId",
      echeance.period as "echeancePeriod", run.run_date as "runDate", run.total_cents as "totalCents",
      coalesce(lines.tax, 0) as "taxCents", coalesce(lines.paid, 0) as "paidCents", coalesce(lines.waiting, 0) as "waitingCents",
      coalesce(lines.failed, 0) as "failedCents", coalesce(lines.count, 0) as "holderCount"
    from payout_run run join property on property.id = run.property_id join echeance on echeance.id = run.echeance_id
    left join lateral (
      select sum(tax_cents)::bigint as tax, sum(gross_cents) filter (where status = 'paid')::bigint as paid,
        sum(gross_cents) filter (where status = 'waiting')::bigint as waiting, sum(gross_cents) filter (where status = 'failed')::bigint as failed,
        count(*) as count
      from payout_line where run_id = run.id) lines on true
    where run.run_date >= ${first}::date and run.run_date < (${first}::date + interval '1 month')
    order by run.run_date, property.name, run.id`.execute(db);
  return rows;
}

/** What is to be paid to the tax office for the coupons of a month, by rate; cents, of paid and waiting lines. */
export async function sumTaxesOfMonth(db: Database, first: Temporal.PlainDate) {
  const { rows } = await sql<{
    incomeTaxBps: number;
    socialBps: number;
    grossCents: number;
    incomeTaxCents: number;
    socialCents: number;
    investorCount: number;
  }>`
    select part.income_tax_bps as "incomeTaxBps", part.social_bps as "socialBps", sum(part.gross_cents)::bigint as "grossCents",
      sum(part.income_tax_cents)::bigint as "incomeTaxCents", sum(part.social_cents)::bigint as "socialCents",
      count(distinct tax.customer_id) as "investorCount"
    from payout_run run join payout_line line on line.run_id = run.id join payment_order placed on placed.subject_id = line.id
    join wallet_transaction tax on tax.payment_order_id = placed.id and tax.type = 'WITHHOLDING_TAX' and tax.status in ('WAITING', 'CONFIRMED')
    join coupon_tax part on part.wallet_transaction_id = tax.id
    where run.kind = 'coupon' and run.run_date >= ${first}::date and run.run_date < (${first}::date + interval '1 month')
    group by part.income_tax_bps, part.social_bps order by part.income_tax_bps desc, part.social_bps desc`.execute(db);
  return rows;
}
