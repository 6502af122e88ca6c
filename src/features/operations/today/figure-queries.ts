// SQL of the figures: over projects and their payout runs, which are few; of lines, bricks and investors only what an index gives.

import { sql } from 'kysely';
import type { Database } from '../../../core/db/pool.ts';

/** Cents of all confirmed purchases, of open fundings too. */
export async function sumRaised(db: Database): Promise<number> {
  const row = await db
    .selectFrom('funding_totals')
    .select((select) => select.fn.coalesce(select.fn.sum<number>('confirmed_cents'), sql<number>`0`).as('cents'))
    .executeTakeFirstOrThrow();
  return row.cents;
}

/**
 * What fundings brought and what was paid back of it, by month from `firstMonth` on; `period` null is all before. The capital of a
 * property that was sold is back with its completion.
 */
export async function capitalByMonth(db: Database, firstMonth: Temporal.PlainDate) {
  const { rows } = await sql<{ period: string | null; raisedCents: number; repaidCents: number }>`
    with
      movement as (
        select (funding_ended_at at time zone 'Europe/Paris')::date as day, collected_cents as raised, 0::bigint as repaid
        from property
        where collected_cents > 0
        union all
        select run.run_date, 0, run.total_cents
        from payout_run run
        join property on property.id = run.property_id
        where run.kind in ('capital', 'unlent-capital')
          and property.resale_completed_at is null
        union all
        select (resale_completed_at at time zone 'Europe/Paris')::date, 0, collected_cents
        from property
        where resale_completed_at is not null
          and collected_cents > 0
      ),
      month as (
        select to_char(${firstMonth.toString()}::date + make_interval(months => number), 'YYYY-MM') as period
        from generate_series(0, 11) as number
        union all
        select null
      )
    select
      month.period,
      coalesce(sum(movement.raised), 0)::bigint as "raisedCents",
      coalesce(sum(movement.repaid), 0)::bigint as "repaidCents"
    from month
    left join movement
      on month.period = to_char(movement.day, 'YYYY-MM')
      or (month.period is null and movement.day < ${firstMonth.toString()}::date)
    group by month.period
    order by month.period nulls first`.execute(db);
  return rows;
}

/** What the runs of each month paid to investors: their total less the lines that wait or were refused. */
export async function paidByMonth(db: Database, firstMonth: Temporal.PlainDate) {
  const { rows } = await sql<{ period: string; value: number }>`
    select
      month.period,
      coalesce(sum(run.total_cents - coalesce(unpaid.cents, 0)), 0)::bigint as value
    from (
      select to_char(${firstMonth.toString()}::date + make_interval(months => number), 'YYYY-MM') as period
      from generate_series(0, 11) as number
    ) month
    left join payout_run run
      on run.run_date >= ${firstMonth.toString()}::date
      and to_char(run.run_date, 'YYYY-MM') = month.period
    left join lateral (
      select sum(line.gross_cents) as cents
      from payout_line line
      where line.run_id = run.id
        and line.status in ('waiting', 'failed', 'blocked')
    ) unpaid on true
    group by month.period
    order by month.period`.execute(db);
  return rows;
}

/** Investors who hold bricks: one step of the index for each of them. */
export async function activeInvestors(db: Database): Promise<number> {
  const { rows } = await sql<{ count: number }>`
    with recursive holder as (
      (
        select owner_customer_id as id
        from brick
        where owner_customer_id is not null
        order by owner_customer_id
        limit 1
      )
      union all
      select (
        select brick.owner_customer_id
        from brick
        where brick.owner_customer_id > holder.id
        order by brick.owner_customer_id
        limit 1
      )
      from holder
      where holder.id is not null
    )
    select count(id) as count
    from holder`.execute(db);
  return rows[0]?.count ?? 0;
}

/** Accounts that investors opened in each month. */
export async function signUpsByMonth(db: Database, firstMonth: Temporal.PlainDate) {
  const { rows } = await sql<{ period: string; value: number }>`
    select
      month.period,
      count(customer.id) as value
    from (
      select to_char(${firstMonth.toString()}::date + make_interval(months => number), 'YYYY-MM') as period
      from generate_series(0, 11) as number
    ) month
    left join customer
      on customer.created_at >= ${firstMonth.toString()}::date::timestamp at time zone 'Europe/Paris'
      and to_char(customer.created_at at time zone 'Europe/Paris', 'YYYY-MM') = month.period
    group by month.period
    order by month.period`.execute(db);
  return rows;
}
