// What each purse of a project must hold, derived from the rows of the domain without the ledger: one invariant per purse.

import { type RawBuilder, sql } from 'kysely';
import type { Purse } from '../../../money/ledger/index.ts';
import { RECEIVED } from './received-queries.ts';
import type { Invariant, Violation } from './violation-queries.ts';

/** The parts that add up to a purse: rows (property_id, cents), negative for money that left it. */
type Parts = RawBuilder<unknown>;

const PURSES: Readonly<Record<Purse, Parts>> = {
  COLLECT: sql`
    select purchase.property_id, purchase.amount_cents as cents
    from purchase
    join wallet_transaction paid on paid.id = purchase.wallet_transaction_id and paid.status = 'CONFIRMED'
    union all
    select purchase.property_id, -purchase.amount_cents
    from purchase
    join wallet_transaction refund on refund.id = purchase.refund_transaction_id and refund.status = 'CONFIRMED'
    union all
    select id, -collected_cents
    from property
    where collected_cents is not null`,
  MAIN: sql`
    select id as property_id, collected_cents - escrow_set_aside_cents as cents
    from property
    where collected_cents is not null
    union all
    select property_id, -(amount_excl_tax_cents + vat_cents)
    from company_fee_transfer
    where status <> 'failed'
    union all
    select property_id, -amount_cents
    from owner_transfer
    where status <> 'failed'
    union all
    -- An executed or pending fee is advanced by the project, and repaid when its echeance is paid.
    select received.property_id, received.fees_cents - received.fee_cents
    from (${RECEIVED}) received
    where fee_status <> 'notExecuted'
    union all
    select property_id, -total_cents
    from payout_run
    where kind = 'unlent-capital'
    union all
    select property_id, -main_cents
    from owner_settlement
    where status <> 'failed'`,
  ESCROW: sql`
    select id as property_id, escrow_set_aside_cents as cents
    from property
    where escrow_set_aside_cents is not null
    union all
    select property_id, -amount_cents
    from payment_to_be_assigned
    where source = 'escrow'
      and status <> 'archivedNotAssigned'
    union all
    select property_id, -(penalties_cents - penalties_from_surplus_cents)
    from final_settlement
    where penalties_order_id is not null
    union all
    select property_id, -escrow_cents
    from owner_settlement
    where status <> 'failed'`,
  UNASSIGNED: sql`
    select property_id, amount_cents as cents
    from payment_to_be_assigned
    where status = 'waiting'
      and property_id is not null
      and switching_to_property_id is null
      and (source <> 'p2pAuto' or provider_wire_id is not null)`,
  FEES: sql`
    select received.property_id, received.fees_cents as cents
    from (${RECEIVED}) received
    where fee_status = 'notExecuted'`,
  COUPON: sql`
    select received.property_id, received.investors_cents as cents
    from (${RECEIVED}) received
    union all
    select run.property_id, -line.gross_cents
    from payout_line line
    join payout_run run on run.id = line.run_id
    where run.kind = 'coupon'
      and line.status in ('paid', 'paidOutside')`,
  CAPITAL: sql`
    select received.property_id, received.capital_cents as cents
    from (${RECEIVED}) received
    union all
    select property_id, total_cents
    from payout_run
    where kind in ('unlent-capital', 'sale')
    union all
    select run.property_id, -line.gross_cents
    from payout_line line
    join payout_run run on run.id = line.run_id
    where run.kind <> 'coupon'
      and line.status in ('paid', 'paidOutside')`,
  SURPLUS: sql`
    select received.property_id, received.surplus_cents as cents
    from (${RECEIVED}) received
    union all
    -- Archived records, except those from the escrow (they went back there) and those without movement (they left the books).
    select property_id, amount_cents - claim_filled_cents
    from payment_to_be_assigned
    where status = 'archivedNotAssigned'
      and property_id is not null
      and source not in ('escrow', 'other')
      and (source <> 'p2pAuto' or provider_wire_id is not null)
    union all
    select property_id, kept_surplus_cents
    from charge_back_claim
    where echeance_id is null
    union all
    select property_id, -total_cents
    from payout_run
    where kind = 'sale'
    union all
    -- The net amount of payouts made outside: its money is still on the SPV's wallet.
    select run.property_id, line.gross_cents - line.tax_cents
    from payout_line line
    join payout_run run on run.id = line.run_id
    where line.status = 'paidOutside'
    union all
    select property_id, -penalties_from_surplus_cents
    from final_settlement
    where penalties_order_id is not null
    union all
    select property_id, -surplus_cents
    from owner_settlement
    where status <> 'failed'`,
  HELD: sql`
    select property_id, amount_excl_tax_cents + vat_cents as cents
    from company_fee_transfer
    where status = 'waiting'
    union all
    select property_id, amount_cents
    from owner_transfer
    where status = 'waiting'
    union all
    select property_id, management_fees_excl_tax_cents + management_fees_vat_cents
    from echeance
    where management_fees_status = 'pending'
    union all
    -- Only wires of a project: one without a project stays in its SPV's UNASSIGNED while it is switched.
    select property_id, amount_cents
    from payment_to_be_assigned
    where switching_to_property_id is not null
      and property_id is not null
    union all
    select property_id, penalties_cents
    from final_settlement
    where penalties_order_id is not null
      and penalties_transferred_at is null
    union all
    select property_id, amount_cents
    from owner_settlement
    where status = 'waiting'`,
};

/** Money of an SPV without a project: waiting, or archived there. */
const OF_SPVS = sql`
  select spv_id as property_id, amount_cents as cents
  from payment_to_be_assigned
  where property_id is null
    and status in ('waiting', 'archivedNotAssigned')`;

function compare(prefix: string, purse: Purse, parts: Parts): RawBuilder<Violation> {
  return sql`
    select
      coalesce(derived.name, held.name) as subject,
      'holds ' || coalesce(held.balance_cents, 0) || ', its rows say ' || coalesce(derived.cents, 0) as detail
    from (
      select
        ${prefix}::text || ':' || part.property_id || ':' || ${purse}::text as name,
        sum(part.cents)::bigint as cents
      from (${parts}) part
      group by part.property_id
    ) derived
    full join (
      select name, balance_cents
      from ledger_account
      where name like ${`${prefix}:%:${purse}`}::text
    ) held on held.name = derived.name
    where coalesce(held.balance_cents, 0) <> coalesce(derived.cents, 0)`;
}

const PURSE_NAMES = [
  'COLLECT',
  'MAIN',
  'ESCROW',
  'UNASSIGNED',
  'FEES',
  'COUPON',
  'CAPITAL',
  'SURPLUS',
  'HELD',
] as const satisfies readonly Purse[];

/** One invariant per purse, one for the SPVs' own money, and one that settled projects are empty. */
export const PURSE_INVARIANTS: readonly Invariant[] = [
  ...PURSE_NAMES.map((purse) => ({
    name: `purse-${purse.toLowerCase()}-is-derivable`,
    violations: compare('PRO', purse, PURSES[purse]),
  })),
  { name: 'money-of-spvs-is-derivable', violations: compare('SPV', 'UNASSIGNED', OF_SPVS) },
  {
    name: 'settled-projects-are-empty',
    violations: sql`
      select account.name as subject, 'holds ' || account.balance_cents || ' after the settlement' as detail
      from property
      join ledger_account account on account.owner_id = property.id
      where property.solde_de_tout_compte_done_at is not null
        and account.balance_cents <> 0`,
  },
];
