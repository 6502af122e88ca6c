// Money of an SPV goes to many investors at once: one order and one WAITING transaction each, set-based.

import { sql } from 'kysely';
import type { Subquery } from '../../core/db/subquery.ts';
import type { Tx } from '../../core/db/transaction.ts';
import type { Jobs } from '../../core/jobs.ts';
import { executePaymentOrderJob } from './jobs.ts';
import type { PaymentPurpose } from './payment-orders.ts';
import type { WalletTransactionType } from './transactions.ts';

/**
 * What one investor gets, cents. `subject_id`: the row of the caller that says why, one per payout and never used twice.
 * `tax_cents` is withheld: the provider moves the rest, and the tax is a transaction WITHHOLDING_TAX of its own.
 */
export type Payout = { subject_id: string; customer_id: string; gross_cents: number; tax_cents: number };

/** Why the payouts are made, and where their money lies: the SPV's account at the provider. */
export type PayoutRun = {
  purpose: PaymentPurpose;
  type: WalletTransactionType;
  fromAccountId: string;
  comment: string;
  propertyId: string;
  at: Temporal.Instant;
};

/** Jobs of one statement, so that their texts stay small however many there are. */
const JOBS_PER_STATEMENT = 5_000;

/**
 * Writes orders, transactions and jobs in the caller's transaction, for all rows of the query `payouts`. The caller has put the
 * money aside under lock (a purse that nothing else spends), since incoming transactions post nothing before they are CONFIRMED
 * (DOMAIN §5.2); the settlement of `purpose` calls `confirmPayout` or `failPayout`. Each net amount must be positive. Returns how
 * many were opened.
 */
export async function openPayouts(tx: Tx, deps: { jobs: Jobs }, run: PayoutRun, payouts: Subquery<Payout>): Promise<number> {
  let opened = 0;
  for (const orderIds of await writePayouts(tx, run, payouts)) {
    await deps.jobs.enqueueMany(
      tx,
      executePaymentOrderJob,
      orderIds.map((orderId) => ({ orderId })),
    );
    opened += orderIds.length;
  }
  return opened;
}

/** Ids of the orders, in parts of JOBS_PER_STATEMENT. */
async function writePayouts(tx: Tx, run: PayoutRun, payouts: Subquery<Payout>): Promise<string[][]> {
  const { at } = run;
  const { rows } = await sql<{ orderIds: string[] }>`
    with payout as materialized (
      select gen_random_uuid() as order_id, subject_id, customer_id, gross_cents, tax_cents from (${payouts}) payout
    ), placed as (
      insert into payment_order (id, kind, purpose, subject_id, from_account_id, to_account_id, amount_cents, comment, created_at)
      select order_id, 'transfer', ${run.purpose}::text, subject_id, ${run.fromAccountId}::text, customer_id::text, gross_cents - tax_cents,
        ${run.comment}::text, ${at}::timestamptz from payout
    ), written as (
      insert into wallet_transaction (id, type, status, customer_id, amount_cents, payment_order_id, property_id, created_at, event_at)
      select gen_random_uuid(), side.type, 'WAITING', payout.customer_id, side.amount_cents, payout.order_id, ${run.propertyId}::uuid,
        ${at}::timestamptz, ${at}::timestamptz
      from payout cross join lateral (values (${run.type}::text, payout.gross_cents), ('WITHHOLDING_TAX', payout.tax_cents)) as side (type, amount_cents)
      where side.amount_cents > 0
    )
    select array_agg(order_id) as "orderIds" from (select order_id, row_number() over () - 1 as position from payout) numbered
    group by position / ${JOBS_PER_STATEMENT}::bigint`.execute(tx);
  return rows.map(({ orderIds }) => orderIds);
}
