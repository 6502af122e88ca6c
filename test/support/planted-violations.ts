// Damage that the ledger proof must see, one for each invariant: none of it can come to be through the product. All of it SQL, with what
// undoes it.

import { asOwner } from './money-states.ts';
import type { World } from './world.ts';

/** `invariant` is broken by `plant`, perhaps among others, and by nothing once `undo` has run. */
export type Planted = { invariant: string; plant: string; undo: string };

/** Damage: adds one to a number of a row, and takes it away again. */
function offByOne(invariant: string, table: string, column: string, where: string): Planted {
  const by = (cents: number) => `update ${table} set ${column} = ${column} + (${cents}) where ${where}`;
  return { invariant, plant: by(1), undo: by(-1) };
}

/** Damage: another value, and the one that it was. */
function become(invariant: string, table: string, column: string, values: [was: string, is: string], where: string): Planted {
  const [was, is] = values;
  return {
    invariant,
    plant: `update ${table} set ${column} = ${is} where ${where}`,
    undo: `update ${table} set ${column} = ${was} where ${where}`,
  };
}

/** Damage: a row that nothing goes with; `values` begin with its id. */
function stray(invariant: string, table: string, columns: string, select: string): Planted {
  const id = 'b1000000-0000-4000-8000-000000000001';
  return {
    invariant,
    plant: `insert into ${table} (id, ${columns}) select '${id}', ${select}`,
    undo: `delete from ${table} where id = '${id}'`,
  };
}

/** The same of a transaction that has ended. */
function finalOffByOne(invariant: string, id: string): Planted {
  const { plant, undo } = offByOne(invariant, 'wallet_transaction', 'amount_cents', `id = ${id}`);
  return { invariant, plant: asOwner(plant), undo: asOwner(undo) };
}

/** Another status of a payment that has ended. */
function endsOtherwise(invariant: string, values: [was: string, is: string], where: string): Planted {
  const { plant, undo } = become(invariant, 'payment', 'status', values, where);
  return { invariant, plant: asOwner(plant, 'payment'), undo: asOwner(undo, 'payment') };
}

const BUYING = `(select buying_transaction_id from market_deal where status = 'confirmed')`;
const PAID_FOR = (purpose: string) =>
  `(select min(id::text)::uuid from payment where purpose = '${purpose}' and status = 'succeeded')`;
const NEWEST_MONEY_IN = `(select id from wallet_transaction where type = 'MONEY_IN' order by created_at desc limit 1)`;
const BOUGHT_ON_THE_MARKET = `select id, owner_customer_id from brick
  where owner_customer_id is not null and purchase_id is null order by id limit 1`;
const BOUGHT_IN_A_FUNDING = `select id, owner_customer_id from brick where purchase_id is not null and deal_id is null order by id limit 1`;
const REPAID = `(select property_id from payout_run order by created_at limit 1)`;
const ECHEANCE = `(select echeance_id from payout_run order by created_at limit 1)`;

/** Damage: for a world with an own wire, a coupon, a purchase and a deal that were all settled, and a deal for sale. */
export const PLANTED: readonly Planted[] = [
  {
    invariant: 'postings-sum-to-zero',
    plant: `insert into ledger_posting (reference, step, type, event_at, created_at)
      values ('b1000000-0000-4000-8000-000000000002', 'confirm', 'MONEY_IN', now(), now())`,
    undo: `set session_replication_role = replica;
      delete from ledger_posting where reference = 'b1000000-0000-4000-8000-000000000002';
      set session_replication_role = origin`,
  },
  {
    // Its lines say another type, and are worth nothing to anybody.
    invariant: 'postings-sum-to-zero',
    plant: `set session_replication_role = replica;
      with posting as (
        insert into ledger_posting (reference, step, type, event_at, created_at)
        values ('b1000000-0000-4000-8000-000000000003', 'confirm', 'MONEY_IN', now(), now())
        returning id, event_at
      )
      insert into ledger_line (posting_id, line_number, account_id, amount_cents, event_at, type)
      select posting.id, line, account.id, 3 - 2 * line, posting.event_at, 'COUPON_PAYOUT'
      from posting, ledger_account account, generate_series(1, 2) line
      where account.name = 'EXT';
      update ledger_account set in_cents = in_cents + 1 where name = 'EXT';
      set session_replication_role = origin`,
    undo: `set session_replication_role = replica;
      delete from ledger_line using ledger_posting
        where posting_id = id and reference = 'b1000000-0000-4000-8000-000000000003';
      delete from ledger_posting where reference = 'b1000000-0000-4000-8000-000000000003';
      update ledger_account set in_cents = in_cents - 1 where name = 'EXT';
      set session_replication_role = origin`,
  },
  offByOne('balances-equal-postings', 'ledger_account', 'balance_cents', `name = 'EXT'`),
  offByOne('balances-equal-postings', 'ledger_account', 'in_cents', `name = 'EXT'`),
  offByOne(
    'holds-equal-waiting-transactions',
    'ledger_account',
    'balance_cents',
    `name = (select min(name) from ledger_account where name like 'INV:%:HELD')`,
  ),
  offByOne('bricks-add-up', 'property', 'total_bricks', `id = ${REPAID}`),
  offByOne('tallies-count-purchases', 'funding_totals', 'confirmed_bricks', `property_id = ${REPAID}`),
  offByOne('holdings-count-bricks', 'brick_holding', 'brick_count', `property_id = ${REPAID}`),
  offByOne(
    'purchases-own-their-bricks',
    'purchase',
    'brick_count',
    `id = (select min(id::text)::uuid from purchase where status = 'confirmed' and property_id in (select id from property where purchased_date is null))`,
  ),
  finalOffByOne('deals-have-two-opposite-transactions', BUYING),
  // What was held, what was moved, and a part of what was moved.
  finalOffByOne('amounts-equal-postings', BUYING),
  finalOffByOne('amounts-equal-postings', `(select min(id::text)::uuid from wallet_transaction where type = 'MONEY_IN')`),
  finalOffByOne('amounts-equal-postings', `(select min(id::text)::uuid from wallet_transaction where type = 'WITHHOLDING_TAX')`),
  finalOffByOne('amounts-equal-postings', `(select min(id::text)::uuid from wallet_transaction where type = 'ASSIGNMENT')`),
  // What was ordered at the provider.
  ...['coupon', 'capital-repayment', 'market-deal'].map((purpose) =>
    offByOne('amounts-equal-postings', 'payment', 'amount_cents', `id = ${PAID_FOR(purpose)}`),
  ),
  {
    // Taken away, it would be booked again.
    invariant: 'amounts-equal-postings',
    plant: asOwner(`create table taken_away as select * from wallet_transaction where id = ${NEWEST_MONEY_IN};
      delete from wallet_transaction where id in (select id from taken_away)`),
    undo: 'insert into wallet_transaction select * from taken_away; drop table taken_away',
  },
  {
    // Of somebody else.
    invariant: 'amounts-equal-postings',
    plant: asOwner(`create table taken_away as select * from wallet_transaction where id = ${NEWEST_MONEY_IN};
      update wallet_transaction set customer_id = (select min(id::text)::uuid from customer where id <> customer_id)
      where id in (select id from taken_away)`),
    undo: `${asOwner('update wallet_transaction known set customer_id = taken.customer_id from taken_away taken where known.id = taken.id')};
      drop table taken_away`,
  },
  {
    // Booked by an administrator, and not posted.
    invariant: 'booked-movements-are-posted',
    plant: `insert into unknown_movement (id, kind, provider_id, to_account_id, amount_cents, is_executed, moved_at, opened_at,
        last_seen_at, closed_at, booked_at, booked_reason)
      values ('b1000000-0000-4000-8000-000000000002', 'money-in', 999999999, 'nobody', 1, true, now(), now(), now(), now(), now(), 'x');
      insert into movement_booking_line (id, movement_id, ledger_account, cents, created_at)
      values ('b1000000-0000-4000-8000-000000000001', 'b1000000-0000-4000-8000-000000000002', 'PLAT:MAIN', 1, now())`,
    undo: `alter table movement_booking_line disable trigger movement_booking_line_append_only;
      delete from movement_booking_line where movement_id = 'b1000000-0000-4000-8000-000000000002';
      alter table movement_booking_line enable trigger movement_booking_line_append_only;
      delete from unknown_movement where id = 'b1000000-0000-4000-8000-000000000002'`,
  },
  ...[BOUGHT_ON_THE_MARKET, BOUGHT_IN_A_FUNDING].map((which) => ({
    // Given away.
    invariant: 'owners-follow-trades',
    plant: `create table taken_away as ${which};
      update brick set owner_customer_id = (select min(id::text)::uuid from customer where id <> owner_customer_id)
      where id in (select id from taken_away)`,
    undo: `update brick known set owner_customer_id = taken.owner_customer_id from taken_away taken where known.id = taken.id;
      drop table taken_away`,
  })),
  {
    // Taken without a purchase.
    invariant: 'owners-follow-trades',
    plant: `create table taken_away as select id from brick where owner_customer_id is null order by id limit 1;
      update brick set owner_customer_id = (select min(id::text)::uuid from customer) where id in (select id from taken_away)`,
    undo: `alter table brick disable trigger return_needs_cancellation;
      update brick set owner_customer_id = null where id in (select id from taken_away);
      alter table brick enable trigger return_needs_cancellation; drop table taken_away`,
  },
  offByOne('owners-follow-trades', 'purchase', 'amount_cents', `wallet_transaction_id is not null and status = 'confirmed'`),
  endsOtherwise(
    'movements-match-transactions',
    [`'succeeded'`, `'failed'`],
    `id = (select payment_id from wallet_transaction where id = (select buying_transaction_id from market_deal where status = 'confirmed'))`,
  ),
  stray(
    'nothing-is-transferred-twice',
    'payment',
    'kind, purpose, subject_id, status, from_account_id, to_account_id, amount_cents, provider_payment_id, created_at',
    `kind, purpose, subject_id, status, from_account_id, to_account_id, amount_cents, 77000001, created_at
     from payment where id = (select payment_id from wallet_transaction where type = 'BUYING_DEAL' and status = 'CONFIRMED')`,
  ),
  stray(
    'payments-move-once',
    'payment_incident',
    'payment_id, provider_payment_id, amount_cents, found_at',
    `id, 77000002, 1, now() from payment order by id limit 1`,
  ),
  stray(
    'referral-parts-are-paid-once',
    'referral_payout',
    'property_id, referrer_customer_id, amount_cents, wallet_transaction_id, created_at',
    `property_id, customer_id, amount_cents, id, now() from wallet_transaction where type = 'COUPON_PAYOUT' and status = 'CONFIRMED' limit 1`,
  ),
  offByOne('schedules-add-up', 'echeance', 'capital_repayment_due_cents', `id = ${ECHEANCE}`),
  offByOne('echeances-count-payments', 'echeance', 'mensualite_paid_cents', `id = ${ECHEANCE}`),
  {
    // Like the purses, the flows of a project are looked at once something else of it has changed.
    invariant: 'flows-fill-purses',
    plant: `update ledger_flow set cents = cents + 1 where taker = 'COLLECT';
      insert into proof_dirty_row (kind, subject) select 'project', property_id from ledger_flow where taker = 'COLLECT'`,
    undo: `update ledger_flow set cents = cents - 1 where taker = 'COLLECT'`,
  },
  offByOne('coupon-years-add-up', 'coupon_year', 'coupon_cents', `coupon_cents > 0`),
  offByOne('payouts-add-up', 'payout_run', 'total_cents', `echeance_id = ${ECHEANCE}`),
  stray(
    'open-orders-have-a-job',
    'payment',
    'kind, purpose, subject_id, status, from_account_id, to_account_id, amount_cents, created_at',
    `'transfer', 'withheld-tax', gen_random_uuid(), 'created', 'a', 'b', 1, now()`,
  ),
  stray(
    'gift-cards-are-covered',
    'gift_card',
    'buyer_customer_id, recipient_email, amount_cents, status, expires_at, purchase_transaction_id, created_at, updated_at',
    `customer_id, 'a@example.test', 1, 'active', now(), id, now(), now() from wallet_transaction where type = 'BUYING_DEAL' limit 1`,
  ),
  become(
    'quota-counters-cover-deals',
    'market_deal',
    'seller_id',
    [
      '(select owner_customer_id from brick where deal_id = market_deal.id limit 1)',
      `(select seller_id from market_deal where status = 'confirmed')`,
    ],
    `status = 'pending'`,
  ),
  offByOne('purse-collect-is-derivable', 'property', 'collected_cents', `id = ${REPAID}`),
  offByOne('purse-main-is-derivable', 'owner_transfer', 'amount_cents', `property_id = ${REPAID}`),
  offByOne('purse-escrow-is-derivable', 'property', 'escrow_set_aside_cents', `id = ${REPAID}`),
  stray(
    'purse-unassigned-is-derivable',
    'received_payment',
    'property_id, spv_id, status, amount_cents, payment, source, payment_date, created_at',
    `id, spv_id, 'waiting', 1, 'wire', 'wire', now(), now() from property where id = ${REPAID}`,
  ),
  offByOne('purse-fees-is-derivable', 'echeance', 'interest_cents', `id = ${ECHEANCE}`),
  become(
    'purse-coupon-is-derivable',
    'payout_line',
    'status',
    [`'paid', settled_at = now()`, `'waiting', settled_at = null`],
    `run_id = (select id from payout_run where echeance_id = ${ECHEANCE} and kind = 'coupon')`,
  ),
  become(
    'purse-capital-is-derivable',
    'payout_line',
    'status',
    [`'paid', settled_at = now()`, `'waiting', settled_at = null`],
    `run_id = (select id from payout_run where kind = 'capital' limit 1)`,
  ),
  stray(
    'purse-surplus-is-derivable',
    'received_payment',
    'property_id, spv_id, status, amount_cents, payment, source, payment_date, archived_at, created_at',
    `id, spv_id, 'archivedNotAssigned', 1, 'wire', 'wire', now(), now(), now() from property where id = ${REPAID}`,
  ),
  become('purse-held-is-derivable', 'echeance', 'management_fees_status', [`'notExecuted'`, `'pending'`], `id = ${ECHEANCE}`),
  stray(
    'money-of-spvs-is-derivable',
    'received_payment',
    'spv_id, status, amount_cents, payment, source, payment_date, created_at',
    `spv_id, 'waiting', 1, 'wire', 'wire', now(), now() from property where id = ${REPAID}`,
  ),
  stray(
    'projects-have-their-money-at-the-provider',
    'received_payment',
    'property_id, spv_id, status, amount_cents, payment, source, payment_date, created_at',
    `id, spv_id, 'waiting', 1000000000, 'other', 'other', now(), now() from property where id = ${REPAID}`,
  ),
  become('settled-projects-are-empty', 'property', 'solde_de_tout_compte_done_at', ['null', 'now()'], `id = ${REPAID}`),
  {
    invariant: 'sealed-postings-are-unchanged',
    plant: `set session_replication_role = replica;
      update ledger_checkpoint set chain_sha256 = sha256(chain_sha256) where number = 1;
      set session_replication_role = origin`,
    undo: `set session_replication_role = replica;
      update ledger_checkpoint set chain_sha256 = sha256(content_sha256) where number = 1;
      set session_replication_role = origin`,
  },
];

/** Damage: Changes what is in a checkpoint, as only a superuser who switches triggers off can: when the oldest posting was written; and back. */
export async function forgeProvedPosting(world: World, seconds: 1 | -1): Promise<void> {
  await world.sql(`set session_replication_role = replica;
    update ledger_posting set created_at = created_at + interval '${seconds} seconds'
    where id = (select min(id) from ledger_posting where type = 'MONEY_IN');
    set session_replication_role = origin`);
}

/** Damage: The checkpoint sum of an account is not that of its lines any more, and is again. */
export async function forgeProvedSum(world: World, cents: number): Promise<void> {
  await world.sql(
    `update ledger_checkpoint_balance set cents = cents + (${cents}) where account_id = (select id from ledger_account where name = 'EXT')`,
  );
}

/** Damage: what only a superuser can write, and never commits by mistake: a posting that moves nothing. */
export const POSTING_WITHOUT_LINES = `insert into ledger_posting (reference, step, type, event_at, created_at)
  values (gen_random_uuid(), 'hold', 'MONEY_IN', now(), now()) returning id`;

/** Damage: takes it away again. */
export async function removePosting(world: World, id: string): Promise<void> {
  await world.sql(`set session_replication_role = replica;
    delete from ledger_posting where id = ${Number(id)};
    set session_replication_role = origin`);
}

/** Refused by the database: to everybody. */
export const SEALED_CHANGES = [
  'update ledger_posting set step = step',
  'delete from ledger_line',
  'truncate ledger_checkpoint',
  'update ledger_checkpoint set number = number',
  'set role mortar_app; insert into ledger_checkpoint select * from ledger_checkpoint',
  'set role mortar_app; update ledger_proof_state set until_posting = 0',
  'set role mortar_app; update ledger_checkpoint_balance set cents = 0',
  'set role mortar_app; delete from proof_dirty_row',
  'set role mortar_app; select ledger_reset_checkpoints()',
] as const;
