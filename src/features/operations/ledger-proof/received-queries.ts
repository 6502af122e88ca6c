// Money paid on echeances by purpose, and the claims that charged back debits left open: parts of the proof's queries.

import { type RawBuilder, sql } from 'kysely';

/**
 * The money paid on each echeance of a property (the SQL of its id), by its purpose: the same rules as `deriveEcheance` of the payment
 * schedules, written in SQL a second time so that one mistake cannot hide in both. Interest and investors' penalties come first, then the fee, then surplus. Money that was
 * distributed to holders or taken as a fee is not reversed; a fee paid outside is not owed; capital beyond what is due is surplus.
 * `claim_cents`: of debits that were charged back, what had left the purses before and was not paid again.
 */
export function receivedOf(property: RawBuilder<unknown>): RawBuilder<unknown> {
  return sql`
  select
    echeance.property_id,
    echeance.id,
    echeance.management_fees_status as fee_status,
    fee.cents as fee_cents,
    investors.cents as investors_cents,
    fees.cents as fees_cents,
    surplus.cents as surplus_cents,
    capital.cents as capital_cents,
    investors.cents + fees.cents + surplus.cents + capital.cents - paid.mensualite - paid.capital as claim_cents
  ${PARTS}
  where echeance.property_id = ${property}`;
}

/** The echeance beside what was paid for it, and how that divides. */
const PARTS = sql`
  from echeance
  cross join lateral (
    select
      coalesce(sum(amount_cents) filter (where payment_for = 'mensualite'), 0)::bigint as mensualite,
      coalesce(sum(amount_cents) filter (where payment_for = 'capitalRepayment'), 0)::bigint as capital
    from payment_to_be_assigned
    where assigned_echeance_id = echeance.id
  ) paid
  cross join lateral (
    select
      coalesce(sum(total_cents) filter (where kind = 'coupon'), 0)::bigint as coupon,
      coalesce(sum(total_cents) filter (where kind = 'capital'), 0)::bigint as capital
    from payout_run
    where echeance_id = echeance.id
  ) distributed
  cross join lateral (
    select
      coalesce(sum(kept_main_cents), 0)::bigint as main,
      coalesce(sum(kept_surplus_cents) filter (where payment_for = 'mensualite'), 0)::bigint as mensualite,
      coalesce(sum(kept_surplus_cents) filter (where payment_for = 'capitalRepayment'), 0)::bigint as capital
    from charge_back_claim
    where echeance_id = echeance.id
  ) kept
  cross join lateral (
    select
      case
        when echeance.management_fees_paid_outside then 0
        else echeance.management_fees_excl_tax_cents + echeance.management_fees_vat_cents
      end as cents
  ) fee
  cross join lateral (
    select
      greatest(
        least(
          paid.mensualite - echeance.management_fees_taken_cents,
          echeance.interest_cents + echeance.penalty_for_investors_cents
        ),
        distributed.coupon,
        0
      ) as cents
  ) investors
  cross join lateral (
    select
      greatest(
        least(paid.mensualite - investors.cents, fee.cents),
        echeance.management_fees_taken_cents + kept.main
      ) as cents
  ) fees
  cross join lateral (
    select greatest(least(paid.capital, echeance.capital_repayment_due_cents), distributed.capital) as cents
  ) capital
  cross join lateral (
    select
      greatest(paid.mensualite - investors.cents - fees.cents, kept.mensualite)
        + greatest(paid.capital - capital.cents, kept.capital) as cents
  ) surplus`;

/**
 * Open claims by project: money of debits that the bank took back after it had left the purses, so the provider has less than our books.
 * Only projects with a charged back debit can have one: what else was paid for an echeance stays once it is distributed.
 */
export const OPEN_CLAIMS = sql`
  select received.property_id, received.claim_cents as cents
  from (
    select property_id as id from charge_back_claim
    union
    select property_id from payment_to_be_assigned where status = 'chargedBack' and property_id is not null
  ) claimed
  cross join lateral (${receivedOf(sql.ref('claimed.id'))}) received
  where claim_cents <> 0
  union all
  select property_id, amount_cents - returned_cents
  from charge_back_claim
  where echeance_id is null
  union all
  -- Paid again by the owner: an archived record whose money was booked to EXT to fill the claim.
  select property_id, -claim_filled_cents
  from payment_to_be_assigned
  where claim_filled_cents > 0`;
