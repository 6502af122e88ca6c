// SQL of what waits for investors: identity checks, tax requests, complaints, invoices of referrers, money that came to a closed account.

import { sql } from 'kysely';
import type { Database } from '../../../core/db/pool.ts';
import { listUnanswered } from '../../access/tax-identity/index.ts';
import { listOpenComplaints } from '../complaints/index.ts';
import { COUNT_CAP, PAGE_SIZE, type WithRequired, type WorkItem } from './project-queries.ts';
import { TAX_IDENTITY_DAYS, TAX_IDENTITY_END_DAYS } from './rules.ts';

/** The investor's name, or their address where they have not given it. */
const NAME = sql`coalesce(nullif(concat_ws(' ', customer.first_name, customer.last_name), ''), person.email)`;

/** Investors whose documents were handed in and have no verdict. */
export async function listIdentityChecks(db: Database): Promise<WorkItem[]> {
  const { rows } = await sql<WithRequired<'customerId'>>`
    select
      customer.id::text as id,
      ${NAME} as about,
      null::bigint as "amountCents",
      coalesce(customer.documents_completed_at, customer.created_at) as since,
      null::uuid as "propertyId",
      customer.id as "customerId",
      null::text as period,
      count(*) over () as count
    from (
      select *
      from customer
      where kyc_status = 'waitingForVerifier'
      order by documents_completed_at
      limit ${COUNT_CAP}
    ) customer
    join auth_user person on person.id = customer.user_id
    order by since, customer.id
    limit ${PAGE_SIZE}`.execute(db);
  return rows;
}

/** Requests for another tax rate that nobody has decided. */
export async function listTaxRequests(db: Database): Promise<WorkItem[]> {
  const { rows } = await sql<WithRequired<'since' | 'customerId'>>`
    select
      request.id::text as id,
      ${NAME} as about,
      null::bigint as "amountCents",
      request.created_at as since,
      null::uuid as "propertyId",
      request.customer_id as "customerId",
      null::text as period,
      count(*) over () as count
    from (
      select *
      from tax_rate_request
      where status = 'waiting'
      order by created_at
      limit ${COUNT_CAP}
    ) request
    join customer on customer.id = request.customer_id
    join auth_user person on person.id = customer.user_id
    order by request.created_at, request.id
    limit ${PAGE_SIZE}`.execute(db);
  return rows;
}

/** Investors who have not answered what the yearly tax file lacks of them. */
export async function listTaxIdentities(db: Database, now: Temporal.Instant): Promise<WorkItem[]> {
  const rows = await listUnanswered(db, {
    askedAfter: now.subtract({ hours: 24 * TAX_IDENTITY_END_DAYS }),
    askedBefore: now.subtract({ hours: 24 * TAX_IDENTITY_DAYS }),
    limit: PAGE_SIZE,
  });
  return rows.map(({ customerId, ...row }) => ({
    ...row,
    id: customerId,
    customerId,
    amountCents: null,
    propertyId: null,
    period: null,
  }));
}

/**
 * Closed accounts to which money came all the same: it has to go back before more of them is erased. Those that the nightly job
 * complete-erasures marked, as there are ever more closed ones.
 */
export async function listMoneyOfClosed(db: Database): Promise<WorkItem[]> {
  const { rows } = await sql<WithRequired<'amountCents' | 'customerId'>>`
    select
      customer.id::text as id,
      ${NAME} as about,
      held.cents as "amountCents",
      coalesce(
        (select max(event_at) from wallet_transaction where customer_id = customer.id and event_at > customer.closed_at),
        customer.closed_at
      ) as since,
      null::uuid as "propertyId",
      customer.id as "customerId",
      null::text as period,
      count(*) over () as count
    from (
      select customer_id
      from erasure
      where money_since is not null
      order by money_since
      limit ${COUNT_CAP}
    ) marked
    cross join lateral (
      select sum(balance_cents)::bigint as cents
      from ledger_account
      where owner_id = marked.customer_id
    ) held
    join customer on customer.id = marked.customer_id
    join auth_user person on person.id = customer.user_id
    where held.cents <> 0
    order by since, customer.id
    limit ${PAGE_SIZE}`.execute(db);
  return rows;
}

/** Complaints without an answer. */
export async function listComplaints(db: Database): Promise<WorkItem[]> {
  const rows = await listOpenComplaints(db, PAGE_SIZE);
  return rows.map((row) => ({ ...row, amountCents: null, propertyId: null, period: null }));
}

/** Referrers with rewards of a year that wait for their invoice. */
export async function listReferralInvoices(db: Database): Promise<WorkItem[]> {
  const { rows } = await sql<WithRequired<'customerId'>>`
    select
      customer.id::text as id,
      ${NAME} as about,
      blocked.cents as "amountCents",
      blocked.since,
      null::uuid as "propertyId",
      customer.id as "customerId",
      null::text as period,
      count(*) over () as count
    from (
      select
        referrer_customer_id,
        year,
        sum(blocked_cents)::bigint as cents,
        min(created_at) as since
      from referral_reward
      where blocked_cents > 0
        and invoice_id is null
      group by referrer_customer_id, year
      limit ${COUNT_CAP}
    ) blocked
    join customer on customer.id = blocked.referrer_customer_id and customer.closed_at is null
    join auth_user person on person.id = customer.user_id
    order by blocked.since, customer.id
    limit ${PAGE_SIZE}`.execute(db);
  return rows;
}
