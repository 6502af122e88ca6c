// SQL of what is recorded for the yearly form: coupons with the parts of their tax, and capital losses.

import { type RawBuilder, sql } from 'kysely';
import type { Cents } from '../../../core/cents.ts';
import type { Database } from '../../../core/db/pool.ts';
import type { Subquery } from '../../../core/db/sql-fragments.ts';
import type { CustomerId, PropertyId } from '../../../core/db/tables.ts';
import type { Tx } from '../../../core/db/transaction.ts';
import { sharesOfHolders } from '../../../money/bricks/index.ts';

// SQL of coupons and their taxes: the two parts of each tax (income tax, social contributions), and the sums of a year.

/** The tax rate of a payout, in basis points; `subject_id` is that of its payment. */
export type CouponTax = { subject_id: string; income_tax_bps: number; social_bps: number };

/**
 * Writes the parts of the tax of each waiting payout in one statement. Skips taxes that are recorded already, and those that
 * differ from gross times rate. A payout that was refused and ordered again has one row per payment. Returns how many taxes were
 * not recorded yet, and how many were written.
 *
 * `offset 0` makes the planner look transactions up by their payment. To its statistics nothing waits before a run, so it took the index of
 * what waits, and compared each of 100 000 transactions that the run had just written with each other one.
 */
export async function insertCouponTaxes(tx: Tx, coupons: Subquery<CouponTax>): Promise<{ taxed: number; written: number }> {
  const { rows } = await sql<{ taxed: number; written: number }>`
    with taxed as materialized (
      select tax.id as tax_id,
        tax.amount_cents as tax_cents,
        coupon.id as coupon_id,
        coupon.amount_cents as gross_cents,
        rate.income_tax_bps,
        rate.social_bps,
        basis_points_of(coupon.amount_cents, rate.income_tax_bps) as income_tax_cents
      from (${coupons}) rate
      join payment payment on payment.subject_id = rate.subject_id
      join lateral (
        select id, type, status, amount_cents
        from wallet_transaction
        where payment_id = payment.id
        offset 0
      ) tax on tax.type = 'WITHHOLDING_TAX' and tax.status = 'WAITING'
      join lateral (
        select id, type, status, amount_cents
        from wallet_transaction
        where payment_id = payment.id
        offset 0
      ) coupon on coupon.type = 'COUPON_PAYOUT' and coupon.status = 'WAITING'
      where not exists (select from coupon_tax recorded where recorded.wallet_transaction_id = tax.id)
    ), written as (
      insert into coupon_tax (
        wallet_transaction_id, coupon_transaction_id,
        gross_cents, income_tax_bps, social_bps, income_tax_cents, social_cents
      )
      select tax_id, coupon_id, gross_cents, income_tax_bps, social_bps, income_tax_cents, tax_cents - income_tax_cents
      from taxed
      where tax_cents = basis_points_of(gross_cents, income_tax_bps + social_bps)
      returning 1
    )
    select (select count(*) from taxed) as taxed, (select count(*) from written) as written`.execute(tx);
  const [count] = rows;
  if (!count) throw new Error('the counts of taxes came without a row');
  return count;
}

/** The tax of one coupon, with both its transactions, which are written already; cents and basis points. */
export type SingleCouponTax = {
  taxTransactionId: string;
  couponTransactionId: string;
  grossCents: Cents;
  taxCents: Cents;
  incomeTaxBps: number;
  socialBps: number;
};

/** Writes the parts of one tax; false when it differs from gross times rate. */
export async function insertCouponTax(tx: Tx, coupon: SingleCouponTax): Promise<boolean> {
  const { grossCents, taxCents, incomeTaxBps, socialBps } = coupon;
  const { rows } = await sql`
    insert into coupon_tax (
      wallet_transaction_id, coupon_transaction_id,
      gross_cents, income_tax_bps, social_bps, income_tax_cents, social_cents
    )
    select ${coupon.taxTransactionId}::uuid, ${coupon.couponTransactionId}::uuid, ${grossCents}::bigint,
      ${incomeTaxBps}::integer, ${socialBps}::integer, income_tax.cents, ${taxCents}::bigint - income_tax.cents
    from (select basis_points_of(${grossCents}::bigint, ${incomeTaxBps}::integer) as cents) income_tax
    where ${taxCents}::bigint = basis_points_of(${grossCents}::bigint, ${incomeTaxBps}::integer + ${socialBps}::integer)
    returning 1`.execute(tx);
  return rows.length === 1;
}

/** Sums of a year's confirmed coupons and taxes, in cents. `unsplitCount`: how many taxes have no recorded parts. */
export type YearOfCoupons = {
  interestCents: Cents;
  /** Parts of `interestCents` by the contract of the paying project; the rest is royalty from which tax was withheld. */
  loanInterestCents: Cents;
  obligationInterestCents: Cents;
  royaltyCents: Cents;
  taxCents: Cents;
  incomeTaxCents: Cents;
  socialCents: Cents;
  contributionsBaseCents: Cents;
  solidarityBaseCents: Cents;
  unsplitCount: number;
};

/**
 * A payout counts in the Paris year in which it was written (A-taxation-2). Royalty revenue counts as interest only if tax was
 * withheld from it. `solidarityBps`: the rate of the solidarity levy, which includes no CSG (A-taxation-8). The triggers that keep
 * coupon_year have a row for each contract and rate; -1 is no rate.
 */
export async function sumCouponsOfYear(
  db: Database,
  { customerId, year, solidarityBps }: { customerId: CustomerId; year: number; solidarityBps: number },
): Promise<YearOfCoupons> {
  const couponsWhere = (condition: RawBuilder<unknown>) =>
    sql`coalesce(sum(coupon_cents) filter (where ${condition}), 0)::bigint`;
  const { rows } = await sql<YearOfCoupons>`
    select ${couponsWhere(sql`contract_type <> 'royalty' or social_bps >= 0`)} as "interestCents",
      ${couponsWhere(sql`contract_type = 'loan'`)} as "loanInterestCents",
      ${couponsWhere(sql`contract_type = 'obligation'`)} as "obligationInterestCents",
      ${couponsWhere(sql`contract_type = 'royalty' and social_bps < 0`)} as "royaltyCents",
      ${couponsWhere(sql`social_bps > 0 and social_bps <> ${solidarityBps}::integer`)} as "contributionsBaseCents",
      ${couponsWhere(sql`social_bps > 0 and social_bps = ${solidarityBps}::integer`)} as "solidarityBaseCents",
      coalesce(sum(tax_cents), 0)::bigint as "taxCents",
      coalesce(sum(income_tax_cents), 0)::bigint as "incomeTaxCents",
      coalesce(sum(social_cents), 0)::bigint as "socialCents",
      coalesce(sum(unsplit_count), 0)::integer as "unsplitCount"
    from coupon_year
    where customer_id = ${customerId}
      and paris_year = ${year}::integer`.execute(db);
  const [sums] = rows;
  if (!sums) throw new Error('the sums of coupons came without a row');
  return sums;
}

// SQL of capital losses: what a give-up or a final settlement left unpaid to the holders, and what was recovered since.

/** The capital that a give-up (`giveUpId`), else the final settlement, left unpaid; in cents. */
export type CapitalLoss = {
  propertyId: PropertyId;
  contractType: 'obligation' | 'loan';
  lossCents: Cents;
  giveUpId?: string;
  at: Temporal.Instant;
};

/**
 * Writes each holder's share of the loss, by largest remainder over the bricks; a second call violates a constraint. Returns the
 * sum of the shares.
 */
export async function insertLosses(tx: Tx, { propertyId, contractType, lossCents, giveUpId, at }: CapitalLoss): Promise<number> {
  const { rows } = await sql<{ cents: Cents }>`
    with written as (
      insert into capital_loss (property_id, customer_id, contract_type, brick_count, loss_cents, settled_at, give_up_id)
      select
        ${propertyId}::uuid,
        customer_id,
        ${contractType},
        brick_count,
        gross_cents,
        ${at}::timestamptz,
        ${giveUpId ?? null}::uuid
      from (${sharesOfHolders(propertyId, lossCents)}) share
      returning loss_cents
    )
    select coalesce(sum(loss_cents), 0)::bigint as cents
    from written`.execute(tx);
  const [sum] = rows;
  if (!sum) throw new Error('the sum of losses came without a row');
  return sum.cents;
}

/** Losses that stand: those of a give-up that was taken back do not. */
const STANDING = sql`
  from capital_loss loss
  where not exists (
    select
    from give_up
    where give_up.id = loss.give_up_id
      and give_up.taken_back_at is not null
  )`;

/** What of the project's capital stands as lost, less what was recovered since; cents. */
export async function sumLossesOfProject(tx: Tx, propertyId: PropertyId): Promise<Cents> {
  const { rows } = await sql<{ cents: Cents }>`
    select (
      (
        select coalesce(sum(loss.loss_cents), 0)
        ${STANDING}
          and loss.property_id = ${propertyId}::uuid
      ) - (
        select coalesce(sum(total_cents), 0)
        from payout_run
        where property_id = ${propertyId}::uuid
          and is_recovery
      )
    )::bigint as cents`.execute(tx);
  const [sum] = rows;
  if (!sum) throw new Error('a sum came without a row');
  return sum.cents;
}

/** An investor's losses that stand by project, before anything was recovered; cents. */
export async function sumLossesByProject(db: Database | Tx, customerId: CustomerId): Promise<Map<PropertyId, Cents>> {
  const { rows } = await sql<{ propertyId: PropertyId; cents: Cents }>`
    select loss.property_id as "propertyId", sum(loss.loss_cents)::bigint as cents
    ${STANDING}
      and loss.customer_id = ${customerId}::uuid
    group by loss.property_id`.execute(db);
  return new Map(rows.map(({ propertyId, cents }) => [propertyId, cents]));
}

/** An investor's losses and recoveries of a Paris year by contract type, in cents. */
export type LossesOfYear = Record<'lost' | 'recovered', { loanCents: Cents; obligationCents: Cents }>;

/**
 * Of each project the two are set off against each other: what came back in the year of the loss is no loss, and what came back in a
 * later one is counted as recovered.
 */
export async function sumLossesOfYear(
  db: Database,
  { customerId, year }: { customerId: CustomerId; year: number },
): Promise<LossesOfYear> {
  const { rows } = await sql<Record<'lostLoan' | 'lostObligation' | 'recoveredLoan' | 'recoveredObligation', Cents>>`
    select
      coalesce(sum(greatest(cents, 0)) filter (where contract_type = 'loan'), 0)::bigint as "lostLoan",
      coalesce(sum(greatest(cents, 0)) filter (where contract_type = 'obligation'), 0)::bigint as "lostObligation",
      coalesce(sum(greatest(-cents, 0)) filter (where contract_type = 'loan'), 0)::bigint as "recoveredLoan",
      coalesce(sum(greatest(-cents, 0)) filter (where contract_type = 'obligation'), 0)::bigint as "recoveredObligation"
    from (
      select property_id, contract_type, sum(cents) as cents
      from (
        select loss.property_id, loss.contract_type, loss.loss_cents as cents
        ${STANDING}
          and loss.customer_id = ${customerId}
          and extract(year from loss.settled_at at time zone 'Europe/Paris') = ${year}::integer
        union all
        select run.property_id, property.investor_contract_type, -line.gross_cents
        from payout_line line
        join payout_run run on run.id = line.run_id and run.is_recovery
        join property on property.id = run.property_id
        where line.customer_id = ${customerId}
          and line.status in ('paid', 'paidOutside')
          and extract(year from line.settled_at at time zone 'Europe/Paris') = ${year}::integer
      ) part
      group by property_id, contract_type
    ) project`.execute(db);
  const [sums] = rows;
  if (!sums) throw new Error('the sums of losses came without a row');
  return {
    lost: { loanCents: sums.lostLoan, obligationCents: sums.lostObligation },
    recovered: { loanCents: sums.recoveredLoan, obligationCents: sums.recoveredObligation },
  };
}
