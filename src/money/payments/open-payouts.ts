// Opens the payments of a project to many investors, set-based: for each one payment and its WAITING transactions.

import { sql } from 'kysely';
import type { Cents } from '../../core/cents.ts';
import type { Subquery } from '../../core/db/subquery.ts';
import type { CustomerId, PropertyId } from '../../core/db/tables.ts';
import type { Tx } from '../../core/db/transaction.ts';
import type { Jobs } from '../../core/jobs.ts';
import { traceparent } from '../../core/trace.ts';
import { availableOf, type LedgerLine, move, PLATFORM } from '../ledger/index.ts';
import { executePaymentJob } from './jobs.ts';
import type { PaymentPurpose } from './payment.ts';
import type { WalletTransactionType } from './transactions.ts';

/**
 * What one investor gets, in cents. `subject_id`: the caller's row that is paid; when it is paid again after a refusal, it gets a
 * further payment. `tax_cents` is withheld: the provider moves the rest, and the tax is shown as a transaction WITHHOLDING_TAX.
 */
export type Payout = { subject_id: string; customer_id: CustomerId; gross_cents: Cents; tax_cents: Cents };

/** What all payouts of a run share; `fromAccountId` is the SPV's account at the provider. */
export type PayoutRun = {
  purpose: PaymentPurpose;
  type: WalletTransactionType;
  fromAccountId: string;
  comment: string;
  propertyId: PropertyId;
  at: Temporal.Instant;
};

/** Jobs enqueued per statement, which bounds the size of a statement. */
const JOBS_PER_STATEMENT = 5_000;

/**
 * Writes payments, transactions and jobs in the caller's transaction, for all rows of the query `payouts`. The caller has moved the
 * money, under lock, to a purse that nothing else spends: the transactions post nothing before they are CONFIRMED, and the settlement
 * of `purpose` posts `payoutLines`. Each net amount must be positive. Returns how many were opened.
 */
export async function openPayouts(tx: Tx, deps: { jobs: Jobs }, run: PayoutRun, payouts: Subquery<Payout>): Promise<number> {
  let opened = 0;
  for (const orderIds of await writePayouts(tx, run, payouts)) {
    await deps.jobs.enqueueMany(
      tx,
      executePaymentJob,
      orderIds.map((orderId) => ({ orderId })),
    );
    opened += orderIds.length;
  }
  return opened;
}

/** Ids of the payments, in chunks of JOBS_PER_STATEMENT. */
async function writePayouts(tx: Tx, run: PayoutRun, payouts: Subquery<Payout>): Promise<string[][]> {
  const { at } = run;
  const { rows } = await sql<{ orderIds: string[] }>`
    with payout as materialized (
      select gen_random_uuid() as order_id, subject_id, customer_id, gross_cents, tax_cents
      from (${payouts}) payout
    ), placed as (
      insert into payment_order (
        id, kind, purpose, subject_id,
        from_account_id, to_account_id, amount_cents, comment, created_at, traceparent
      )
      select
        order_id, 'transfer', ${run.purpose}::text, subject_id,
        ${run.fromAccountId}::text, customer_id::text, gross_cents - tax_cents, ${run.comment}::text, ${at}::timestamptz,
        ${traceparent() ?? null}::text
      from payout
    ), written as (
      insert into wallet_transaction (
        id, type, status, customer_id, amount_cents,
        payment_order_id, property_id, created_at, event_at
      )
      select
        gen_random_uuid(), side.type, 'WAITING', payout.customer_id, side.amount_cents,
        payout.order_id, ${run.propertyId}::uuid, ${at}::timestamptz, ${at}::timestamptz
      from payout
      cross join lateral (
        values (${run.type}::text, payout.gross_cents), ('WITHHOLDING_TAX', payout.tax_cents)
      ) as side (type, amount_cents)
      where side.amount_cents > 0
    )
    select array_agg(order_id) as "orderIds"
    from (select order_id, row_number() over () - 1 as position from payout) numbered
    group by position / ${JOBS_PER_STATEMENT}::bigint`.execute(tx);
  return rows.map(({ orderIds }) => orderIds);
}

/** Posting of a paid payout: the gross amount from its purse to the investor's AVAILABLE, the withheld tax from there to PLAT:TAX. */
export function payoutLines(payout: {
  fromAccount: string;
  customerId: CustomerId;
  grossCents: Cents;
  taxCents: Cents;
}): LedgerLine[] {
  const { fromAccount, customerId, grossCents, taxCents } = payout;
  return [...move(grossCents, fromAccount, availableOf(customerId)), ...move(taxCents, availableOf(customerId), PLATFORM.TAX)];
}
