// SQL of what waits in the machinery: payments, notifications, jobs, differences with the provider, the nightly proof.

import { sql } from 'kysely';
import type { Database } from '../../../core/db/pool.ts';
import { COUNT_CAP, PAGE_SIZE, type WithRequired, type WorkItem } from './project-queries.ts';
import { NOTIFICATION_MINUTES, OUTCOME_HOURS } from './rules.ts';

/** What the machinery has no project, investor or month for. */
const NOBODY = sql`
  null::uuid as "propertyId",
  null::uuid as "customerId",
  null::text as period`;

/** The newest run of a job that proves something, if it failed; the queue keeps its report for a week. */
export async function listRedReports(db: Database, job: 'ledger-proof' | 'verify-history'): Promise<WorkItem[]> {
  const { rows } = await sql<WorkItem>`
    select
      proof.id::text as id,
      proof.name as about,
      null::bigint as "amountCents",
      proof.completed_on as since,
      ${NOBODY},
      1::bigint as count
    from (
      select id, name, completed_on, output
      from pgboss.job
      where name = ${sql.lit(job)}
        and state = 'completed'
      order by completed_on desc
      limit 1
    ) proof
    where proof.output ->> 'ok' = 'false'`.execute(db);
  return rows;
}

/** Open differences between our books and the provider's, by wallet. */
export async function listDifferences(db: Database): Promise<WorkItem[]> {
  const { rows } = await sql<WithRequired<'since'>>`
    select
      difference.id::text as id,
      difference.account_id as about,
      abs(difference.ledger_cents - difference.provider_cents) as "amountCents",
      difference.opened_at as since,
      ${NOBODY},
      count(*) over () as count
    from (
      select *
      from reconciliation_difference
      where closed_at is null
      order by opened_at, id
      limit ${COUNT_CAP}
    ) difference
    order by difference.opened_at, difference.id
    limit ${PAGE_SIZE}`.execute(db);
  return rows;
}

/** Movements that nobody knows, by wallet, on those without an open difference, which would lead to them. */
export async function listUnknownMovements(db: Database): Promise<WorkItem[]> {
  const { rows } = await sql<WithRequired<'amountCents' | 'since'>>`
    select
      movement.id::text as id,
      coalesce(movement.to_account_id, movement.from_account_id, '') as about,
      movement.amount_cents as "amountCents",
      movement.moved_at as since,
      ${NOBODY},
      count(*) over () as count
    from (
      select *
      from unknown_movement unknown
      where closed_at is null
        and not exists (
          select from reconciliation_difference difference
          where difference.closed_at is null
            and difference.account_id in (unknown.from_account_id, unknown.to_account_id)
        )
      order by moved_at, provider_id, id
      limit ${COUNT_CAP}
    ) movement
    order by movement.moved_at, movement.provider_id, movement.id
    limit ${PAGE_SIZE}`.execute(db);
  return rows;
}

/** Requests that wait for a second administrator, by what was asked. */
export async function listApprovals(db: Database, now: Temporal.Instant): Promise<WorkItem[]> {
  const { rows } = await sql<WithRequired<'amountCents' | 'since'>>`
    select
      approval.id::text as id,
      approval.audit_kind as about,
      approval.amount_cents as "amountCents",
      approval.asked_at as since,
      ${NOBODY},
      count(*) over () as count
    from (
      select *
      from approval
      where state = 'waiting'
        and expires_at > ${now}::timestamptz
      order by asked_at, id
      limit ${COUNT_CAP}
    ) approval
    order by approval.asked_at, approval.id
    limit ${PAGE_SIZE}`.execute(db);
  return rows;
}

/** Payments that moved twice at the provider, or otherwise than our books say. */
export async function listIncidents(db: Database): Promise<WorkItem[]> {
  const { rows } = await sql<WithRequired<'amountCents' | 'since'>>`
    select
      incident.id::text as id,
      payment.purpose as about,
      incident.amount_cents as "amountCents",
      incident.found_at as since,
      ${NOBODY},
      count(*) over () as count
    from (
      select *
      from payment_incident
      where resolved_at is null
      order by found_at
      limit ${COUNT_CAP}
    ) incident
    join payment payment on payment.id = incident.payment_id
    order by incident.found_at, incident.id
    limit ${PAGE_SIZE}`.execute(db);
  return rows;
}

/** Payments without an outcome from the provider for a day. */
export async function listPaymentsWithoutOutcome(db: Database, now: Temporal.Instant): Promise<WorkItem[]> {
  const { rows } = await sql<WithRequired<'amountCents' | 'since'>>`
    select
      payment.id::text as id,
      payment.purpose as about,
      payment.amount_cents as "amountCents",
      payment.created_at as since,
      ${NOBODY},
      count(*) over () as count
    from (
      select *
      from payment
      where status in ('created', 'sent')
        and created_at < ${now}::timestamptz - make_interval(hours => ${sql.lit(OUTCOME_HOURS)})
      order by created_at
      limit ${COUNT_CAP}
    ) payment
    order by payment.created_at, payment.id
    limit ${PAGE_SIZE}`.execute(db);
  return rows;
}

/** Refused payments that no job orders again (A-payments-5). */
export async function listPaymentsRefused(db: Database): Promise<WorkItem[]> {
  const { rows } = await sql<WithRequired<'amountCents'>>`
    select
      payment.id::text as id,
      payment.purpose as about,
      payment.amount_cents as "amountCents",
      payment.decision_since as since,
      ${NOBODY},
      count(*) over () as count
    from (
      select *
      from payment
      where decision_since is not null
      order by decision_since, id
      limit ${COUNT_CAP}
    ) payment
    order by payment.decision_since, payment.id
    limit ${PAGE_SIZE}`.execute(db);
  return rows;
}

/** Notifications of the provider that were not handled: they failed, or nothing took them up. */
export async function listNotifications(db: Database, now: Temporal.Instant): Promise<WorkItem[]> {
  const { rows } = await sql<WithRequired<'since'>>`
    select
      event.id::text as id,
      event.path as about,
      null::bigint as "amountCents",
      event.received_at as since,
      ${NOBODY},
      count(*) over () as count
    from (
      select *
      from provider_event
      where processed_at is null
        and (last_error is not null
          or received_at < ${now}::timestamptz - make_interval(mins => ${sql.lit(NOTIFICATION_MINUTES)}))
      order by received_at, id
      limit ${COUNT_CAP}
    ) event
    order by event.received_at, event.id
    limit ${PAGE_SIZE}`.execute(db);
  return rows;
}

/** Jobs that were given up. */
export async function listJobsFailed(db: Database): Promise<WorkItem[]> {
  const { rows } = await sql<WorkItem>`
    select
      job.id::text as id,
      job.name as about,
      null::bigint as "amountCents",
      job.completed_on as since,
      ${NOBODY},
      count(*) over () as count
    from (
      select id, name, completed_on
      from pgboss.job
      where state <> 'completed'
        and state = 'failed'
      limit ${COUNT_CAP}
    ) job
    order by job.completed_on, job.id
    limit ${PAGE_SIZE}`.execute(db);
  return rows;
}
