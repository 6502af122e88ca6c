// SQL of the administrators' view of payments and of the purses of a project; nothing is written here.

import { sql } from 'kysely';
import type { Cents } from '../../../core/cents.ts';
import type { Database } from '../../../core/db/pool.ts';
import { inPeriod, jsonList } from '../../../core/db/sql-fragments.ts';
import type { CustomerId, PropertyId } from '../../../core/db/tables.ts';
import type { CursorKey } from '../../../core/http/pagination.ts';
import type { Period } from '../../../core/period.ts';
import type { PaymentPurpose, PaymentStatus } from '../../../money/payments/index.ts';
import { noteCountOf } from '../notes/index.ts';
import type { ProjectPurses } from './schemas.ts';

/** Filters, all optional. */
export type PaymentFilters = Period & {
  status?: PaymentStatus;
  purpose?: PaymentPurpose;
  propertyId?: PropertyId;
  customerId?: CustomerId;
};

/** A payment with the transactions that show it; cents. */
export type PaymentRow = Awaited<ReturnType<typeof findPayments>>[number];

/** A posting of a payment or of one of its transactions. */
export type PostingRow = Awaited<ReturnType<typeof listPostings>>[number];

/** Newest first, one more than `limit` when there are more. */
export async function findPayments(db: Database, filters: PaymentFilters, page: { limit: number; after: CursorKey | undefined }) {
  const { status, purpose, propertyId, customerId } = filters;
  let query = selectPayments(db).where(inPeriod('payment.created_at', filters));
  if (status !== undefined) query = query.where('payment.status', '=', status);
  // A literal: with a parameter, a prepared statement cannot use the partial index.
  if (status !== undefined && status !== 'succeeded') query = query.where('payment.status', '<>', sql.lit('succeeded' as const));
  if (purpose !== undefined) query = query.where('payment.purpose', '=', purpose);
  if (propertyId !== undefined) query = query.where(isOfProperty(propertyId));
  // An investor's account at the provider has the investor's own id.
  if (customerId !== undefined)
    query = query.where((row) =>
      row.or([row('payment.from_account_id', '=', customerId), row('payment.to_account_id', '=', customerId)]),
    );
  if (page.after) query = query.where(sql<boolean>`(payment.created_at, payment.id) < (${page.after.at}, ${page.after.id})`);
  return query
    .orderBy('payment.created_at', 'desc')
    .orderBy('payment.id', 'desc')
    .limit(page.limit + 1)
    .execute();
}

/** The payment with this id. */
export async function findPayment(db: Database, id: string): Promise<PaymentRow | undefined> {
  return selectPayments(db).where('payment.id', '=', id).executeTakeFirst();
}

/** The month in whose payouts its subject is listed: that of the run, not of the last attempt; of a remittance the one that it is for. */
export async function findPayoutPeriod(db: Database, subjectId: string): Promise<string | null> {
  const { rows } = await sql<{ period: string }>`
    select to_char(run.run_date, 'YYYY-MM') as period
    from payout_line line
    join payout_run run on run.id = line.run_id
    where line.id = ${subjectId}::uuid
    union all
    select period
    from tax_remittance
    where id = ${subjectId}::uuid`.execute(db);
  return rows[0]?.period ?? null;
}

/** Payments with a transaction of the project, and the two kinds without transactions: commissions of its deals, tax of its payouts. */
function isOfProperty(propertyId: PropertyId) {
  return sql<boolean>`payment.id in (
    select payment_id
    from wallet_transaction
    where property_id = ${propertyId}
      and payment_id is not null
    union
    select commission.id
    from market_deal deal
    join payment commission on commission.subject_id = deal.id
    where deal.property_id = ${propertyId}
      and commission.purpose = 'market-deal-commission'
    union
    select line.tax_payment_id
    from payout_run run
    join payout_line line on line.run_id = run.id
    where run.property_id = ${propertyId}
      and line.tax_payment_id is not null
  )`;
}

/** Postings of the payment and of its transactions, in the order in which they were written. */
export async function listPostings(db: Database, paymentId: string) {
  return db
    .selectFrom('ledger_posting as posting')
    .select((row) => [
      'posting.reference',
      'posting.step',
      'posting.type',
      'posting.event_at as eventAt',
      'posting.created_at as createdAt',
      jsonList(
        row
          .selectFrom('ledger_line as line')
          .innerJoin('ledger_account as account', 'account.id', 'line.account_id')
          .select(['account.name as account', 'line.amount_cents as amountCents'])
          .whereRef('line.posting_id', '=', 'posting.id')
          .orderBy('line.line_number'),
      ).as('lines'),
    ])
    .where(
      sql<boolean>`posting.reference in (
        select ${paymentId}::uuid
        union all
        select id from wallet_transaction where payment_id = ${paymentId}
      )`,
    )
    .orderBy('posting.id')
    .execute();
}

function selectPayments(db: Database) {
  return db.selectFrom('payment').select((row) => [
    'payment.id',
    'payment.status',
    'payment.kind',
    'payment.purpose',
    'payment.subject_id as subjectId',
    'payment.amount_cents as amountCents',
    'payment.from_account_id as fromAccountId',
    'payment.to_account_id as toAccountId',
    'payment.provider_bank_account_id as providerBankAccountId',
    'payment.provider_payment_id as providerPaymentId',
    'payment.comment',
    'payment.attempts as turns',
    'payment.send_count as sendCount',
    'payment.first_sent_at as firstSentAt',
    'payment.last_sent_at as lastSentAt',
    'payment.refusal',
    'payment.failure',
    'payment.audit_kind as auditKind',
    'payment.decision_since as decisionSince',
    'payment.watched_until as watchedUntil',
    'payment.looked_at as lastWatchedAt',
    'payment.created_at as createdAt',
    'payment.settled_at as settledAt',
    noteCountOf('payment', 'payment.id').as('noteCount'),
    // Leases are in the database's time.
    sql<boolean>`coalesce(payment.lease_until > clock_timestamp(), false)`.as('isLeased'),
    jsonList(
      row
        .selectFrom('wallet_transaction as side')
        .leftJoin('property', 'property.id', 'side.property_id')
        .select([
          'side.id as transactionId',
          'side.type',
          'side.status',
          'side.customer_id as customerId',
          'side.spv_id as spvId',
          'side.property_id as propertyId',
          'property.name as propertyName',
          'side.amount_cents as amountCents',
        ])
        .whereRef('side.payment_id', '=', 'payment.id')
        .orderBy('side.type')
        .orderBy('side.id'),
    ).as('sides'),
  ]);
}

type Purse = ProjectPurses['purses'][number];
type Flow = ProjectPurses['flows'][number];
type Line = { account: string; place: Flow['from']; customerId: string | null; amountCents: Cents };

/** A posting as the list shows it; `id` grows with the time of writing. */
export type ProjectPostingRow = {
  id: number;
  reference: string;
  step: 'hold' | 'confirm' | 'release';
  type: string;
  eventAt: Temporal.Instant;
  paymentId: string | null;
  lines: Line[];
};

/** Balances of the purses, with the sums of what came in and went out, as the accounts keep them. */
export async function findPurses(db: Database, propertyId: PropertyId): Promise<Purse[]> {
  const { rows } = await sql<Purse>`
    select split_part(name, ':', 3) as purse, balance_cents as "balanceCents", in_cents as "inCents",
      in_cents - balance_cents as "outCents"
    from ledger_account
    where owner_id = ${propertyId}
    order by id`.execute(db);
  return rows;
}

/**
 * Where money went: sums that `ledger_post` keeps, and what passed through the project's HELD. Of that the lines of all steps of a movement
 * count together (a hold refers to its transaction, the confirmation to the payment), each account that gave paired with each that took, in
 * proportion where there are several of both.
 */
export async function findFlows(db: Database, propertyId: PropertyId): Promise<Flow[]> {
  const { rows } = await sql<Flow>`
    with held as (
      select distinct line.posting_id
      from ledger_account account
      join ledger_line line on line.account_id = account.id
      where account.name = ${`PRO:${propertyId}:HELD`}
    ),
    moved as (
      select
        coalesce(held_transaction.payment_id, posting.reference) as reference,
        (array_agg(posting.type order by posting.id))[1] as type,
        ledger_account_kind(account.name, ${propertyId}) as place,
        sum(line.amount_cents) as cents
      from held
      join ledger_posting posting on posting.id = held.posting_id
      left join wallet_transaction held_transaction on held_transaction.id = posting.reference
      join ledger_line line on line.posting_id = posting.id
      join ledger_account account on account.id = line.account_id
      group by coalesce(held_transaction.payment_id, posting.reference), place
      having sum(line.amount_cents) <> 0
    ),
    whole as (select reference, sum(cents) filter (where cents > 0) as cents from moved group by reference),
    flow as (
      select giver, taker, type, cents, movement_count
      from ledger_flow
      where property_id = ${propertyId}
      union all
      select giver.place, taker.place, giver.type, -giver.cents * taker.cents / whole.cents, 1
      from moved giver
      join moved taker on taker.reference = giver.reference and taker.cents > 0
      join whole on whole.reference = giver.reference
      where giver.cents < 0
    )
    select
      giver as "from",
      taker as "to",
      type,
      round(sum(cents))::bigint as cents,
      sum(movement_count)::integer as count
    from flow
    group by giver, taker, type
    order by giver, taker, type`.execute(db);
  return rows;
}

/**
 * Postings of the project, or of one purse, newest first, one more than `limit` when there are more; `before` is the id of the
 * last found. The newest of each account are more than enough.
 */
export async function findProjectPostings(
  db: Database,
  propertyId: PropertyId,
  { purse, type }: { purse?: string; type?: string },
  { limit, before }: { limit: number; before: number | undefined },
): Promise<ProjectPostingRow[]> {
  const { rows } = await sql<ProjectPostingRow>`
    select posting.id, posting.reference, posting.step, posting.type, posting.event_at as "eventAt",
      (select payment_id from wallet_transaction where id = posting.reference) as "paymentId",
      (
        select json_agg(
          json_build_object(
            'account', account.name,
            'place', ledger_account_kind(account.name, ${propertyId}),
            'customerId', case when account.name like 'INV:%' then account.owner_id end,
            'amountCents', line.amount_cents
          ) order by line.line_number)
        from ledger_line line
        join ledger_account account on account.id = line.account_id
        where line.posting_id = posting.id
      ) as lines
    from ledger_posting posting
    where posting.id in (
      select newest.posting_id
      from ledger_account own
      cross join lateral (
        select distinct line.posting_id
        from ledger_line line
        where line.account_id = own.id
          and ${before === undefined ? sql`true` : sql`line.posting_id < ${before}`}
          and ${type === undefined ? sql`true` : sql`line.type = ${type}`}
        order by line.posting_id desc
        limit ${limit + 1}
      ) newest
      where own.owner_id = ${propertyId}
        and ${purse === undefined ? sql`true` : sql`own.name = ${`PRO:${propertyId}:${purse}`}`}
    )
    order by posting.id desc
    limit ${limit + 1}`.execute(db);
  return rows;
}

/** Whether there is such a property. */
export async function isProperty(db: Database, propertyId: PropertyId): Promise<boolean> {
  return (await db.selectFrom('property').select('id').where('id', '=', propertyId).executeTakeFirst()) !== undefined;
}
