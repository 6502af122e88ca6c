// SQL of the lines of a run: one per holder, which keeps its id when its payout is ordered again; and how they are shown.

import { sql } from 'kysely';
import type { Cents } from '../../../core/cents.ts';
import type { Database } from '../../../core/db/pool.ts';
import type { Subquery } from '../../../core/db/sql-fragments.ts';
import type { PropertyId } from '../../../core/db/tables.ts';
import type { Tx } from '../../../core/db/transaction.ts';
import type { Payout } from '../../../money/payments/index.ts';
import type { CouponTax } from '../../investing/taxation/index.ts';
import type { PayoutKind, RunKind } from './rules.ts';

/** Kinds of runs whose refused payouts each job orders again. */
const RETRIED: Readonly<Record<PayoutKind, readonly RunKind[]>> = {
  coupon: ['coupon'],
  capital: ['capital', 'unlent-capital', 'sale'],
};

/** Waiting lines of a run without an open payment: new lines, and refused ones that were reopened. */
export function unorderedLines(runId: string): Subquery<Payout> {
  return sql`
    select id as subject_id, customer_id, gross_cents, tax_cents
    from payout_line line
    where run_id = ${runId}::uuid
      and status = 'waiting'
      and not exists (
        select
        from payment placed
        where placed.subject_id = line.id
          and placed.status in ('created', 'sent')
      )`;
}

/** The waiting lines of a run with tax, once their payouts are ordered, with their tax rates. */
export function waitingTaxes(runId: string): Subquery<CouponTax> {
  return sql`
    select id as subject_id, income_tax_bps, social_bps
    from payout_line
    where run_id = ${runId}::uuid
      and status = 'waiting'
      and tax_cents > 0`;
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

/** Outcome of a payout; `failure`: the provider's reason for its refusal. */
type LineEnd = { to: 'paid'; at: Temporal.Instant } | { to: 'failed' | 'blocked'; failure: string; at: Temporal.Instant };

/** From waiting to its outcome. Throws when the line was not waiting. */
export async function endLine(tx: Tx, id: string, end: LineEnd): Promise<void> {
  await tx
    .updateTable('payout_line')
    .set({ status: end.to, settled_at: end.at, failure: end.to === 'paid' ? null : end.failure })
    .where('id', '=', id)
    .where('status', '=', 'waiting')
    .returning('id')
    .executeTakeFirstOrThrow(() => new Error(`payout ${id} is not waiting`));
}

/** True while a line of the run waits. Exact after the posting of a line, which holds the lock of the project's purse. */
export async function hasWaitingLines(tx: Tx, runId: string): Promise<boolean> {
  const row = await tx
    .selectFrom('payout_line')
    .select('id')
    .where('run_id', '=', runId)
    // A literal: with a parameter, a prepared statement cannot use the partial index.
    .where('status', '=', sql.lit('waiting' as const))
    .limit(1)
    .executeTakeFirst();
  return row !== undefined;
}

/** Cents in the project's purse that are reserved for lines not paid yet. */
export async function sumUnpaidLines(tx: Tx, propertyId: PropertyId, purse: 'COUPON' | 'CAPITAL'): Promise<Cents> {
  const { rows } = await sql<{ cents: Cents }>`
    select coalesce(sum(line.gross_cents), 0)::bigint as cents
    from payout_run run
    join payout_line line on line.run_id = run.id
    where run.property_id = ${propertyId}::uuid
      and (run.kind = 'coupon') = ${purse === 'COUPON'}::boolean
      and line.status in ('waiting', 'failed', 'blocked')`.execute(tx);
  const [sum] = rows;
  if (!sum) throw new Error('a sum without a row');
  return sum.cents;
}

/** True while a coupon or a capital repayment of the project is not paid to its holder. */
export async function hasUnpaidLines(tx: Tx, propertyId: PropertyId): Promise<boolean> {
  const { rows } = await sql`
    select
    from payout_run run
    join payout_line line on line.run_id = run.id
    where run.property_id = ${propertyId}::uuid
      and run.kind in ('coupon', 'capital')
      and line.status in ('waiting', 'failed', 'blocked')
    limit 1`.execute(tx);
  return rows.length > 0;
}

/** Runs with failed lines; blocked ones are for an administrator to decide. */
export async function listRunsWithFailures(db: Database, kind: PayoutKind): Promise<{ runId: string; kind: RunKind }[]> {
  return db
    .selectFrom('payout_run as run')
    .select(['run.id as runId', 'run.kind'])
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

/** Failed lines of a run. */
export async function listFailedLines(db: Database, runId: string): Promise<string[]> {
  const rows = await db
    .selectFrom('payout_line')
    .select('id')
    .where('run_id', '=', runId)
    .where('status', '=', sql.lit('failed' as const))
    .orderBy('id')
    .execute();
  return rows.map(({ id }) => id);
}

/** Kind of the run of a refused line; undefined for any other line. */
export async function findRefusedKind(db: Database, id: string): Promise<RunKind | undefined> {
  const row = await db
    .selectFrom('payout_line as line')
    .innerJoin('payout_run as run', 'run.id', 'line.run_id')
    .select('run.kind')
    .where('line.id', '=', id)
    .where('line.status', 'in', ['failed', 'blocked'])
    .executeTakeFirst();
  return row?.kind;
}

/** A refused line is waiting again, or paid outside. Throws when it was not refused. */
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

/** Of these lines of a run the failed ones are waiting again, for another payment. Returns how many. */
export async function reopenFailedLines(tx: Tx, runId: string, ids: readonly string[]): Promise<number> {
  const { rows } = await sql<{ count: number }>`
    with reopened as (
      update payout_line
      set status = 'waiting', failure = null, settled_at = null
      where run_id = ${runId}::uuid
        and id = any (${[...ids]}::uuid[])
        and status = 'failed'
      returning id
    )
    select count(*) as count
    from reopened`.execute(tx);
  const [reopened] = rows;
  if (!reopened) throw new Error('a count without a row');
  return reopened.count;
}

/** The line with this id as it is shown; cents. Throws when there is none. */
export async function readLine(tx: Tx, id: string) {
  return selectLines(tx)
    .where('line.id', '=', id)
    .executeTakeFirstOrThrow(() => new Error(`there is no payout ${id}`));
}

/** Refused lines of the runs of a Paris month, ordered by run; at most `limit`. */
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
    .innerJoin('customer', 'customer.id', 'line.customer_id')
    .innerJoin('auth_user', 'auth_user.id', 'customer.user_id')
    .select([
      // Before the profile is saved, the name of the account.
      sql<string>`coalesce(customer.first_name || ' ' || customer.last_name, auth_user.name)`.as('holderName'),
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

/** When the run was written; undefined when there is none. */
export async function findRunMoment(db: Database, runId: string): Promise<Temporal.Instant | undefined> {
  const row = await db.selectFrom('payout_run').select('created_at as at').where('id', '=', runId).executeTakeFirst();
  return row?.at;
}

/** Lines of a run by holder, one more than `limit` when there are more; `after`: the last holder of the page before. */
export async function findLinesPage(
  db: Database,
  runId: string,
  page: { limit: number; after: string | undefined; status?: LineStatus },
) {
  let query = selectLines(db).where('line.run_id', '=', runId);
  if (page.status !== undefined) query = query.where('line.status', '=', page.status);
  if (page.after !== undefined) query = query.where(sql<boolean>`line.customer_id > ${page.after}::uuid`);
  return query
    .orderBy('line.customer_id')
    .limit(page.limit + 1)
    .execute();
}

type LineStatus = 'waiting' | 'paid' | 'failed' | 'blocked' | 'paidOutside';
