// What an invariant is, and what a proof looks at: everything, or what was marked since the last one (ADR 0018).

import { type RawBuilder, sql } from 'kysely';
import type { Tx } from '../../../core/db/transaction.ts';
import type { Violation } from './rules.ts';

/** Kinds of marks, as the triggers write them: what the subject is the id of. */
type TouchKind =
  | 'transaction'
  | 'order'
  | 'purchase'
  | 'funding'
  | 'bricks'
  | 'project'
  | 'run'
  | 'deal'
  | 'seller'
  | 'referral'
  | 'holder'
  | 'coupons';

/** Ids to look at, a query of one column; undefined: all there are. */
type Ids = RawBuilder<unknown> | undefined;

/** A place in the order of the postings: that of the last one in the checkpoint. */
export type Position = { transaction: number; posting: number };

/** Everything that the invariants can be narrowed to. What is open (waiting, for sale, not paid yet) is always looked at. */
export type Scope = {
  /** Postings after this place; the checkpoint has the sums of those before. */
  after: Position;
  transactions: Ids;
  orders: Ids;
  purchases: Ids;
  /** Properties whose purchases changed. */
  fundings: Ids;
  /** Properties whose bricks came or went. */
  bricks: Ids;
  /** Properties whose money changed otherwise. */
  projects: Ids;
  runs: Ids;
  deals: Ids;
  sellers: Ids;
  referrals: Ids;
  /** Customers whose bricks came, went or were offered. */
  holders: Ids;
  /** Customers with coupons and taxes that changed. */
  couponHolders: Ids;
};

/** Before the first posting. */
export const START: Position = { transaction: -1, posting: 0 };

/** All rows and all postings. */
export const EVERYTHING: Scope = {
  after: START,
  transactions: undefined,
  orders: undefined,
  purchases: undefined,
  fundings: undefined,
  bricks: undefined,
  projects: undefined,
  runs: undefined,
  deals: undefined,
  sellers: undefined,
  referrals: undefined,
  holders: undefined,
  couponHolders: undefined,
};

/** What was written after this place, and marked since its proof. */
export function changedSince(after: Position): Scope {
  const transactions = sql`
    ${touched('transaction')}
    union
    select id from wallet_transaction where payment_id in (${touched('order')})`;
  const runs = sql`
    ${touched('run')}
    union
    select run_id from payout_line where id in (select subject_id from payment where id in (${touched('order')}))`;
  return {
    after,
    transactions,
    orders: sql`
      ${touched('order')}
      union
      select payment_id from wallet_transaction where id in (${touched('transaction')}) and payment_id is not null`,
    purchases: sql`
      ${touched('purchase')}
      union
      select id from purchase where property_id in (${touched('bricks')})`,
    fundings: sql`
      ${touched('funding')}
      union
      select property_id from purchase where wallet_transaction_id in (${transactions})
      union
      select property_id from purchase where refund_transaction_id in (${transactions})
      union
      ${movedPurses(after, sql`name like 'PRO:%:COLLECT'`)}`,
    bricks: touched('bricks'),
    projects: sql`
      ${touched('project')}
      union
      select property_id from payout_run where id in (${runs})
      union
      ${movedPurses(after, sql`name like 'PRO:%' and name not like 'PRO:%:COLLECT'`)}`,
    runs,
    deals: sql`
      ${touched('deal')}
      union
      select id from market_deal where buying_transaction_id in (${transactions})
      union
      select id from market_deal where selling_transaction_id in (${transactions})`,
    sellers: touched('seller'),
    referrals: sql`
      ${touched('referral')}
      union
      select id from referral_payout where wallet_transaction_id in (${transactions})`,
    holders: touched('holder'),
    couponHolders: sql`
      ${touched('coupons')}
      union
      select customer_id
      from wallet_transaction
      where id in (${touched('transaction')}) and type in ('COUPON_PAYOUT', 'WITHHOLDING_TAX')`,
  };
}

function touched(kind: TouchKind): RawBuilder<unknown> {
  return sql`select subject from proof_dirty_row where kind = ${sql.lit(kind)}`;
}

/** Properties to whose accounts something was posted. */
function movedPurses(after: Position, which: RawBuilder<unknown>): RawBuilder<unknown> {
  return sql`
    select owner_id
    from ledger_account
    where ${which}
      and id in (
        select line.account_id
        from ${postingsAfter(after)} posting
        join ledger_line line on line.posting_id = posting.id
      )`;
}

/** The condition that a column is one of the ids. */
export function among(column: string, ids: Ids): RawBuilder<unknown> {
  return ids === undefined ? sql`true` : sql`${sql.ref(column)} in (${ids})`;
}

/** Properties to look at, as a table named `property` with one column `id`: also those that only an account knows. */
export function propertiesOf(ids: Ids): RawBuilder<unknown> {
  const every = sql`select id from property union select owner_id from ledger_account where name like 'PRO:%'`;
  return sql`(${ids ?? every}) as property (id)`;
}

/** Postings after a place, as a table. */
export function postingsAfter({ transaction, posting }: Position): RawBuilder<unknown> {
  return sql`ledger_postings_after(${sql.lit(transaction)}, ${sql.lit(posting)})`;
}

/** `violations` returns no row while the invariant holds for what the scope looks at. */
export type Invariant = { name: string; violations: (scope: Scope) => RawBuilder<Violation> };

/** A broken invariant may have a million rows; the first ones are enough to find the cause. */
export const MAX_VIOLATIONS = 50;

/** The first violations of an invariant, read in the caller's snapshot. */
export async function findViolations(tx: Tx, { violations }: Invariant, scope: Scope): Promise<Violation[]> {
  const { rows } = await sql<Violation>`
    select *
    from (${violations(scope)}) as violation
    order by subject
    limit ${MAX_VIOLATIONS}`.execute(tx);
  return rows;
}
