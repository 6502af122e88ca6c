// SQL of coupons and their taxes: the two parts of each tax (income tax, social contributions), and the sums of a year.

import { sql } from 'kysely';
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
      join wallet_transaction tax on tax.payment_order_id = payment.id
        and tax.type = 'WITHHOLDING_TAX'
        and tax.status = 'WAITING'
      join wallet_transaction coupon on coupon.payment_order_id = payment.id
        and coupon.type = 'COUPON_PAYOUT'
        and coupon.status = 'WAITING'
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
 * withheld from it. `solidarityBps`: the rate of the solidarity levy, which includes no CSG (A-taxation-8).
 */
export async function sumCouponsOfYear(
  db: Database,
  asked: { customerId: CustomerId; year: number; solidarityBps: number },
): Promise<YearOfCoupons> {
  const inYear = sql`extract(year from transaction.created_at at time zone 'Europe/Paris') = ${asked.year}::integer`;
  const { customerId, solidarityBps } = asked;
  const { rows } = await sql<YearOfCoupons>`
    with coupon as (
      select transaction.amount_cents as cents,
        tax.social_bps,
        tax.coupon_transaction_id is not null as is_taxed,
        coalesce(property.investor_contract_type = 'royalty', false) as is_royalty,
        property.investor_contract_type as contract_type
      from wallet_transaction transaction
      left join property on property.id = transaction.property_id
      left join coupon_tax tax on tax.coupon_transaction_id = transaction.id
      where transaction.customer_id = ${customerId}
        and transaction.type = 'COUPON_PAYOUT'
        and transaction.status = 'CONFIRMED'
        and ${inYear}
    ), withheld as (
      select transaction.amount_cents as cents, tax.income_tax_cents, tax.social_cents
      from wallet_transaction transaction
      left join coupon_tax tax on tax.wallet_transaction_id = transaction.id
      where transaction.customer_id = ${customerId}
        and transaction.type = 'WITHHOLDING_TAX'
        and transaction.status = 'CONFIRMED'
        and ${inYear}
    ), base as (
      select coalesce(sum(cents) filter (where not is_royalty or is_taxed), 0)::bigint as "interestCents",
        coalesce(sum(cents) filter (where contract_type = 'loan'), 0)::bigint as "loanInterestCents",
        coalesce(sum(cents) filter (where contract_type = 'obligation'), 0)::bigint as "obligationInterestCents",
        coalesce(sum(cents) filter (where is_royalty and not is_taxed), 0)::bigint as "royaltyCents",
        coalesce(sum(cents) filter (where social_bps > 0 and social_bps <> ${solidarityBps}::integer), 0)::bigint
          as "contributionsBaseCents",
        coalesce(sum(cents) filter (where social_bps > 0 and social_bps = ${solidarityBps}::integer), 0)::bigint
          as "solidarityBaseCents"
      from coupon
    ), tax as (
      select coalesce(sum(cents), 0)::bigint as "taxCents",
        coalesce(sum(income_tax_cents), 0)::bigint as "incomeTaxCents",
        coalesce(sum(social_cents), 0)::bigint as "socialCents",
        count(*) filter (where social_cents is null)::integer as "unsplitCount"
      from withheld
    )
    select *
    from base
    cross join tax`.execute(db);
  const [sums] = rows;
  if (!sums) throw new Error('the sums of coupons came without a row');
  return sums;
}
