// SQL of payout runs; that of their lines, of withheld tax and of the monthly report has files of its own.

import { sql } from 'kysely';
import type { Cents } from '../../../core/cents.ts';
import type { Database } from '../../../core/db/pool.ts';
import type { Subquery } from '../../../core/db/subquery.ts';
import type { EcheanceId, PropertyId } from '../../../core/db/tables.ts';
import type { Tx } from '../../../core/db/transaction.ts';
import type { Config } from '../../../deps.ts';
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
export async function isCouponMonthOpen(db: Database, period: string): Promise<boolean> {
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
 * conditions are those of two indexes (migration 0057): what is over is not looked at.
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
export type NewRun = {
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
