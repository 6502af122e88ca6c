// SQL of payout runs and of the report of a month; lines and withheld tax have other files.

import { sql } from 'kysely';
import type { Config } from '../../../config/settings.ts';
import type { Cents } from '../../../core/cents.ts';
import type { Database } from '../../../core/db/pool.ts';
import type { Subquery } from '../../../core/db/sql-fragments.ts';
import type { EcheanceId, PropertyId } from '../../../core/db/tables.ts';
import type { Tx } from '../../../core/db/transaction.ts';
import { type HolderShare, sharesOfHolders } from '../../../money/bricks/index.ts';
import type { CustomerTaxRate } from '../../investing/taxation/index.ts';
import { type PayoutKind, purseOfKind, type RunKind } from './rules.ts';

/** Begins the coupon run of a month; true while it is not finished, also when it was begun before. */
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
export async function isCouponMonthOpen(db: Database | Tx, period: string): Promise<boolean> {
  const row = await db.selectFrom('coupon_month').select('finished_at').where('period', '=', period).executeTakeFirst();
  return row === undefined || row.finished_at === null;
}

/** Finishes the coupon run of the month: money that comes in later waits for the next one. */
export async function finishCouponMonth(tx: Tx, period: string, at: Temporal.Instant): Promise<void> {
  await tx
    .updateTable('coupon_month')
    .set({ finished_at: at })
    .where('period', '=', period)
    .where('finished_at', 'is', null)
    .execute();
}

/**
 * Echeances that may have something to distribute, earliest due date first: those on which more was paid than distributed (coupons only
 * once they are due). Those of a finished project only while its purse is not empty, such as money that came in just before it was sold.
 * `label` names the echeance in messages.
 */
export async function listPaidEcheances(
  db: Database,
  kind: PayoutKind,
  today: Temporal.PlainDate,
): Promise<{ id: EcheanceId; propertyId: PropertyId; label: string }[]> {
  let query = db
    .selectFrom('echeance')
    .innerJoin('property', 'property.id', 'echeance.property_id')
    .select(['echeance.id', 'echeance.property_id as propertyId'])
    .select(sql<string>`echeance.period || ' de ' || property.name`.as('label'))
    .where((eb) =>
      eb.or([
        eb('property.financial_status', 'is distinct from', 'repayment-finished'),
        eb.exists(
          eb
            .selectFrom('ledger_account')
            .select('ledger_account.id')
            .whereRef('ledger_account.owner_id', '=', 'property.id')
            .where('ledger_account.name', 'like', `%:${purseOfKind(kind)}`)
            .where('ledger_account.balance_cents', '>', 0),
        ),
      ]),
    )
    .where(mayPay(kind))
    .orderBy('echeance.due_date')
    .orderBy('echeance.id');
  if (kind === 'coupon') query = query.where('echeance.due_date', '<=', today);
  return query.execute();
}

/**
 * That more was paid on the echeance, and more is due to the holders, than was distributed: without both there is nothing to pay, and
 * with both there mostly is (`undistributed` of rules.ts decides, under the schedule's lock). The sums stand with the echeance, and these
 * conditions are those of two indexes of echeance: what is over is not looked at.
 */
function mayPay(kind: PayoutKind) {
  return kind === 'coupon'
    ? sql<boolean>`least(
        echeance.mensualite_paid_cents - echeance.management_fees_taken_cents,
        echeance.interest_cents + echeance.penalty_for_investors_cents
      ) > echeance.coupon_distributed_cents`
    : sql<boolean>`least(echeance.capital_paid_cents, echeance.capital_repayment_due_cents) > echeance.capital_distributed_cents`;
}

/** A run; cents. Of an echeance, or of the sale of the property. */
type NewRun = {
  id: string;
  propertyId: PropertyId;
  period: string;
  runDate: Temporal.PlainDate;
  totalCents: Cents;
  at: Temporal.Instant;
  /** Capital that the holders had lost by a give-up. */
  isRecovery?: boolean;
} & ({ kind: Exclude<RunKind, 'sale'>; echeanceId: EcheanceId } | { kind: 'sale'; saleId: string });

/**
 * Writes the run with one line for each holder of bricks, by largest remainder, and its tax at the holder's rate (`rates`; without
 * them no tax is withheld). Undefined when the echeance was paid in this period already; the second run of a sale violates a constraint.
 * Throws when the lines do not add up to the total.
 */
export async function insertRunWithLines(
  tx: Tx,
  run: NewRun,
  rates?: Subquery<CustomerTaxRate>,
): Promise<{ holders: number; taxCents: Cents } | undefined> {
  if (!(await insertRun(tx, run))) return undefined;
  const { id, propertyId, totalCents } = run;
  const shares = sharesOfHolders(propertyId, totalCents);
  const { holders, grossCents, taxCents } = await insertLines(tx, id, { shares, rates: rates ?? zeroRates(shares) });
  if (grossCents !== totalCents)
    throw new Error(`property ${propertyId} has no holders, or their shares are ${grossCents} of ${totalCents}`);
  await tx.updateTable('payout_run').set({ holder_count: holders, tax_cents: taxCents }).where('id', '=', id).execute();
  return { holders, taxCents };
}

async function insertRun(tx: Tx, run: NewRun): Promise<boolean> {
  const inserted = await tx
    .insertInto('payout_run')
    .values({
      id: run.id,
      kind: run.kind,
      property_id: run.propertyId,
      echeance_id: run.kind === 'sale' ? null : run.echeanceId,
      sale_id: run.kind === 'sale' ? run.saleId : null,
      period: run.period,
      run_date: run.runDate,
      total_cents: run.totalCents,
      is_recovery: run.isRecovery ?? false,
      created_at: run.at,
    })
    .onConflict((conflict) => conflict.constraint('payout_run_once').doNothing())
    .returning('id')
    .executeTakeFirst();
  return inserted !== undefined;
}

/** A line for each share, with its tax, and their sums; a share without a rate violates a constraint. */
async function insertLines(
  tx: Tx,
  runId: string,
  lines: { shares: Subquery<HolderShare>; rates: Subquery<CustomerTaxRate> },
): Promise<{ holders: number; grossCents: Cents; taxCents: Cents }> {
  const { rows } = await sql<{ holders: number; grossCents: Cents; taxCents: Cents }>`
    with line as (
      insert into payout_line (id, run_id, customer_id, brick_count, gross_cents, tax_cents, income_tax_bps, social_bps)
      select
        gen_random_uuid(),
        ${runId}::uuid,
        share.customer_id,
        share.brick_count,
        share.gross_cents,
        basis_points_of(share.gross_cents, rate.income_tax_bps + rate.social_bps),
        rate.income_tax_bps,
        rate.social_bps
      from (${lines.shares}) share
      left join (${lines.rates}) rate using (customer_id)
      returning gross_cents, tax_cents
    )
    select
      count(*) as holders,
      coalesce(sum(gross_cents), 0)::bigint as "grossCents",
      coalesce(sum(tax_cents), 0)::bigint as "taxCents"
    from line`.execute(tx);
  const [sums] = rows;
  if (!sums) throw new Error('sums without a row');
  return sums;
}

/** A tax rate of 0 for each holder. */
function zeroRates(shares: Subquery<HolderShare>): Subquery<CustomerTaxRate> {
  return sql`select customer_id, 0 as income_tax_bps, 0 as social_bps from (${shares}) share`;
}

/** The kind of a run and its project, the SPV's wallet, and the label of its payouts. */
export async function findRun(tx: Tx, runId: string) {
  return tx
    .selectFrom('payout_run as run')
    .innerJoin('property', 'property.id', 'run.property_id')
    .leftJoin('echeance', 'echeance.id', 'run.echeance_id')
    .leftJoin('spv', 'spv.id', 'property.spv_id')
    .select((eb) => [
      'run.kind',
      'run.property_id as propertyId',
      'spv.provider_external_id as accountId',
      eb.fn.coalesce('echeance.period', 'run.period').as('label'),
    ])
    .where('run.id', '=', runId)
    .executeTakeFirstOrThrow();
}

/** Projects in one of these statuses whose capital has all come in: their repayment may be finished. */
export async function listRepaidProjects(db: Database, statuses: Config['OWNER_DEBT_STATUSES']): Promise<PropertyId[]> {
  const { rows } = await sql<{ id: PropertyId }>`
    select property.id
    from property
    join payment_schedule schedule on schedule.property_id = property.id
    where property.financial_status = any (${[...statuses]}::text[])
      and not exists (
        select
        from echeance
        where echeance.property_id = property.id
          and echeance.capital_repayment_due_cents > echeance.capital_paid_cents
      )`.execute(db);
  return rows.map(({ id }) => id);
}

/** What had come in for the holders of an echeance's capital when its project was given up; undefined when it was not, or was paid. */
export async function findReceivedBeforeGiveUp(tx: Tx, echeanceId: EcheanceId): Promise<Cents | undefined> {
  const row = await tx
    .selectFrom('given_up_echeance as lost')
    .innerJoin('give_up', 'give_up.id', 'lost.give_up_id')
    .select('lost.capital_received_cents as cents')
    .where('lost.echeance_id', '=', echeanceId)
    .where('give_up.taken_back_at', 'is', null)
    .executeTakeFirst();
  return row?.cents;
}

/** Runs of a Paris month with the sums of their lines by status, cents: what is neither unpaid nor paid outside was paid. */
export async function listRunsOfMonth(db: Database, first: Temporal.PlainDate) {
  const { rows } = await sql<{
    id: string;
    kind: RunKind;
    propertyId: PropertyId;
    propertyName: string;
    echeanceId: EcheanceId | null;
    echeancePeriod: string | null;
    saleId: string | null;
    runDate: Temporal.PlainDate;
    totalCents: Cents;
    taxCents: Cents;
    paidCents: Cents;
    waitingCents: Cents;
    failedCents: Cents;
    blockedCents: Cents;
    paidOutsideCents: Cents;
    refusedCount: number;
    holderCount: number;
  }>`
    select
      run.id,
      run.kind,
      run.property_id as "propertyId",
      property.name as "propertyName",
      run.echeance_id as "echeanceId",
      echeance.period as "echeancePeriod",
      run.sale_id as "saleId",
      run.run_date as "runDate",
      run.total_cents as "totalCents",
      run.tax_cents as "taxCents",
      run.total_cents - unpaid.cents - outside.cents as "paidCents",
      unpaid."waitingCents",
      unpaid."failedCents",
      unpaid."blockedCents",
      outside.cents as "paidOutsideCents",
      unpaid."refusedCount",
      run.holder_count as "holderCount"
    from payout_run run
    join property on property.id = run.property_id
    left join echeance on echeance.id = run.echeance_id
    cross join lateral (
      select
        coalesce(sum(gross_cents), 0)::bigint as cents,
        coalesce(sum(gross_cents) filter (where status = 'waiting'), 0)::bigint as "waitingCents",
        coalesce(sum(gross_cents) filter (where status = 'failed'), 0)::bigint as "failedCents",
        coalesce(sum(gross_cents) filter (where status = 'blocked'), 0)::bigint as "blockedCents",
        count(*) filter (where status in ('failed', 'blocked')) as "refusedCount"
      from payout_line
      where run_id = run.id
        and status in ('waiting', 'failed', 'blocked')
    ) unpaid
    cross join lateral (
      select coalesce(sum(gross_cents), 0)::bigint as cents
      from payout_line
      where run_id = run.id
        and status = 'paidOutside'
    ) outside
    where run.run_date >= ${first}::date
      and run.run_date < (${first}::date + interval '1 month')
    order by run.run_date, property.name, run.id`.execute(db);
  return rows;
}

/**
 * Tax on a month's coupons by rate, cents: withheld from those paid in the month, and due on the waiting lines of its runs. A share whose
 * tax rounds to 0 counts with its gross, which the monthly filing is about.
 */
export async function sumTaxesOfMonth(
  db: Database,
  first: Temporal.PlainDate,
  month: { from: Temporal.Instant; until: Temporal.Instant },
) {
  const { rows } = await sql<{
    incomeTaxBps: number;
    socialBps: number;
    grossCents: Cents;
    incomeTaxCents: Cents;
    socialCents: Cents;
    investorCount: number;
  }>`
    with taxed as (
      select customer_id, gross_cents, tax_cents, income_tax_bps, social_bps
      from payout_line
      where income_tax_bps + social_bps > 0
        and settled_at >= ${month.from}::timestamptz
        and settled_at < ${month.until}::timestamptz
        and status in ('paid', 'paidOutside')
      union all
      select line.customer_id, line.gross_cents, line.tax_cents, line.income_tax_bps, line.social_bps
      from payout_run run
      join payout_line line on line.run_id = run.id and line.income_tax_bps + line.social_bps > 0 and line.status = 'waiting'
      where run.run_date >= ${first}::date
        and run.run_date < (${first}::date + interval '1 month')
    ), part as (select *, basis_points_of(gross_cents, income_tax_bps) as income_tax_cents from taxed)
    select
      income_tax_bps as "incomeTaxBps",
      social_bps as "socialBps",
      sum(gross_cents)::bigint as "grossCents",
      sum(income_tax_cents)::bigint as "incomeTaxCents",
      sum(tax_cents - income_tax_cents)::bigint as "socialCents",
      count(distinct customer_id) as "investorCount"
    from part
    group by income_tax_bps, social_bps
    order by income_tax_bps desc, social_bps desc`.execute(db);
  return rows;
}
