// SQL of coupons and their taxes: the two parts of each tax (income tax, social contributions), and the sums of a year.

import { type RawBuilder, sql } from 'kysely';
import type { Cents } from '../../../core/cents.ts';
import type { Database } from '../../../core/db/pool.ts';
import type { Subquery } from '../../../core/db/subquery.ts';
import type { CustomerId } from '../../../core/db/tables.ts';
import type { Tx } from '../../../core/db/transaction.ts';

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
      join payment_order payment on payment.subject_id = rate.subject_id
      join lateral (
        select id, type, status, amount_cents
        from wallet_transaction
        where payment_order_id = payment.id
        offset 0
      ) tax on tax.type = 'WITHHOLDING_TAX' and tax.status = 'WAITING'
      join lateral (
        select id, type, status, amount_cents
        from wallet_transaction
        where payment_order_id = payment.id
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
 * withheld from it. `solidarityBps`: the rate of the solidarity levy, which includes no CSG (A-taxation-8). The triggers of migration 0057
 * keep a row for each contract and rate; -1 is no rate.
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
