// What a transaction has written so far, of all that concerns money: the payments it has ordered, and what it has posted.

import { sql } from 'kysely';
import type { Cents } from '../../core/cents.ts';
import type { Tx } from '../../core/db/transaction.ts';
import type { PaymentPurpose } from './payment.ts';

/** A payment as it was ordered: to an account at the provider, or to a bank account that is known there. */
export type OrderedPayment = {
  purpose: PaymentPurpose;
  kind: 'transfer' | 'payOut';
  fromAccountId: string;
  toAccountId: string | null;
  providerBankAccountId: number | null;
  amountCents: Cents;
};

/** What the postings of one type add up to on one account. */
export type Booking = { type: string; account: string; amountCents: Cents };

/** An account of the ledger before and after. */
export type ChangedBalance = { account: string; beforeCents: Cents; afterCents: Cents };

/** Lists have at most {@link MOST_LISTED} rows, the largest amounts first; counts, sums and `digest` are of all. */
export type Written = {
  payments: { count: number; transferCents: Cents; payOutCents: Cents; items: OrderedPayment[] };
  bookings: { count: number; items: Booking[] };
  balances: { count: number; items: ChangedBalance[] };
  /** What went from account to account of the ledger, beyond the holds of payments. */
  bookedCents: Cents;
  /** Of every payment and booking, not of the balances: equal where the same money goes the same ways. */
  digest: string;
};

const MOST_LISTED = 100;

type Row = {
  payment_count: number;
  transfer_cents: Cents;
  pay_out_cents: Cents;
  payments: OrderedPayment[];
  booking_count: number;
  bookings: Booking[];
  balance_count: number;
  balances: ChangedBalance[];
  booked_cents: Cents;
  digest: string;
};

/** Of the transaction that `tx` is in, since `since` of the business clock. */
export async function readWritten(tx: Tx, since: Temporal.Instant): Promise<Written> {
  const { rows } = await sql<Row>`
    with ordered as materialized (
      select
        purpose, kind, from_account_id as "fromAccountId", to_account_id as "toAccountId",
        provider_bank_account_id as "providerBankAccountId", amount_cents as "amountCents"
      from payment
      where created_at >= ${since}::timestamptz
        and transaction_number = pg_current_xact_id()::text::bigint
    ), posted as materialized (
      select posting.type, posting.step, account.name, line.amount_cents
      from ledger_posting posting
      join ledger_line line on line.posting_id = posting.id
      join ledger_account account on account.id = line.account_id
      where posting.transaction_number = pg_current_xact_id()::text::bigint
    ), booking as materialized (
      select type, name as account, sum(amount_cents)::bigint as "amountCents"
      from posted
      group by type, name
      having sum(amount_cents) <> 0
    ), balance as materialized (
      select account.name as account, account.balance_cents - moved.cents as "beforeCents", account.balance_cents as "afterCents"
      from (
        select name, sum(amount_cents)::bigint as cents
        from posted
        group by name
      ) moved
      join ledger_account account on account.name = moved.name
      where moved.cents <> 0
    )
    select
      (select count(*) from ordered) as payment_count,
      (select coalesce(sum("amountCents") filter (where kind = 'transfer'), 0)::bigint from ordered) as transfer_cents,
      (select coalesce(sum("amountCents") filter (where kind = 'payOut'), 0)::bigint from ordered) as pay_out_cents,
      (
        select coalesce(jsonb_agg(to_jsonb(most)), '[]')
        from (
          select * from ordered
          order by "amountCents" desc, purpose, "fromAccountId", "toAccountId", "providerBankAccountId"
          limit ${MOST_LISTED}
        ) most
      ) as payments,
      (select count(*) from booking) as booking_count,
      (
        select coalesce(jsonb_agg(to_jsonb(most)), '[]')
        from (select * from booking order by abs("amountCents") desc, type, account limit ${MOST_LISTED}) most
      ) as bookings,
      (select count(*) from balance) as balance_count,
      (
        select coalesce(jsonb_agg(to_jsonb(most)), '[]')
        from (select * from balance order by abs("afterCents" - "beforeCents") desc, account limit ${MOST_LISTED}) most
      ) as balances,
      (select coalesce(sum(amount_cents) filter (where amount_cents > 0 and step <> 'hold'), 0)::bigint from posted) as booked_cents,
      md5(
        coalesce((select string_agg(ordered::text, ' ' order by ordered::text) from ordered), '')
        || '/'
        || coalesce((select string_agg(booking::text, ' ' order by booking::text) from booking), '')
      ) as digest`.execute(tx);
  const [row] = rows;
  if (!row) throw new Error('a query without a from has one row');
  return toWritten(row);
}

function toWritten(row: Row): Written {
  const { payment_count, transfer_cents: transferCents, pay_out_cents: payOutCents, payments } = row;
  return {
    payments: { count: payment_count, transferCents, payOutCents, items: payments },
    bookings: { count: row.booking_count, items: row.bookings },
    balances: { count: row.balance_count, items: row.balances },
    bookedCents: row.booked_cents,
    digest: row.digest,
  };
}

/** True of a transaction that has moved nothing and ordered nothing. */
export function isNothing({ payments, bookings }: Written): boolean {
  return payments.count === 0 && bookings.count === 0;
}
