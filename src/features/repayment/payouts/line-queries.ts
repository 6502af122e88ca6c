// SQL of the lines of a run: one per holder, which keeps its id however often its payout is ordered.

import { sql } from 'kysely';
import type { Database } from '../../../core/db/pool.ts';
import type { Subquery } from '../../../core/db/subquery.ts';
import type { Tx } from '../../../core/db/transaction.ts';
import type { Payout } from '../../../money/payments/index.ts';
import type { CouponTax } from '../../investing/taxation/index.ts';
import type { PayoutKind, RunKind } from './rules.ts';

/** Runs whose refused payouts a job orders again. */
const RETRIED: Readonly<Record<PayoutKind, readonly RunKind[]>> = {
  coupon: ['coupon'],
  capital: ['capital', 'unlent-capital', 'sale'],
};

/** Lines of a run that wait without an open payment: new ones, and those that are to be ordered again. */
export function unorderedLines(runId: string): Subquery<Payout> {
  return sql`
    select id as subject_id, customer_id, gross_cents, tax_cents from payout_line line
    where run_id = ${runId}::uuid and status = 'waiting' and not exists (
      select from payment_order placed where placed.subject_id = line.id and placed.status in ('created', 'sent'))`;
}

/** The waiting lines of a run, once they are ordered, with the rate of their tax. */
export function waitingTaxes(runId: string): Subquery<CouponTax> {
  return sql`
    select id as subject_id, income_tax_bps, social_bps from payout_line where run_id = ${runId}::uuid and status = 'waiting' and tax_cents > 0`;
}

/** A line with all that its mail and its ledger posting need; cents. */
export type LineRow = NonNullable<Awaited<ReturnType<typeof lockLine>>>;

/** The line with this id, locked until the end of the transaction. */
export async function lockLine(tx: Tx, id: string) {
  return tx
    .selectFrom('payout_line as line')
    .innerJoin('payout_run as run', 'run.id', 'line.run_id')
    .innerJoin('property', 'property.id', 'run.property_id')
    .leftJoin('echeance', 'echeance.id', 'run.echeance_id')
    .leftJoin('property_sale as sale', 'sale.id', 'run.sale_id')
    .innerJoin('customer', 'customer.id', 'line.customer_id')
    .innerJoin('auth_user', 'auth_user.id', 'customer.user_id')
    .select((eb) => [
      'line.id',
      'line.run_id as runId',
      'line.customer_id as customerId',
      'line.gross_cents as grossCents',
      'line.tax_cents as taxCents',
      'line.income_tax_bps as incomeTaxBps',
      'line.social_bps as socialBps',
      'line.brick_count as brickCount',
      'line.status',
      'run.kind',
      'run.property_id as propertyId',
      eb.fn.coalesce('echeance.period', 'run.period').as('period'),
      'sale.sale_type as saleType',
      'property.name as propertyName',
      'auth_user.email',
      'customer.first_name as firstName',
    ])
    .where('line.id', '=', id)
    .forUpdate('line')
    .executeTakeFirst();
}

/** What became of a payout; `failure`: why the provider refused it. */
export type LineEnd = { to: 'paid'; at: Temporal.Instant } | { to: 'failed' | 'blocked'; failure: string; at: Temporal.Instant };

/** waiting to its end. Throws when the line was not waiting. */
export async function endLine(tx: Tx, id: string, end: LineEnd): Promise<void> {
  await tx
    .updateTable('payout_line')
    .set({ status: end.to, settled_at: end.at, failure: end.to === 'paid' ? null : end.failure })
    .where('id', '=', id)
    .where('status', '=', 'waiting')
    .returning('id')
    .executeTakeFirstOrThrow(() => new Error(`payout ${id} is not waiting`));
}

/** True while a line of the run waits. Asked after the line's posting, whose purse's lock lets one settlement at a time come here. */
export async function hasWaitingLines(tx: Tx, runId: string): Promise<boolean> {
  const row = await tx
    .selectFrom('payout_line')
    .select('id')
    .where('run_id', '=', runId)
    // Written out for the partial index: of a parameter a prepared statement cannot know that the index fits.
    .where('status', '=', sql.lit('waiting' as const))
    .limit(1)
    .executeTakeFirst();
  return row !== undefined;
}

/** What lies in the purse of the project for lines that have not reached their holder, cents. */
export async function sumUnpaidLines(tx: Tx, propertyId: string, purse: 'COUPON' | 'CAPITAL'): Promise<number> {
  const { rows } = await sql<{ cents: number }>`
    select coalesce(sum(line.gross_cents), 0)::bigint as cents from payout_run run join payout_line line on line.run_id = run.id
    where run.property_id = ${propertyId}::uuid and (run.kind = 'coupon') = ${purse === 'COUPON'}::boolean and line.status in ('waiting', 'failed', 'blocked')`.execute(
    tx,
  );
  const [sum] = rows;
  if (!sum) throw new Error('a sum without a row');
  return sum.cents;
}

/** True while a coupon or a part of the capital of the project has not reached its holder. */
export async function hasUnpaidLines(tx: Tx, propertyId: string): Promise<boolean> {
  const { rows } = await sql`
    select from payout_run run join payout_line line on line.run_id = run.id
    where run.property_id = ${propertyId}::uuid and run.kind in ('coupon', 'capital') and line.status in ('waiting', 'failed', 'blocked')
    limit 1`.execute(tx);
  return rows.length > 0;
}

/** Runs with lines that the provider refused and may accept another time. */
export async function listRunsWithFailures(db: Database, kind: PayoutKind): Promise<{ runId: string }[]> {
  return db
    .selectFrom('payout_run as run')
    .select('run.id as runId')
    .where('kind', '=', (any) => any.fn.any(any.val([...RETRIED[kind]])))
    .where((eb) =>
      eb.exists(
        eb
          .selectFrom('payout_line')
          .select('payout_line.id')
          .whereRef('run_id', '=', 'run.id')
          .where('payout_line.status', '=', sql.lit('failed' as const)),
      ),
    )
    .orderBy('run.created_at')
    .execute();
}

/** What a line is shown as; cents. */
export async function findLine(db: Database | Tx, id: string) {
  return selectLines(db).where('line.id', '=', id).executeTakeFirst();
}

/** Lines that no holder was paid of, of the runs of a Paris month, by their run; at most `limit`. */
export async function listRefusedLines(db: Database, month: { first: Temporal.PlainDate; limit: number }) {
  return selectLines(db)
    .where('line.status', 'in', [sql.lit('failed' as const), sql.lit('blocked' as const)])
    .where('run.run_date', '>=', month.first)
    .where('run.run_date', '<', month.first.add({ months: 1 }))
    .orderBy('run.run_date')
    .orderBy('run.id')
    .orderBy('line.id')
    .limit(month.limit)
    .execute();
}

function selectLines(db: Database | Tx) {
  return db
    .selectFrom('payout_line as line')
    .innerJoin('payout_run as run', 'run.id', 'line.run_id')
    .innerJoin('property', 'property.id', 'run.property_id')
    .select([
      'line.id',
      'line.run_id as runId',
      'run.kind',
      'run.property_id as propertyId',
      'property.name as propertyName',
      'line.customer_id as customerId',
      'line.status',
      'line.gross_cents as grossCents',
      'line.tax_cents as taxCents',
      'line.failure',
      'line.paid_outside_comment as comment',
      'line.settled_at as settledAt',
    ]);
}

/** A refused line to its next state. Throws when it was not refused. */
export async function leaveRefused(
  tx: Tx,
  id: string,
  next: { to: 'waiting' } | { to: 'paidOutside'; comment: string; at: Temporal.Instant },
): Promise<void> {
  const isPaid = next.to === 'paidOutside';
  await tx
    .updateTable('payout_line')
    .set({
      status: next.to,
      failure: null,
      settled_at: isPaid ? next.at : null,
      paid_outside_comment: isPaid ? next.comment : null,
    })
    .where('id', '=', id)
    .where('status', 'in', ['failed', 'blocked'])
    .returning('id')
    .executeTakeFirstOrThrow(() => new Error(`payout ${id} was not refused`));
}

/** Failed lines of a run, waiting again for their next payment. Returns how many. */
export async function reopenFailedLines(tx: Tx, runId: string): Promise<number> {
  const { rows } = await sql<{ count: number }>`
    with reopened as (
      update payout_line set status = 'waiting', failure = null, settled_at = null where run_id = ${runId}::uuid and status = 'failed' returning id
    )
    select count(*) as count from reopened`.execute(tx);
  return rows[0]?.count ?? 0;
}
