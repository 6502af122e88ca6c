// Money of an SPV goes to many investors at once: one order and one WAITING transaction each, in a few statements.

import { sql } from 'kysely';
import type { Tx } from '../../core/db/transaction.ts';
import { newId } from '../../core/ids.ts';
import type { Jobs } from '../../core/jobs.ts';
import { executePaymentOrderJob } from './jobs.ts';
import type { PaymentPurpose } from './payment-orders.ts';
import type { WalletTransactionType } from './transactions.ts';

/**
 * What one investor gets, cents. `subjectId`: the row of the caller that says why, one per payout and never used twice.
 * `taxCents` is withheld: the provider moves the rest, and the tax is a transaction WITHHOLDING_TAX of its own.
 */
export type Payout = { subjectId: string; customerId: string; grossCents: number; taxCents?: number };

/** Why the payouts are made, and where their money lies: the SPV's account at the provider. */
export type PayoutRun = {
  purpose: PaymentPurpose;
  type: WalletTransactionType;
  fromAccountId: string;
  comment: string;
  propertyId: string;
  at: Temporal.Instant;
};

/** Rows of one statement: few statements, and memory that does not grow with the run. */
const PAYOUTS_PER_STATEMENT = 5_000;

/**
 * Writes orders, transactions and jobs in the caller's transaction. The caller has put the money aside under lock (a purse that
 * nothing else spends), since incoming transactions post nothing before they are CONFIRMED (DOMAIN §5.2); the settlement of
 * `purpose` calls `confirmPayout` or `failPayout`. Each net amount must be positive. Returns how many were opened.
 */
export async function openPayouts(tx: Tx, deps: { jobs: Jobs }, run: PayoutRun, payouts: readonly Payout[]): Promise<number> {
  for (let from = 0; from < payouts.length; from += PAYOUTS_PER_STATEMENT) {
    const part = payouts.slice(from, from + PAYOUTS_PER_STATEMENT);
    const orderIds = part.map(newId);
    await writePayouts(tx, run, part, orderIds);
    await deps.jobs.enqueueMany(
      tx,
      executePaymentOrderJob,
      orderIds.map((orderId) => ({ orderId })),
    );
  }
  return payouts.length;
}

async function writePayouts(tx: Tx, run: PayoutRun, payouts: readonly Payout[], orderIds: readonly string[]): Promise<void> {
  const { at } = run;
  await sql`
    with payout as (
      select * from unnest(${orderIds}::uuid[], ${payouts.map((payout) => payout.subjectId)}::uuid[],
        ${payouts.map((payout) => payout.customerId)}::uuid[], ${payouts.map((payout) => payout.grossCents)}::bigint[],
        ${payouts.map((payout) => payout.taxCents ?? 0)}::bigint[]) as payout (order_id, subject_id, customer_id, gross_cents, tax_cents)
    ), placed as (
      insert into payment_order (id, kind, purpose, subject_id, from_account_id, to_account_id, amount_cents, comment, created_at)
      select order_id, 'transfer', ${run.purpose}::text, subject_id, ${run.fromAccountId}::text, customer_id::text, gross_cents - tax_cents,
        ${run.comment}::text, ${at}::timestamptz from payout
    )
    insert into wallet_transaction (id, type, status, customer_id, amount_cents, payment_order_id, property_id, created_at, event_at)
    select gen_random_uuid(), side.type, 'WAITING', payout.customer_id, side.amount_cents, payout.order_id, ${run.propertyId}::uuid,
      ${at}::timestamptz, ${at}::timestamptz
    from payout cross join lateral (values (${run.type}::text, payout.gross_cents), ('WITHHOLDING_TAX', payout.tax_cents)) as side (type, amount_cents)
    where side.amount_cents > 0`.execute(tx);
}
