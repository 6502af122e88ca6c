// All SQL of the payouts' room; names state the guarantee.

import { sql } from 'kysely';
import type { Config } from '../../core/config.ts';
import type { Database } from '../../core/db/pool.ts';
import type { Subquery } from '../../core/db/subquery.ts';
import type { Tx } from '../../core/db/transaction.ts';
import type { HolderShare } from '../../money/bricks/index.ts';
import type { Payout } from '../../money/wallet/index.ts';
import type { CouponTax, CustomerTaxRate } from '../taxation/index.ts';

/** What is paid of echeances. */
export type PayoutKind = 'coupon' | 'capital';
/** What a run distributes; capital that was never lent is no part of an echeance. */
export type RunKind = PayoutKind | 'unlent-capital';

/** Runs whose refused payouts a job orders again. */
const RETRIED: Readonly<Record<PayoutKind, readonly RunKind[]>> = { coupon: ['coupon'], capital: ['capital', 'unlent-capital'] };

/** Begins the coupon run of a month; true when it is not finished yet, whoever began it. */
export async function beginCouponMonth(tx: Tx, period: string, at: Temporal.Instant): Promise<boolean> {
  await tx
    .insertInto('coupon_month')
    .values({ period, started_at: at })
    .onConflict((conflict) => conflict.doNothing())
    .execute();
  const row = await tx.selectFrom('coupon_month').select('finished_at').where('period', '=', period).executeTakeFirstOrThrow();
  return row.finished_at === null;
}

/** True while the coupon run of the month has not been finished; nothing is written. */
export async function isCouponMonthOpen(db: Database, period: string): Promise<boolean> {
  const row = await db.selectFrom('coupon_month').select('finished_at').where('period', '=', period).executeTakeFirst();
  return row === undefined || row.finished_at === null;
}

/** The coupon run of the month is over: later payments wait for the next one. */
export async function finishCouponMonth(tx: Tx, period: string, at: Temporal.Instant): Promise<void> {
  await tx
    .updateTable('coupon_month')
    .set({ finished_at: at })
    .where('period', '=', period)
    .where('finished_at', 'is', null)
    .execute();
}

/** Echeances that are due and have payments of the kind, oldest first: those that may have something to distribute. */
export async function listPaidEcheances(
  db: Database,
  kind: PayoutKind,
  today: Temporal.PlainDate,
): Promise<{ id: string; propertyId: string }[]> {
  let query = db
    .selectFrom('echeance')
    .innerJoin('property', 'property.id', 'echeance.property_id')
    .where('property.financial_status', 'is distinct from', 'repayment-finished')
    .select(['echeance.id', 'echeance.property_id as propertyId'])
    .where((eb) =>
      eb.exists(
        eb
          .selectFrom('payment_to_be_assigned')
          .select('payment_to_be_assigned.id')
          .whereRef('assigned_echeance_id', '=', 'echeance.id')
          .where('payment_for', '=', kind === 'coupon' ? 'mensualite' : 'capitalRepayment'),
      ),
    )
    // What was distributed may still grow; what was distributed in full is found out under the lock.
    .orderBy('echeance.due_date')
    .orderBy('echeance.id');
  if (kind === 'coupon') query = query.where('echeance.due_date', '<=', today);
  return query.execute();
}

/** A run; cents. */
export type NewRun = {
  id: string;
  kind: RunKind;
  propertyId: string;
  echeanceId: string;
  period: string;
  runDate: Temporal.PlainDate;
  totalCents: number;
  at: Temporal.Instant;
};

/** Writes the run. False when the echeance was paid in this period already. */
export async function insertRun(tx: Tx, run: NewRun): Promise<boolean> {
  const inserted = await tx
    .insertInto('payout_run')
    .values({
      id: run.id,
      kind: run.kind,
      property_id: run.propertyId,
      echeance_id: run.echeanceId,
      period: run.period,
      run_date: run.runDate,
      total_cents: run.totalCents,
      created_at: run.at,
    })
    .onConflict((conflict) => conflict.constraint('payout_run_once').doNothing())
    .returning('id')
    .executeTakeFirst();
  return inserted !== undefined;
}

/** Writes a line for each share, its tax at the holder's rate, and sums them; a share without a rate violates a constraint. */
export async function insertLines(
  tx: Tx,
  runId: string,
  lines: { shares: Subquery<HolderShare>; rates: Subquery<CustomerTaxRate> },
): Promise<{ holders: number; grossCents: number; taxCents: number }> {
  const { rows } = await sql<{ holders: number; grossCents: number; taxCents: number }>`
    with line as (
      insert into payout_line (id, run_id, customer_id, brick_count, gross_cents, tax_cents, income_tax_bps, social_bps)
      select gen_random_uuid(), ${runId}::uuid, share.customer_id, share.brick_count, share.gross_cents,
        basis_points_of(share.gross_cents, rate.income_tax_bps + rate.social_bps), rate.income_tax_bps, rate.social_bps
      from (${lines.shares}) share left join (${lines.rates}) rate using (customer_id)
      returning gross_cents, tax_cents
    )
    select count(*) as holders, coalesce(sum(gross_cents), 0)::bigint as "grossCents", coalesce(sum(tax_cents), 0)::bigint as "taxCents"
    from line`.execute(tx);
  const [sums] = rows;
  if (!sums) throw new Error('sums without a row');
  return sums;
}

/** Rates of holders who pay no tax. */
export function untaxed(shares: Subquery<HolderShare>): Subquery<CustomerTaxRate> {
  return sql`select customer_id, 0 as income_tax_bps, 0 as social_bps from (${shares}) share`;
}

/** Lines of a run that wait and whose payout has not been ordered yet: new ones, and those refused before. */
export function unorderedLines(runId: string): Subquery<Payout> {
  return sql`
    select id as subject_id, customer_id, gross_cents, tax_cents from payout_line line
    where run_id = ${runId}::uuid and status = 'waiting' and not exists (select from payment_order placed where placed.subject_id = line.id)`;
}

/** The same lines once they are ordered, with the rate of their tax. */
export function waitingTaxes(runId: string): Subquery<CouponTax> {
  return sql`
    select id as subject_id, income_tax_bps, social_bps from payout_line where run_id = ${runId}::uuid and status = 'waiting' and tax_cents > 0`;
}

/** A line with all that its mail and its ledger posting need. */
export type LineRow = NonNullable<Awaited<ReturnType<typeof findLine>>>;

/** The line with this id. */
export async function findLine(tx: Tx, id: string) {
  return tx
    .selectFrom('payout_line as line')
    .innerJoin('payout_run as run', 'run.id', 'line.run_id')
    .innerJoin('property', 'property.id', 'run.property_id')
    .innerJoin('echeance', 'echeance.id', 'run.echeance_id')
    .innerJoin('customer', 'customer.id', 'line.customer_id')
    .innerJoin('auth_user', 'auth_user.id', 'customer.user_id')
    .select([
      'line.id',
      'line.gross_cents as grossCents',
      'line.tax_cents as taxCents',
      'line.brick_count as brickCount',
      'run.kind',
      'echeance.period',
      'property.name as propertyName',
      'property.spv_id as spvId',
      'auth_user.email',
      'customer.first_name as firstName',
    ])
    .where('line.id', '=', id)
    .executeTakeFirst();
}

/** waiting to its end; false when it was not waiting. */
export async function markLine(tx: Tx, id: string, to: 'paid' | 'failed'): Promise<boolean> {
  const row = await tx
    .updateTable('payout_line')
    .set({ status: to })
    .where('id', '=', id)
    .where('status', '=', 'waiting')
    .returning('id')
    .executeTakeFirst();
  return row !== undefined;
}

/** Runs with lines that the provider refused. */
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

/** Failed lines of a run, waiting again under a new id for their next order. Returns how many. */
export async function reopenFailedLines(tx: Tx, runId: string): Promise<number> {
  const { rows } = await sql<{ count: number }>`
    with reopened as (
      update payout_line set id = gen_random_uuid(), status = 'waiting' where run_id = ${runId}::uuid and status = 'failed' returning id
    )
    select count(*) as count from reopened`.execute(tx);
  return rows[0]?.count ?? 0;
}

/** What a run pays for, and from which wallet. */
export async function findRun(tx: Tx, runId: string) {
  return tx
    .selectFrom('payout_run as run')
    .innerJoin('property', 'property.id', 'run.property_id')
    .innerJoin('echeance', 'echeance.id', 'run.echeance_id')
    .leftJoin('spv', 'spv.id', 'property.spv_id')
    .select([
      'run.kind',
      'run.property_id as propertyId',
      'echeance.period as echeancePeriod',
      'spv.provider_external_id as accountId',
    ])
    .where('run.id', '=', runId)
    .executeTakeFirstOrThrow();
}

/** Projects in repayment whose capital has all come in: candidates for the end. */
export async function listRepaidProjects(db: Database, statuses: Config['OWNER_DEBT_STATUSES']): Promise<string[]> {
  const { rows } = await sql<{ id: string }>`
    select property.id from property join payment_schedule schedule on schedule.property_id = property.id
    where property.financial_status = any (${[...statuses]}::text[])
      and not exists (
        select from echeance
        left join lateral (
          select coalesce(sum(amount_cents), 0) as cents from payment_to_be_assigned
          where assigned_echeance_id = echeance.id and payment_for = 'capitalRepayment') paid on true
        where echeance.property_id = property.id and echeance.capital_repayment_due_cents > paid.cents)`.execute(db);
  return rows.map(({ id }) => id);
}
