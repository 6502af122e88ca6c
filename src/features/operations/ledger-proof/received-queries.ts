// What was received of a project, by way and by purse, also what never was at the provider.

import { type RawBuilder, sql } from 'kysely';
import type { Invariant } from './scope-queries.ts';

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
    from received_payment
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
    select property_id from received_payment where status = 'chargedBack' and property_id is not null
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
  from received_payment
  where claim_filled_cents > 0`;

/**
 * Money in the purses of projects that is not at the provider: recorded as received outside, less what left the books again, less wires that
 * brought it there, less what was handed over outside (ledger.md#money-outside-the-provider). Rows (property_id, cents).
 */
export const OFF_PROVIDER = sql`
  select property_id, amount_cents - archived_off_provider_cents as cents
  from received_payment
  where source = 'other'
    and property_id is not null
  union all
  select property_id, -covered_cents
  from received_payment
  where covered_cents > 0
  union all
  select property_id, -off_provider_cents
  from owner_settlement
  where off_provider_cents > 0`;

/**
 * Wallet and books of each project: what it has, and never was at the provider, it cannot have paid out there. A bank that takes a debit
 * back may leave less, when its money went out in place of that.
 */
export const MONEY_AT_PROVIDER: Invariant = {
  name: 'projects-have-their-money-at-the-provider',
  violations: () => sql`
    select
      outside.property_id::text as subject,
      'never-at-provider' as code,
      jsonb_build_object('heldCents', coalesce(held.cents, 0), 'outsideCents', outside.cents) as facts
    from (
      select property_id, sum(cents)::bigint as cents
      from (${OFF_PROVIDER}) booked
      group by property_id
    ) outside
    left join lateral (
      select sum(balance_cents)::bigint as cents
      from ledger_account
      where owner_id = outside.property_id
    ) held on true
    left join lateral (
      select sum(amount_cents)::bigint as cents
      from received_payment
      where property_id = outside.property_id
        and status = 'chargedBack'
    ) taken_back on true
    where outside.cents not between 0 and coalesce(held.cents, 0) + coalesce(taken_back.cents, 0)`,
};
