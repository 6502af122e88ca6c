// SQL that reads echeances with the sums of their payments, of one schedule or over all, and whether a schedule is in use.

import { type Expression, sql } from 'kysely';
import type { Cents } from '../../../core/cents.ts';
import type { Database } from '../../../core/db/pool.ts';
import { type JsonRow, jsonList } from '../../../core/db/sql-fragments.ts';
import type { EcheanceId, PropertyId } from '../../../core/db/tables.ts';
import type { Tx } from '../../../core/db/transaction.ts';
import { type Day, dayOf, type StoredEvent } from '../schedule-computation/index.ts';

const COLUMNS = [
  'echeance.id',
  'echeance.property_id as propertyId',
  'echeance.number',
  'echeance.period',
  'echeance.start_date as startDate',
  'echeance.end_date as endDate',
  'echeance.due_date as dueDate',
  'echeance.capital_loaned_at_start_cents as capitalLoanedAtStartCents',
  'echeance.capital_loaned_cents as capitalLoanedCents',
  'echeance.interest_cents as interestCents',
  'echeance.interest_carry as interestCarry',
  'echeance.management_fees_excl_tax_cents as managementFeesExclTaxCents',
  'echeance.management_fees_vat_cents as managementFeesVatCents',
  'echeance.management_fees_vat_bps as managementFeesVatBps',
  'echeance.management_fees_carry as managementFeesCarry',
  'echeance.management_fees_status as managementFeesStatus',
  'echeance.management_fees_executed_at as managementFeesExecutedAt',
  'echeance.management_fees_comment as managementFeesComment',
  'echeance.management_fees_taken_cents as managementFeesTakenCents',
  'echeance.management_fees_paid_outside as managementFeesPaidOutside',
  'echeance.capital_repayment_due_cents as capitalRepaymentDueCents',
  'echeance.penalty_total_cents as penaltyTotalCents',
  'echeance.penalty_for_investors_cents as penaltyForInvestorsCents',
  'echeance.penalty_for_bricks_cents as penaltyForBricksCents',
  'debit.id as debitId',
  'debit.status as debitStatus',
  'debit.amount_cents as debitAmountCents',
  'debit.collection_date as debitDate',
  'debit.provider_debit_id as providerDebitId',
] as const;

/** Echeances with sums, cents: paid, from the escrow, distributed to holders, and spent money of debits that were charged back. */
function joinSums(db: Database | Tx) {
  return db
    .selectFrom('echeance')
    .leftJoinLateral(
      (from) =>
        from
          .selectFrom('received_payment')
          .whereRef('assigned_echeance_id', '=', 'echeance.id')
          .select([
            centsWhere(sql`payment_for = 'mensualite'`).as('mensualite'),
            centsWhere(sql`payment_for = 'capitalRepayment'`).as('capital'),
          ])
          .as('paid'),
      (join) => join.onTrue(),
    )
    .leftJoinLateral(
      (from) =>
        from
          .selectFrom('received_payment')
          .whereRef('target_echeance_id', '=', 'echeance.id')
          .where('source', '=', 'escrow')
          .select([
            centsWhere(sql`status <> 'archivedNotAssigned'`).as('used'),
            centsWhere(sql`status = 'waiting'`).as('waiting'),
          ])
          .as('sequestre'),
      (join) => join.onTrue(),
    )
    .leftJoinLateral(
      (from) =>
        from
          .selectFrom('payout_run')
          .whereRef('echeance_id', '=', 'echeance.id')
          .select([
            sql<Cents>`coalesce(sum(total_cents) filter (where kind = 'coupon'), 0)`.as('coupon'),
            sql<Cents>`coalesce(sum(total_cents) filter (where kind = 'capital'), 0)`.as('capital'),
          ])
          .as('distributed'),
      (join) => join.onTrue(),
    )
    .leftJoinLateral(
      (from) =>
        from
          .selectFrom('charge_back_claim')
          .whereRef('echeance_id', '=', 'echeance.id')
          .select([
            sql<Cents>`coalesce(sum(kept_main_cents), 0)`.as('main'),
            sql<Cents>`coalesce(sum(kept_surplus_cents) filter (where payment_for = 'mensualite'), 0)`.as('surplus'),
            sql<Cents>`coalesce(sum(kept_surplus_cents) filter (where payment_for = 'capitalRepayment'), 0)`.as('capital'),
          ])
          .as('kept'),
      (join) => join.onTrue(),
    );
}

/** Echeances with these sums and their latest direct debit; every number is cents but `number`. */
function selectEcheances(db: Database | Tx) {
  return joinSums(db)
    .leftJoinLateral(
      (from) =>
        from
          .selectFrom('direct_debit')
          .whereRef('echeance_id', '=', 'echeance.id')
          .where('second_of', 'is', null)
          .orderBy('created_at', 'desc')
          .orderBy('id', 'desc')
          .limit(1)
          .select(['id', 'status', 'amount_cents', 'collection_date', 'provider_debit_id'])
          .as('debit'),
      (join) => join.onTrue(),
    )
    .select(COLUMNS)
    .select((eb) => [
      eb.fn.coalesce('paid.mensualite', sql<0>`0`).as('paidMensualiteCents'),
      eb.fn.coalesce('paid.capital', sql<0>`0`).as('paidCapitalCents'),
      eb.fn.coalesce('distributed.coupon', sql<0>`0`).as('couponDistributedCents'),
      eb.fn.coalesce('distributed.capital', sql<0>`0`).as('capitalDistributedCents'),
      eb.fn.coalesce('kept.main', sql<0>`0`).as('keptMainCents'),
      eb.fn.coalesce('kept.surplus', sql<0>`0`).as('keptSurplusCents'),
      eb.fn.coalesce('kept.capital', sql<0>`0`).as('keptCapitalSurplusCents'),
      eb.fn.coalesce('sequestre.used', sql<0>`0`).as('sequestreUsedCents'),
      eb.fn.coalesce('sequestre.waiting', sql<0>`0`).as('sequestreWaitingCents'),
      eb
        .exists(
          eb
            .selectFrom('give_up')
            .select('give_up.id')
            .whereRef('give_up.property_id', '=', 'echeance.property_id')
            .where('give_up.taken_back_at', 'is', null),
        )
        .$castTo<boolean>()
        .as('isGivenUp'),
    ]);
}

function centsWhere(condition: Expression<unknown>) {
  return sql<Cents>`coalesce(sum(amount_cents) filter (where ${condition}), 0)`;
}

/** An echeance as stored, with the sums that {@link EcheanceFacts} asks for and its latest direct debit. */
export type EcheanceRow = Awaited<ReturnType<ReturnType<typeof selectEcheances>['executeTakeFirstOrThrow']>>;

/** The echeance with this id; exact under the lock of its schedule. */
export async function findEcheance(db: Database | Tx, echeanceId: EcheanceId): Promise<EcheanceRow | undefined> {
  return selectEcheances(db).where('echeance.id', '=', echeanceId).executeTakeFirst();
}

/** The same, for an id that the database holds as a reference. Throws when there is none. */
export async function readEcheance(db: Database | Tx, echeanceId: EcheanceId): Promise<EcheanceRow> {
  return selectEcheances(db)
    .where('echeance.id', '=', echeanceId)
    .executeTakeFirstOrThrow(() => new Error(`there is no echeance ${echeanceId}`));
}

/** The echeances of a property in their order, as JSON in a larger statement; {@link echeanceOf} reads one. */
export function jsonOfEcheances(db: Database | Tx, propertyId: PropertyId) {
  return jsonList(selectEcheances(db).where('echeance.property_id', '=', propertyId).orderBy('number'));
}

/** An echeance of {@link jsonOfEcheances}. */
export function echeanceOf(json: JsonRow<EcheanceRow>): EcheanceRow {
  const { managementFeesExecutedAt, debitDate } = json;
  return {
    ...json,
    startDate: Temporal.PlainDate.from(json.startDate),
    endDate: Temporal.PlainDate.from(json.endDate),
    dueDate: Temporal.PlainDate.from(json.dueDate),
    managementFeesExecutedAt: managementFeesExecutedAt === null ? null : Temporal.Instant.from(managementFeesExecutedAt),
    debitDate: debitDate === null ? null : Temporal.PlainDate.from(debitDate),
  };
}

/** Locks the row of the schedule; false when there is none. */
export async function lockScheduleRow(tx: Tx, propertyId: PropertyId): Promise<boolean> {
  const row = await tx
    .selectFrom('payment_schedule')
    .select('property_id')
    .where('property_id', '=', propertyId)
    .forNoKeyUpdate()
    .executeTakeFirst();
  return row !== undefined;
}

/** Without loans that a give-up in force has cancelled ({@link cancelLoans}). */
function selectCapitalEvents(db: Database | Tx, propertyId: PropertyId) {
  return db
    .selectFrom('capital_event')
    .select(['id', 'type', 'event_date as date', 'due_period as duePeriod'])
    .select('interest_sequestre_cents as interestSequestreCents')
    .select((eb) => eb('amount_cents', '-', eb.ref('given_up_cents')).as('amountCents'))
    .where('property_id', '=', propertyId)
    .whereRef('given_up_cents', '<', 'amount_cents')
    .orderBy('event_date')
    .orderBy('created_at')
    .orderBy('id');
}
type CapitalEventRow = Awaited<ReturnType<ReturnType<typeof selectCapitalEvents>['executeTakeFirstOrThrow']>>;

/** Capital events of a property by date, as JSON in a larger statement; {@link capitalEventOf} reads one. */
export function jsonOfCapitalEvents(db: Database | Tx, propertyId: PropertyId) {
  return jsonList(selectCapitalEvents(db, propertyId));
}

/** An event of {@link jsonOfCapitalEvents}. */
export function capitalEventOf({ date, ...event }: JsonRow<CapitalEventRow>): StoredEvent {
  return { ...event, day: dayOf(Temporal.PlainDate.from(date)) };
}

/** Prorogations of a property, shortest first, as JSON in a larger statement. */
export function jsonOfProrogations(db: Database | Tx, propertyId: PropertyId) {
  return jsonList(
    db
      .selectFrom('prorogation')
      .select(['duration_in_months as durationInMonths', 'interest_rate as interestRate'])
      .where('property_id', '=', propertyId)
      .orderBy('duration_in_months'),
  );
}

/** A payment of capital by the owner. `onLast`: its echeance was the last then; `isChargedBack`: the payer's bank took it back. */
export type PaidCapital = {
  id: string;
  echeanceId: EcheanceId;
  day: Day;
  amountCents: Cents;
  onLast: boolean;
  isChargedBack: boolean;
};

function selectPaidCapital(db: Database | Tx, propertyId: PropertyId) {
  return db
    .selectFrom('received_payment as payment')
    .leftJoin('charge_back_claim as claim', 'claim.received_payment_id', 'payment.id')
    .where('payment.property_id', '=', propertyId)
    .where('payment.capital_event_id', 'is', null)
    .where((eb) => eb(eb.fn.coalesce('payment.payment_for', 'claim.payment_for'), '=', 'capitalRepayment'))
    .select((eb) => [
      'payment.id',
      eb.fn.coalesce('payment.assigned_echeance_id', 'claim.echeance_id').$notNull().as('echeanceId'),
      'payment.payment_date as date',
      'payment.amount_cents as amountCents',
      'payment.on_last_echeance as onLast',
      sql<boolean>`payment.status = 'chargedBack'`.as('isChargedBack'),
    ])
    .orderBy('payment.payment_date')
    .orderBy('payment.id');
}
type PaidCapitalRow = Awaited<ReturnType<ReturnType<typeof selectPaidCapital>['executeTakeFirstOrThrow']>>;

/**
 * Payments of a property's capital by date, as JSON in a larger statement; {@link paidCapitalOf} reads one. Without the escrow parts of
 * events, which lie in the events.
 */
export function jsonOfPaidCapital(db: Database | Tx, propertyId: PropertyId) {
  return jsonList(selectPaidCapital(db, propertyId));
}

/** A payment of {@link jsonOfPaidCapital}. */
export function paidCapitalOf({ date, ...payment }: JsonRow<PaidCapitalRow>): PaidCapital {
  return { ...payment, day: dayOf(Temporal.PlainDate.from(date)) };
}

/** Of the schedules of these properties, by due date: echeances of which the holders have not had all, and those due from a day on. */
export async function listEcheancesAhead(
  db: Database | Tx,
  propertyIds: readonly PropertyId[],
  since: Temporal.PlainDate,
): Promise<EcheanceRow[]> {
  return selectEcheances(db)
    .where('echeance.property_id', '=', (any) => any.fn.any(any.val([...propertyIds])))
    .where(
      sql<boolean>`(
        echeance.due_date >= ${since}::date
        or echeance.interest_cents + echeance.penalty_for_investors_cents > echeance.coupon_distributed_cents
        or echeance.capital_repayment_due_cents > echeance.capital_distributed_cents
      )`,
    )
    .orderBy('echeance.due_date')
    .orderBy('echeance.property_id')
    .execute();
}

/** Echeances with their projects. */
function selectWithProject(db: Database) {
  return selectEcheances(db)
    .innerJoin('property', 'property.id', 'echeance.property_id')
    .select(['property.name as propertyName', 'property.financial_status as financialStatus', 'property.spv_id as spvId']);
}

/** An echeance with the project it belongs to. */
export type EcheanceWithProjectRow = Awaited<ReturnType<ReturnType<typeof selectWithProject>['executeTakeFirstOrThrow']>>;

/** The echeances of one month over all schedules, by project name. */
export async function listEcheancesOfPeriod(db: Database, period: string): Promise<EcheanceWithProjectRow[]> {
  return selectWithProject(db).where('echeance.period', '=', period).orderBy('property.name').orderBy('property.id').execute();
}

/**
 * Echeances over all schedules on which capital is still to be paid back and not given up, by due date; one more than `limit` when there are more.
 * `after`: the echeance before the first. The page is cut by what the echeances say of themselves, and only then are payments summed.
 */
export async function listUnpaidCapital(
  db: Database,
  { propertyId, limit, after }: { propertyId?: PropertyId | undefined; limit: number; after: string | undefined },
): Promise<EcheanceWithProjectRow[]> {
  let page = db
    .selectFrom('echeance as unpaid')
    .select('unpaid.id')
    .where(sql<boolean>`unpaid.capital_repayment_due_cents > unpaid.capital_paid_cents`)
    .where(({ not, exists, selectFrom }) =>
      not(
        exists(
          selectFrom('give_up')
            .select('give_up.id')
            .whereRef('give_up.property_id', '=', 'unpaid.property_id')
            .where('give_up.taken_back_at', 'is', null),
        ),
      ),
    );
  if (propertyId !== undefined) page = page.where('unpaid.property_id', '=', propertyId);
  if (after !== undefined)
    page = page.where(sql<boolean>`
      (unpaid.due_date, unpaid.id) > (select before.due_date, before.id from echeance before where before.id = ${after}::uuid)`);
  return selectWithProject(db)
    .where('echeance.id', 'in', (eb) =>
      eb
        .selectFrom(
          page
            .orderBy('unpaid.due_date')
            .orderBy('unpaid.id')
            .limit(limit + 1)
            .as('page'),
        )
        .select('page.id'),
    )
    .orderBy('echeance.due_date')
    .orderBy('echeance.id')
    .execute();
}

/**
 * True when something was paid, executed, ordered, claimed or promised on an echeance of the property and not taken back, or when
 * anything at all, as an archived transfer or a canceled debit, refers to an echeance after the `last` one. Exact under its schedule's lock.
 */
export async function isInUse(tx: Tx, propertyId: PropertyId, { last }: { last: number }): Promise<boolean> {
  const { rows } = await sql<{ used: number }>`
    select 1 as used
    from echeance
    where property_id = ${propertyId}::uuid
      and (
        management_fees_status <> 'notExecuted'
        or management_fees_taken_cents > 0
        or penalty_total_cents <> 0
        or penalty_for_investors_cents <> 0
        or exists (
          select from received_payment payment
          where payment.assigned_echeance_id = echeance.id
        )
        or exists (
          select from received_payment payment
          where payment.target_echeance_id = echeance.id
            and (payment.status <> 'archivedNotAssigned' or echeance.number > ${last}::bigint or payment.capital_event_id is not null)
        )
        or exists (
          select from direct_debit debit
          where debit.echeance_id = echeance.id
            and (debit.status not in ('failed', 'canceled') or echeance.number > ${last}::bigint)
        )
        or exists (
          select from payout_run run
          where run.echeance_id = echeance.id
        )
        or exists (
          select from charge_back_claim claim
          where claim.echeance_id = echeance.id
        )
      )
    limit 1`.execute(tx);
  return rows.length > 0;
}
