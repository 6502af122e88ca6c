// What each purse of a project must hold by the rows of the domain, without the ledger: one invariant a purse compares the two.

import { type RawBuilder, sql } from 'kysely';
import type { Purse } from '../../../money/ledger/index.ts';
import type { Invariant, Violation } from './invariant-queries.ts';

/** Signed parts of a purse: rows (property_id, cents). */
type Parts = RawBuilder<unknown>;

/**
 * What was paid on an echeance, by whom it is for: `deriveEcheance` of the payment schedules once more, in SQL, so that one mistake
 * cannot hide in both. Interest and penalties of investors come first, then the fee, then surplus; what was distributed or taken is
 * never clawed back; a fee paid outside is due to nobody. Capital beyond what is due is surplus. `claim_cents`: what had left of debits
 * that were charged back, and was not paid again.
 */
const RECEIVED = sql`
  select echeance.property_id, echeance.id, echeance.management_fees_status as fee_status, fee.cents as fee_cents,
    investors.cents as investors_cents, fees.cents as fees_cents,
    surplus.cents as surplus_cents, capital.cents as capital_cents,
    investors.cents + fees.cents + surplus.cents + capital.cents - paid.mensualite - paid.capital as claim_cents
  from echeance
  cross join lateral (
    select coalesce(sum(amount_cents) filter (where payment_for = 'mensualite'), 0)::bigint as mensualite,
      coalesce(sum(amount_cents) filter (where payment_for = 'capitalRepayment'), 0)::bigint as capital
    from payment_to_be_assigned where assigned_echeance_id = echeance.id) paid
  cross join lateral (
    select coalesce(sum(total_cents) filter (where kind = 'coupon'), 0)::bigint as coupon,
      coalesce(sum(total_cents) filter (where kind = 'capital'), 0)::bigint as capital
    from payout_run where echeance_id = echeance.id) distributed
  cross join lateral (
    select coalesce(sum(kept_main_cents), 0)::bigint as main,
      coalesce(sum(kept_surplus_cents) filter (where payment_for = 'mensualite'), 0)::bigint as mensualite,
      coalesce(sum(kept_surplus_cents) filter (where payment_for = 'capitalRepayment'), 0)::bigint as capital
    from charge_back_claim where echeance_id = echeance.id) kept
  cross join lateral (
    select case when echeance.management_fees_paid_outside then 0
      else echeance.management_fees_excl_tax_cents + echeance.management_fees_vat_cents end as cents) fee
  cross join lateral (
    select greatest(least(paid.mensualite - echeance.management_fees_taken_cents,
      echeance.interest_cents + echeance.penalty_for_investors_cents), distributed.coupon, 0) as cents) investors
  cross join lateral (
    select greatest(least(paid.mensualite - investors.cents, fee.cents), echeance.management_fees_taken_cents + kept.main) as cents) fees
  cross join lateral (
    select greatest(least(paid.capital, echeance.capital_repayment_due_cents), distributed.capital) as cents) capital
  cross join lateral (
    select greatest(paid.mensualite - investors.cents - fees.cents, kept.mensualite)
      + greatest(paid.capital - capital.cents, kept.capital) as cents) surplus`;

/** What the bank took back of debits, by project, that had left its purses before: the books have it, the provider has not. */
export const OPEN_CLAIMS = sql`
  select received.property_id, received.claim_cents as cents from (${RECEIVED}) received where claim_cents <> 0
  union all
  select property_id, amount_cents - returned_cents from charge_back_claim where echeance_id is null
  union all
  -- Paid again by the owner: its record was archived, and left to where the bank had taken the money.
  select property_id, -claim_filled_cents from payment_to_be_assigned where claim_filled_cents > 0`;

const PURSES: Readonly<Record<Purse, Parts>> = {
  COLLECT: sql`
    select purchase.property_id, purchase.amount_cents as cents
    from purchase join wallet_transaction paid on paid.id = purchase.wallet_transaction_id and paid.status = 'CONFIRMED'
    union all
    select purchase.property_id, -purchase.amount_cents
    from purchase join wallet_transaction refund on refund.id = purchase.refund_transaction_id and refund.status = 'CONFIRMED'
    union all
    select id, -collected_cents from property where collected_cents is not null`,
  MAIN: sql`
    select id as property_id, collected_cents - escrow_set_aside_cents as cents from property where collected_cents is not null
    union all
    select property_id, -(amount_excl_tax_cents + vat_cents) from company_fee_transfer where status <> 'failed'
    union all
    select property_id, -amount_cents from owner_transfer where status <> 'failed'
    union all
    -- A fee that is executed or on its way: advanced by the project, and paid back as its echeance is paid.
    select received.property_id, received.fees_cents - received.fee_cents from (${RECEIVED}) received where fee_status <> 'notExecuted'
    union all
    select property_id, -total_cents from payout_run where kind = 'unlent-capital'
    union all
    select property_id, -main_cents from owner_settlement where status <> 'failed'`,
  ESCROW: sql`
    select id as property_id, escrow_set_aside_cents as cents from property where escrow_set_aside_cents is not null
    union all
    select property_id, -amount_cents from payment_to_be_assigned where source = 'escrow' and status <> 'archivedNotAssigned'
    union all
    select property_id, -(penalties_cents - penalties_from_surplus_cents) from final_settlement where penalties_order_id is not null
    union all
    select property_id, -escrow_cents from owner_settlement where status <> 'failed'`,
  UNASSIGNED: sql`
    select property_id, amount_cents as cents from payment_to_be_assigned
    where status = 'waiting' and property_id is not null and switching_to_property_id is null
      and (source <> 'p2pAuto' or provider_wire_id is not null)`,
  FEES: sql`
    select received.property_id, received.fees_cents as cents from (${RECEIVED}) received where fee_status = 'notExecuted'`,
  COUPON: sql`
    select received.property_id, received.investors_cents as cents from (${RECEIVED}) received
    union all
    select run.property_id, -line.gross_cents from payout_line line join payout_run run on run.id = line.run_id
    where run.kind = 'coupon' and line.status in ('paid', 'paidOutside')`,
  CAPITAL: sql`
    select received.property_id, received.capital_cents as cents from (${RECEIVED}) received
    union all
    select property_id, total_cents from payout_run where kind in ('unlent-capital', 'sale')
    union all
    select run.property_id, -line.gross_cents from payout_line line join payout_run run on run.id = line.run_id
    where run.kind <> 'coupon' and line.status in ('paid', 'paidOutside')`,
  SURPLUS: sql`
    select received.property_id, received.surplus_cents as cents from (${RECEIVED}) received
    union all
    -- Out of the escrow they went back there, without movement out of the books; the others are the project's.
    select property_id, amount_cents - claim_filled_cents from payment_to_be_assigned
    where status = 'archivedNotAssigned' and property_id is not null and source not in ('escrow', 'other')
      and (source <> 'p2pAuto' or provider_wire_id is not null)
    union all
    select property_id, kept_surplus_cents from charge_back_claim where echeance_id is null
    union all
    select property_id, -total_cents from payout_run where kind = 'sale'
    union all
    -- The net of what was paid outside: the holder has it from elsewhere, the wallet still holds it.
    select run.property_id, line.gross_cents - line.tax_cents from payout_line line join payout_run run on run.id = line.run_id
    where line.status = 'paidOutside'
    union all
    select property_id, -penalties_from_surplus_cents from final_settlement where penalties_order_id is not null
    union all
    select property_id, -surplus_cents from owner_settlement where status <> 'failed'`,
  HELD: sql`
    select property_id, amount_excl_tax_cents + vat_cents as cents from company_fee_transfer where status = 'waiting'
    union all
    select property_id, amount_cents from owner_transfer where status = 'waiting'
    union all
    select property_id, management_fees_excl_tax_cents + management_fees_vat_cents from echeance where management_fees_status = 'pending'
    union all
    -- A wire that no project was named for stays with its SPV until it has arrived.
    select property_id, amount_cents from payment_to_be_assigned where switching_to_property_id is not null and property_id is not null
    union all
    select property_id, penalties_cents from final_settlement
    where penalties_order_id is not null and penalties_transferred_at is null
    union all
    select property_id, amount_cents from owner_settlement where status = 'waiting'`,
};

/** Money of SPVs that no project is named for: what waits, and what was archived there. */
const OF_SPVS = sql`
  select spv_id as property_id, amount_cents as cents from payment_to_be_assigned where property_id is null and status in ('waiting', 'archivedNotAssigned')`;

function compare(prefix: string, purse: Purse, parts: Parts): RawBuilder<Violation> {
  return sql`
    select coalesce(derived.name, held.name) as subject,
      'holds ' || coalesce(held.balance_cents, 0) || ', its rows say ' || coalesce(derived.cents, 0) as detail
    from (
      select ${prefix}::text || ':' || part.property_id || ':' || ${purse}::text as name, sum(part.cents)::bigint as cents
      from (${parts}) part group by part.property_id) derived
    full join (
      select name, balance_cents from ledger_account where name like ${`${prefix}:%:${purse}`}::text) held on held.name = derived.name
    where coalesce(held.balance_cents, 0) <> coalesce(derived.cents, 0)`;
}

// Border: the entries are those of the table above.
const TABLE = Object.entries(PURSES) as [Purse, Parts][];

/** One invariant a purse, one for the SPVs' own money, and that a settled project keeps nothing. */
export const PURSE_INVARIANTS: readonly Invariant[] = [
  ...TABLE.map(([purse, parts]) => ({
    name: `purse-${purse.toLowerCase()}-is-derivable`,
    violations: compare('PRO', purse, parts),
  })),
  { name: 'money-of-spvs-is-derivable', violations: compare('SPV', 'UNASSIGNED', OF_SPVS) },
  {
    name: 'settled-projects-are-empty',
    violations: sql`
      select account.name as subject, 'holds ' || account.balance_cents || ' after the settlement' as detail
      from property join ledger_account account on account.owner_id = property.id
      where property.solde_de_tout_compte_done_at is not null and account.balance_cents <> 0`,
  },
];
