// SQL of what waits in projects: wires, fees, payouts, debits, fundings, late owners. Each reads an index of what waits, or of one project.

import { sql } from 'kysely';
import type { Cents } from '../../../core/cents.ts';
import type { Database } from '../../../core/db/pool.ts';
import type { CustomerId, PropertyId } from '../../../core/db/tables.ts';
import { ENDING_WITHIN_DAYS, REJECTED_DAYS } from './rules.ts';

/** One thing that waits. `count` is that of its whole kind, 1000 at most. */
export type WorkItem = {
  id: string;
  about: string;
  amountCents: Cents | null;
  since: Temporal.Instant | null;
  propertyId: PropertyId | null;
  customerId: CustomerId | null;
  period: string | null;
  count: number;
};

/** One of a kind that always has these. */
export type WithRequired<K extends keyof WorkItem> = {
  [Key in keyof WorkItem]: Key extends K ? Exclude<WorkItem[Key], null> : WorkItem[Key];
};

/** Told by kind; the page of the kind shows the others. */
export const PAGE_SIZE = sql.lit(20);
/** Beyond it nobody counts. */
export const COUNT_CAP = sql.lit(1_000);

/** Wires and payments to be assigned. */
export async function listWires(db: Database): Promise<WorkItem[]> {
  const { rows } = await sql<WorkItem>`
    select
      waiting.id::text as id,
      coalesce(property.name, spv.name) as about,
      waiting.amount_cents as "amountCents",
      waiting.created_at as since,
      waiting.property_id as "propertyId",
      null::uuid as "customerId",
      null::text as period,
      count(*) over () as count
    from (
      select *
      from received_payment
      where status = 'waiting'
      order by created_at, id
      limit ${COUNT_CAP}
    ) waiting
    join spv on spv.id = waiting.spv_id
    left join property on property.id = waiting.property_id
    order by waiting.created_at, waiting.id
    limit ${PAGE_SIZE}`.execute(db);
  return rows;
}

/** Schedules whose plan the closing of the funding has changed, with what was collected. */
export async function listSchedulesToDecide(db: Database): Promise<WorkItem[]> {
  const { rows } = await sql<WithRequired<'propertyId'>>`
    select
      schedule.property_id::text as id,
      property.name as about,
      property.collected_cents as "amountCents",
      schedule.decision_since as since,
      schedule.property_id as "propertyId",
      null::uuid as "customerId",
      null::text as period,
      count(*) over () as count
    from (
      select property_id, decision_since
      from payment_schedule
      where decision_since is not null
      order by decision_since, property_id
      limit ${COUNT_CAP}
    ) schedule
    join property on property.id = schedule.property_id
    order by schedule.decision_since, schedule.property_id
    limit ${PAGE_SIZE}`.execute(db);
  return rows;
}

/** Management fees of past periods that nobody has transferred. */
export async function listFees(db: Database, lastPeriod: string): Promise<WorkItem[]> {
  const { rows } = await sql<WithRequired<'propertyId' | 'period'>>`
    select
      echeance.id::text as id,
      property.name as about,
      echeance.management_fees_excl_tax_cents + echeance.management_fees_vat_cents as "amountCents",
      echeance.due_date::timestamp at time zone 'Europe/Paris' as since,
      echeance.property_id as "propertyId",
      null::uuid as "customerId",
      echeance.period,
      count(*) over () as count
    from (
      select *
      from echeance
      where management_fees_status = 'notExecuted'
        and period <= ${lastPeriod}
        and management_fees_excl_tax_cents > 0
      order by period
      limit ${COUNT_CAP}
    ) echeance
    join property on property.id = echeance.property_id
    order by echeance.period, echeance.id
    limit ${PAGE_SIZE}`.execute(db);
  return rows;
}

/** Payouts that the provider refused: those that the next run orders again, and those that wait for an administrator. */
export async function listPayoutsRefused(db: Database): Promise<WorkItem[]> {
  const { rows } = await sql<WithRequired<'propertyId' | 'customerId'>>`
    select
      line.id::text as id,
      property.name as about,
      line.gross_cents - line.tax_cents as "amountCents",
      line.settled_at as since,
      run.property_id as "propertyId",
      line.customer_id as "customerId",
      to_char(run.run_date, 'YYYY-MM') as period,
      count(*) over () as count
    from (
      select *
      from payout_line
      where status in ('failed', 'blocked')
      limit ${COUNT_CAP}
    ) line
    join payout_run run on run.id = line.run_id
    join property on property.id = run.property_id
    order by line.settled_at, line.id
    limit ${PAGE_SIZE}`.execute(db);
  return rows;
}

/** Debits of owners that failed or were taken back, unless another debit or payment of the echeance came since. */
export async function listDebitsRejected(db: Database, now: Temporal.Instant): Promise<WorkItem[]> {
  const { rows } = await sql<WithRequired<'amountCents' | 'propertyId' | 'period'>>`
    select
      debit.id::text as id,
      property.name as about,
      debit.amount_cents as "amountCents",
      debit.settled_at as since,
      echeance.property_id as "propertyId",
      null::uuid as "customerId",
      echeance.period,
      count(*) over () as count
    from (
      select *
      from direct_debit rejected
      where status in ('failed', 'chargedBack')
        and settled_at > ${now}::timestamptz - make_interval(days => ${sql.lit(REJECTED_DAYS)})
        and not exists (
          select from direct_debit later
          where later.echeance_id = rejected.echeance_id
            and later.created_at > rejected.settled_at
        )
        and not exists (
          select from received_payment paid
          where paid.assigned_echeance_id = rejected.echeance_id
            and paid.assigned_at > rejected.settled_at
        )
      order by settled_at
      limit ${COUNT_CAP}
    ) debit
    join echeance on echeance.id = debit.echeance_id
    join property on property.id = echeance.property_id
    order by debit.settled_at, debit.id
    limit ${PAGE_SIZE}`.execute(db);
  return rows;
}

/** Projects whose owner is late or in default, since the first echeance that is not paid whole: a part that came in ends no delay. */
export async function listLateProjects(db: Database, now: Temporal.Instant): Promise<WorkItem[]> {
  const { rows } = await sql<WorkItem>`
    select
      late.id::text as id,
      late.name as about,
      null::bigint as "amountCents",
      unpaid.since,
      late.id as "propertyId",
      null::uuid as "customerId",
      null::text as period,
      count(*) over () as count
    from (
      select id, name
      from property
      where financial_status in ('repayment-delay', 'repayment-default')
      limit ${COUNT_CAP}
    ) late
    left join lateral (
      select min(echeance.due_date)::timestamp at time zone 'Europe/Paris' as since
      from echeance
      where echeance.property_id = late.id
        and echeance.due_date < (${now}::timestamptz at time zone 'Europe/Paris')::date
        and (
          echeance.mensualite_paid_cents < echeance.interest_cents + echeance.penalty_for_investors_cents
            + case
              when echeance.management_fees_paid_outside then 0
              else echeance.management_fees_excl_tax_cents + echeance.management_fees_vat_cents
            end
          or echeance.capital_paid_cents < echeance.capital_repayment_due_cents
        )
    ) unpaid on true
    order by unpaid.since, late.id
    limit ${PAGE_SIZE}`.execute(db);
  return rows;
}

/** Open fundings: `complete` (every brick is bought), `overdue` (past their last day), `ending` within days; each is one of them. */
export async function listFundings(
  db: Database,
  now: Temporal.Instant,
  standing: 'complete' | 'overdue' | 'ending',
): Promise<WorkItem[]> {
  const { rows } = await sql<WorkItem>`
    select
      open.id::text as id,
      open.name as about,
      open."amountCents",
      open.since,
      open.id as "propertyId",
      null::uuid as "customerId",
      null::text as period,
      count(*) over () as count
    from (
      select
        property.id,
        property.name,
        coalesce(totals.confirmed_cents, 0) as "amountCents",
        coalesce(property.funding_start_date, property.published_at) as since,
        case
          when coalesce(totals.confirmed_bricks, 0) >= property.total_bricks then 'complete'
          when property.funding_max_end_date < ${now}::timestamptz then 'overdue'
          when property.funding_max_end_date < ${now}::timestamptz + make_interval(days => ${sql.lit(ENDING_WITHIN_DAYS)}) then 'ending'
        end as standing
      from property
      left join funding_totals totals on totals.property_id = property.id
      where property.status = 'PUBLISHED'
        and property.funding_ended_at is null
      limit ${COUNT_CAP}
    ) open
    where open.standing = ${standing}
    order by open.since, open.id
    limit ${PAGE_SIZE}`.execute(db);
  return rows;
}
