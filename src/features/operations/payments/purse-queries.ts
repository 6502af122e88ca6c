// SQL of the purses of a project: balances, sums, and the postings behind them. The accounts of a project carry its id.

import { sql } from 'kysely';
import type { Cents } from '../../../core/cents.ts';
import type { Database } from '../../../core/db/pool.ts';
import type { PropertyId } from '../../../core/db/tables.ts';
import type { ProjectPurses } from './schemas.ts';

type Purse = ProjectPurses['purses'][number];
type Flow = ProjectPurses['flows'][number];
type Line = { account: string; place: Flow['from']; customerId: string | null; amountCents: Cents };

/** A posting as the list shows it; `id` grows with the time of writing. */
export type PostingRow = {
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
        coalesce(held_transaction.payment_order_id, posting.reference) as reference,
        (array_agg(posting.type order by posting.id))[1] as type,
        ledger_place(account.name, ${propertyId}) as place,
        sum(line.amount_cents) as cents
      from held
      join ledger_posting posting on posting.id = held.posting_id
      left join wallet_transaction held_transaction on held_transaction.id = posting.reference
      join ledger_line line on line.posting_id = posting.id
      join ledger_account account on account.id = line.account_id
      group by coalesce(held_transaction.payment_order_id, posting.reference), place
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
 * last seen. The newest of each account are more than enough.
 */
export async function findProjectPostings(
  db: Database,
  propertyId: PropertyId,
  { purse, type }: { purse?: string; type?: string },
  { limit, before }: { limit: number; before: number | undefined },
): Promise<PostingRow[]> {
  const { rows } = await sql<PostingRow>`
    select posting.id, posting.reference, posting.step, posting.type, posting.event_at as "eventAt",
      (select payment_order_id from wallet_transaction where id = posting.reference) as "paymentId",
      (
        select json_agg(
          json_build_object(
            'account', account.name,
            'place', ledger_place(account.name, ${propertyId}),
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
