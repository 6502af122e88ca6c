// SQL of what waits in the machinery: payments, notifications, jobs, differences with the provider, the nightly proof.

import { sql } from 'kysely';
import type { Database } from '../../../core/db/pool.ts';
import { COUNTED, type Known, SHOWN, type Waits } from './project-queries.ts';
import { NOTIFICATION_MINUTES, OUTCOME_HOURS } from './rules.ts';

/** What the machinery has no project, investor or month for. */
const NOBODY = sql`
  null::uuid as "propertyId",
  null::uuid as "customerId",
  null::text as period`;

/** The newest proof of the books, if it failed; it is a job, whose report the queue keeps for a week. */
export async function listRedProofs(db: Database): Promise<Waits[]> {
  const { rows } = await sql<Waits>`
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
      where name = 'ledger-proof'
        and state = 'completed'
      order by completed_on desc
      limit 1
    ) proof
    where proof.output ->> 'ok' = 'false'`.execute(db);
  return rows;
}

/** Open differences between our books and the provider's, by wallet. */
export async function listDifferences(db: Database): Promise<Waits[]> {
  const { rows } = await sql<Known<'since'>>`
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
      limit ${COUNTED}
    ) difference
    order by difference.opened_at, difference.id
    limit ${SHOWN}`.execute(db);
  return rows;
}

/** Movements that nobody knows, by wallet, on those without an open difference, which would lead to them. */
export async function listUnknownMovements(db: Database): Promise<Waits[]> {
  const { rows } = await sql<Known<'amountCents' | 'since'>>`
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
      order by moved_at, id
      limit ${COUNTED}
    ) movement
    order by movement.moved_at, movement.id
    limit ${SHOWN}`.execute(db);
  return rows;
}

/** Payments that moved twice at the provider, or otherwise than our books say. */
export async function listIncidents(db: Database): Promise<Waits[]> {
  const { rows } = await sql<Known<'amountCents' | 'since'>>`
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
      limit ${COUNTED}
    ) incident
    join payment_order payment on payment.id = incident.payment_order_id
    order by incident.found_at, incident.id
    limit ${SHOWN}`.execute(db);
  return rows;
}

/** Payments whose outcome the provider has not told for a day. */
export async function listPaymentsWithoutOutcome(db: Database, now: Temporal.Instant): Promise<Waits[]> {
  const { rows } = await sql<Known<'amountCents' | 'since'>>`
    select
      payment.id::text as id,
      payment.purpose as about,
      payment.amount_cents as "amountCents",
      payment.created_at as since,
      ${NOBODY},
      count(*) over () as count
    from (
      select *
      from payment_order
      where status in ('created', 'sent')
        and created_at < ${now}::timestamptz - make_interval(hours => ${sql.lit(OUTCOME_HOURS)})
      order by created_at
      limit ${COUNTED}
    ) payment
    order by payment.created_at, payment.id
    limit ${SHOWN}`.execute(db);
  return rows;
}

/** Refused payments that no job orders again (A-payments-5). */
export async function listPaymentsRefused(db: Database): Promise<Waits[]> {
  const { rows } = await sql<Known<'amountCents'>>`
    select
      payment.id::text as id,
      payment.purpose as about,
      payment.amount_cents as "amountCents",
      payment.decision_since as since,
      ${NOBODY},
      count(*) over () as count
    from (
      select *
      from payment_order
      where decision_since is not null
      order by decision_since, id
      limit ${COUNTED}
    ) payment
    order by payment.decision_since, payment.id
    limit ${SHOWN}`.execute(db);
  return rows;
}

/** Notifications of the provider that were not handled: they failed, or nothing took them up. */
export async function listNotifications(db: Database, now: Temporal.Instant): Promise<Waits[]> {
  const { rows } = await sql<Known<'since'>>`
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
      limit ${COUNTED}
    ) event
    order by event.received_at, event.id
    limit ${SHOWN}`.execute(db);
  return rows;
}

/** Jobs that were given up. */
export async function listJobsFailed(db: Database): Promise<Waits[]> {
  const { rows } = await sql<Waits>`
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
      limit ${COUNTED}
    ) job
    order by job.completed_on, job.id
    limit ${SHOWN}`.execute(db);
  return rows;
}
