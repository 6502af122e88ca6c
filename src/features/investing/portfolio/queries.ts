// SQL of an investor's portfolio: their projects, the money that went in and came out by day, and their lines of payout runs.

import { sql } from 'kysely';
import type { Cents } from '../../../core/cents.ts';
import type { Database } from '../../../core/db/pool.ts';
import type { CustomerId, PropertyId } from '../../../core/db/tables.ts';
import type { Tx } from '../../../core/db/transaction.ts';
import type { CursorKey } from '../../../core/http/pagination.ts';
import { type PublicState, publicStateAt } from '../../projects/project-life/index.ts';

/** A project of the investor; cents. */
export type InvestmentRow = {
  propertyId: PropertyId;
  propertyName: string;
  contractType: 'obligation' | 'loan' | 'royalty';
  state: PublicState;
  propertyCreatedAt: Temporal.Instant;
  brickCount: number;
  sellingBrickCount: number;
  /** Sold to others for good. */
  soldBrickCount: number;
  /** Bought, and not paid at the provider yet. */
  waitingBrickCount: number;
  waitingCents: Cents;
  /** Bricks of all holders. */
  heldBrickCount: number;
  collectedCents: Cents | null;
  /** Capital that runs have ordered for the holders. */
  capitalOrderedCents: Cents;
  fundingMaxEndDate: Temporal.Instant | null;
  issuerCountry: string;
};

type Asked = { customerId: CustomerId; at: Temporal.Instant };
type Part = { limit: number; after?: CursorKey | undefined } | { propertyId: PropertyId } | 'all';

/**
 * Those that the investor holds bricks of, held and has sold, or waits for; newest property first. A purchase that was taken back, or
 * whose funding failed, leaves none. Found by the investor's rows of brick_holding, purchase and market_deal.
 */
export async function listInvestments(db: Database | Tx, { customerId, at }: Asked, part: Part): Promise<InvestmentRow[]> {
  const only = part !== 'all' && 'propertyId' in part ? part.propertyId : null;
  const { limit = null, after } = part !== 'all' && 'limit' in part ? part : {};
  const { rows } = await sql<InvestmentRow>`
    with ${tradesOf(customerId)}
    select
      property.id as "propertyId",
      property.name as "propertyName",
      property.investor_contract_type as "contractType",
      ${publicStateAt(at)} as "state",
      property.created_at as "propertyCreatedAt",
      coalesce(holding.brick_count, 0) as "brickCount",
      coalesce(holding.selling_brick_count, 0) as "sellingBrickCount",
      coalesce(sold.brick_count, 0) as "soldBrickCount",
      coalesce(waiting.brick_count, 0) as "waitingBrickCount",
      coalesce(waiting.cents, 0) as "waitingCents",
      coalesce(totals.confirmed_bricks, 0) as "heldBrickCount",
      property.collected_cents as "collectedCents",
      (
        select coalesce(sum(run.total_cents), 0)
        from payout_run run
        where run.property_id = property.id
          and run.kind in ('capital', 'unlent-capital', 'sale')
      )::bigint as "capitalOrderedCents",
      property.funding_max_end_date as "fundingMaxEndDate",
      coalesce(spv.country, 'France') as "issuerCountry"
    from (
      select property_id
      from brick_holding
      where customer_id = ${customerId}::uuid
        and brick_count > 0
      union
      select property_id
      from sold
      union
      select property_id
      from waiting
    ) own
    join property on property.id = own.property_id
    left join brick_holding holding on holding.property_id = property.id and holding.customer_id = ${customerId}::uuid
    left join funding_totals totals on totals.property_id = property.id
    left join sold on sold.property_id = property.id
    left join waiting on waiting.property_id = property.id
    left join spv on spv.id = property.spv_id
    where (${only}::uuid is null or property.id = ${only}::uuid)
      and (
        ${after?.id ?? null}::uuid is null
        or (property.created_at, property.id) < (${after?.at ?? null}::timestamptz, ${after?.id ?? null}::uuid)
      )
    order by property.created_at desc, property.id desc
    limit ${limit}::integer`.execute(db);
  return rows;
}

/** By property: what the investor waits for, and has sold on the market. */
function tradesOf(customerId: CustomerId) {
  return sql`
    waiting as (
      select property_id, sum(brick_count)::integer as brick_count, sum(cents)::bigint as cents
      from (
        select property_id, brick_count, amount_cents as cents
        from purchase
        where customer_id = ${customerId}::uuid
          and status in ('waiting_payment', 'waiting_provider')
        union all
        select property_id, brick_count, price_without_commission_cents
        from market_deal
        where buyer_id = ${customerId}::uuid
          and status = 'reserved'
      ) bought
      group by property_id
    ), sold as (
      select property_id, sum(brick_count)::integer as brick_count
      from market_deal
      where seller_id = ${customerId}::uuid
        and status = 'confirmed'
      group by property_id
    )`;
}

/** Types of transactions between an investor and a project. `PAID_OUTSIDE` is none: what it takes was received by other means. */
const FLOW_TYPES = [
  'PRIMARY_PURCHASE',
  'PRIMARY_PURCHASE_REFUND',
  'BUYING_DEAL',
  'SELLING_DEAL',
  'COUPON_PAYOUT',
  'WITHHOLDING_TAX',
  'CAPITAL_REPAYMENT',
  'PROPERTY_SALE',
] as const;
export type FlowType = (typeof FLOW_TYPES)[number];

/** What moved between the investor and a project on a Paris day; positive cents, the type gives the direction. */
export type CashFlow = { propertyId: PropertyId; type: FlowType; day: Temporal.PlainDate; cents: Cents };

const PARIS_DAY = sql<Temporal.PlainDate>`(event_at at time zone 'Europe/Paris')::date`;

/** All of them with these projects, by day: the investor's confirmed transactions, each of which has its posting in the ledger. */
export async function listCashFlows(
  db: Database | Tx,
  customerId: CustomerId,
  propertyIds: readonly PropertyId[],
): Promise<CashFlow[]> {
  return db
    .selectFrom('wallet_transaction')
    .select(['property_id as propertyId', 'type', PARIS_DAY.as('day'), sql<Cents>`sum(amount_cents)::bigint`.as('cents')])
    .where('customer_id', '=', customerId)
    .where('status', '=', sql.lit('CONFIRMED' as const))
    .where('property_id', '=', (any) => any.fn.any(any.val([...propertyIds])))
    .where('type', 'in', FLOW_TYPES)
    .groupBy(['property_id', 'type', PARIS_DAY])
    .orderBy('day')
    .$narrowType<{ propertyId: PropertyId; type: FlowType }>()
    .execute();
}

/** The investor's line of a run; cents. A run of this project without one has `status` null: their share was below a cent. */
export type PayoutRow = {
  propertyId: PropertyId;
  kind: 'coupon' | 'capital' | 'unlent-capital' | 'sale';
  runDate: Temporal.PlainDate;
  period: string | null;
  dueDate: Temporal.PlainDate | null;
  isRecovery: boolean;
  status: 'waiting' | 'paid' | 'failed' | 'blocked' | 'paidOutside' | null;
  grossCents: Cents | null;
  taxCents: Cents | null;
  settledAt: Temporal.Instant | null;
};

/** Of the runs of these projects: those ordered or settled from a day on, and before it those whose line is not paid or recovered lost capital. */
export async function listPayouts(
  db: Database | Tx,
  customerId: CustomerId,
  { propertyIds, since }: { propertyIds: readonly PropertyId[]; since: Temporal.PlainDate | undefined },
): Promise<PayoutRow[]> {
  const { rows } = await sql<PayoutRow>`
    select
      run.property_id as "propertyId",
      run.kind,
      run.run_date as "runDate",
      echeance.period,
      echeance.due_date as "dueDate",
      run.is_recovery as "isRecovery",
      line.status,
      line.gross_cents as "grossCents",
      line.tax_cents as "taxCents",
      line.settled_at as "settledAt"
    from payout_run run
    left join payout_line line on line.run_id = run.id and line.customer_id = ${customerId}::uuid
    left join echeance on echeance.id = run.echeance_id
    where run.property_id = any (${[...propertyIds]}::uuid[])
      and (
        ${since ?? null}::date is null
        or run.run_date >= ${since ?? null}::date
        or line.settled_at >= ${since ?? null}::date::timestamp at time zone 'Europe/Paris'
        or line.status in ('waiting', 'failed', 'blocked')
        or (run.is_recovery and line.status is not null)
      )
    order by run.run_date, run.id`.execute(db);
  return rows;
}

/** What the investor bought and sold of one project, newest first; cents. `id` is that of the purchase or the deal. */
export type TradeRow = {
  kind: 'purchase' | 'deal-bought' | 'deal-sold';
  id: string;
  brickCount: number;
  cents: Cents;
  at: Temporal.Instant;
  /** Bought by the investor's investment plan. */
  isAutomatic: boolean;
  isWaiting: boolean;
  hasPaper: boolean;
};

/** Without what was refused, or taken back. */
export async function listTrades(db: Database | Tx, of: { customerId: CustomerId; propertyId: PropertyId }): Promise<TradeRow[]> {
  const { rows } = await sql<TradeRow>`
    select trade.*, exists (
      select
      from trade_paper paper
      where paper.kind = trade.kind
        and paper.subject_id = trade.id
        and paper.customer_id = ${of.customerId}::uuid
    ) as "hasPaper"
    from (
      select
        'purchase' as kind, id, brick_count as "brickCount", amount_cents as cents, created_at as at,
        is_automatic as "isAutomatic", status <> 'confirmed' as "isWaiting"
      from purchase
      where customer_id = ${of.customerId}::uuid
        and property_id = ${of.propertyId}::uuid
        and status in ('waiting_payment', 'waiting_provider', 'confirmed')
      union all
      select
        'deal-bought', id, brick_count, price_without_commission_cents,
        coalesce(confirmed_at, reserved_at, created_at), false, status <> 'confirmed'
      from market_deal
      where buyer_id = ${of.customerId}::uuid
        and property_id = ${of.propertyId}::uuid
      union all
      select 'deal-sold', id, brick_count, price_without_commission_cents - commission_cents, coalesce(confirmed_at, created_at), false, false
      from market_deal
      where seller_id = ${of.customerId}::uuid
        and property_id = ${of.propertyId}::uuid
        and status = 'confirmed'
    ) trade
    order by trade.at desc, trade.id`.execute(db);
  return rows;
}

/** What the owner paid of an echeance on a day, with fees and all. */
export type OwnerPayment = {
  day: Temporal.PlainDate;
  period: string;
  paymentFor: 'mensualite' | 'capitalRepayment';
  cents: Cents;
};

/** What happened to the repayment of a project, by day: money of its owner, changes of its status, later ends of its contract. */
export type StoryRow =
  | ({ kind: 'paid' } & OwnerPayment)
  | { kind: 'status'; day: Temporal.PlainDate; status: string }
  | { kind: 'prolonged'; day: Temporal.PlainDate; months: number };

/** All payments of the owner by day, all changes of the status, all prorogations. */
export async function listStory(db: Database | Tx, propertyId: PropertyId): Promise<StoryRow[]> {
  const paid = await sql<Omit<OwnerPayment, 'paymentFor'> & { paymentFor: OwnerPayment['paymentFor'] | null }>`
    select
      payment.payment_date as day,
      echeance.period,
      payment.payment_for as "paymentFor",
      sum(payment.amount_cents)::bigint as cents
    from received_payment payment
    join echeance on echeance.id = payment.assigned_echeance_id
    where payment.property_id = ${propertyId}::uuid
      and payment.status = 'assigned'
    group by payment.payment_date, echeance.period, payment.payment_for
    order by payment.payment_date`.execute(db);
  const statuses = await sql<{ day: Temporal.PlainDate; status: string }>`
    select (changed_at at time zone 'Europe/Paris')::date as day, status
    from financial_status_change
    where property_id = ${propertyId}::uuid
    order by id`.execute(db);
  const prolonged = await sql<{ day: Temporal.PlainDate; months: number }>`
    select (created_at at time zone 'Europe/Paris')::date as day, duration_in_months as months
    from prorogation
    where property_id = ${propertyId}::uuid`.execute(db);
  return [
    ...paid.rows.flatMap(({ paymentFor, ...row }) =>
      paymentFor === null ? [] : [{ kind: 'paid', paymentFor, ...row } as const],
    ),
    ...statuses.rows.map((row) => ({ kind: 'status', ...row }) as const),
    ...prolonged.rows.map((row) => ({ kind: 'prolonged', ...row }) as const),
  ];
}
