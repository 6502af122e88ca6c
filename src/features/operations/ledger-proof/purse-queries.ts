// What each purse of a project must hold, derived from the rows of the domain without the ledger: one invariant per purse.

import { type RawBuilder, sql } from 'kysely';
import type { Purse } from '../../../money/ledger/index.ts';
import { MONEY_AT_PROVIDER, receivedOf } from './received-queries.ts';
import type { Violation } from './rules.ts';
import { type Invariant, propertiesOf, type Scope } from './scope-queries.ts';

/** The parts that add up to a purse, negative for money that left it: rows (cents), of `property.id`; or rows (property_id, cents) of all. */
type Parts = RawBuilder<unknown>;

/** Purses that hold only what is open; the others are the sum of everything that ever happened to a project. */
type OpenPurse = 'UNASSIGNED' | 'HELD';

/** Of the project that the parts are those of. */
const RECEIVED = receivedOf(sql.ref('property.id'));

const PURSES: Readonly<Record<Exclude<Purse, OpenPurse>, Parts>> = {
  COLLECT: sql`
    select purchase.amount_cents as cents
    from purchase
    join wallet_transaction paid on paid.id = purchase.wallet_transaction_id and paid.status = 'CONFIRMED'
    where purchase.property_id = property.id
    union all
    select -purchase.amount_cents
    from purchase
    join wallet_transaction refund on refund.id = purchase.refund_transaction_id and refund.status = 'CONFIRMED'
    where purchase.property_id = property.id
    union all
    select -closed.collected_cents
    from property closed
    where closed.collected_cents is not null
      and closed.id = property.id`,
  MAIN: sql`
    select closed.collected_cents - closed.escrow_set_aside_cents as cents
    from property closed
    where closed.collected_cents is not null
      and closed.id = property.id
    union all
    select -(amount_excl_tax_cents + vat_cents)
    from company_fee_transfer
    where status <> 'failed'
      and property_id = property.id
    union all
    select -amount_cents
    from owner_transfer
    where status in ('waiting', 'transferred')
      and property_id = property.id
    union all
    -- An executed or pending fee is advanced by the project, and repaid when its echeance is paid.
    select received.fees_cents - received.fee_cents
    from (${RECEIVED}) received
    where fee_status <> 'notExecuted'
    union all
    select -total_cents
    from payout_run
    where kind = 'unlent-capital'
      and property_id = property.id
    union all
    select -main_cents
    from owner_settlement
    where status <> 'failed'
      and property_id = property.id`,
  ESCROW: sql`
    select closed.escrow_set_aside_cents as cents
    from property closed
    where closed.escrow_set_aside_cents is not null
      and closed.id = property.id
    union all
    select -amount_cents
    from received_payment
    where source = 'escrow'
      and status <> 'archivedNotAssigned'
      and property_id = property.id
    union all
    select -(penalties_cents - penalties_from_surplus_cents)
    from final_settlement
    where penalties_payment_id is not null
      and property_id = property.id
    union all
    select -escrow_cents
    from owner_settlement
    where status <> 'failed'
      and property_id = property.id`,
  FEES: sql`
    select received.fees_cents as cents
    from (${RECEIVED}) received
    where fee_status = 'notExecuted'`,
  COUPON: sql`
    select received.investors_cents as cents
    from (${RECEIVED}) received
    union all
    select -line.gross_cents
    from payout_run run
    join payout_line line on line.run_id = run.id
    where run.kind = 'coupon'
      and run.property_id = property.id
      and line.status in ('paid', 'paidOutside')`,
  CAPITAL: sql`
    select received.capital_cents as cents
    from (${RECEIVED}) received
    union all
    select total_cents
    from payout_run
    where kind in ('unlent-capital', 'sale')
      and property_id = property.id
    union all
    select -line.gross_cents
    from payout_run run
    join payout_line line on line.run_id = run.id
    where run.kind <> 'coupon'
      and run.property_id = property.id
      and line.status in ('paid', 'paidOutside')`,
  SURPLUS: sql`
    select received.surplus_cents as cents
    from (${RECEIVED}) received
    union all
    -- Archived records, except those from the escrow (they went back there), less what left the books.
    select amount_cents - claim_filled_cents - covered_cents - archived_off_provider_cents
    from received_payment
    where status = 'archivedNotAssigned'
      and property_id = property.id
      and source <> 'escrow'
      and (source <> 'p2pAuto' or provider_wire_id is not null)
    union all
    select kept_surplus_cents
    from charge_back_claim
    where echeance_id is null
      and property_id = property.id
    union all
    select -total_cents
    from payout_run
    where kind = 'sale'
      and property_id = property.id
    union all
    -- The net amount of payouts made outside: its money is still on the SPV's wallet.
    select line.gross_cents - line.tax_cents
    from payout_run run
    join payout_line line on line.run_id = run.id
    where run.property_id = property.id
      and line.status = 'paidOutside'
    union all
    select -penalties_from_surplus_cents
    from final_settlement
    where penalties_payment_id is not null
      and property_id = property.id
    union all
    select -surplus_cents
    from owner_settlement
    where status <> 'failed'
      and property_id = property.id`,
};

const OPEN_PURSES: Readonly<Record<OpenPurse, Parts>> = {
  UNASSIGNED: sql`
    select property_id, amount_cents as cents
    from received_payment
    where status = 'waiting'
      and property_id is not null
      and switching_to_property_id is null
      and (source <> 'p2pAuto' or provider_wire_id is not null)`,
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
    -- Only wires of a project: one without a project stays in its SPV's UNASSIGNED while it is switched or returned.
    select property_id, amount_cents
    from received_payment
    where (switching_to_property_id is not null or status = 'returning')
      and property_id is not null
    union all
    select property_id, penalties_cents
    from final_settlement
    where penalties_payment_id is not null
      and penalties_transferred_at is null
    union all
    select property_id, amount_cents
    from owner_settlement
    where status = 'waiting'`,
};

/** Money of an SPV without a project: waiting, archived there, or on its way back to its sender. */
const OF_SPVS = sql`
  select spv_id as property_id, amount_cents as cents
  from received_payment
  where property_id is null
    and status in ('waiting', 'archivedNotAssigned', 'returning')`;

/** Of each property of the scope, one after the other: what its rows say, and what its account holds. */
function compareEach(purse: Exclude<Purse, OpenPurse>, ids: Scope['projects']): RawBuilder<Violation> {
  return sql`
    select
      derived.name as subject,
      'purse-unlike-rows' as code,
      jsonb_build_object('heldCents', coalesce(held.balance_cents, 0), 'rowsCents', derived.cents) as facts
    from ${propertiesOf(ids)}
    cross join lateral (
      select 'PRO:' || property.id || ':' || ${purse}::text as name, coalesce(sum(part.cents), 0)::bigint as cents
      from (
        ${PURSES[purse]}
        union all
        -- Movements at the provider that nobody here ordered, as an administrator booked them.
        select cents
        from movement_booking_line
        where property_id = property.id
          and ledger_account = 'PRO:' || property.id || ':' || ${purse}::text
      ) part
    ) derived
    left join ledger_account held on held.name = derived.name
    where coalesce(held.balance_cents, 0) <> derived.cents`;
}

/** Of every account of the kind. */
function compareAll(prefix: string, purse: OpenPurse, parts: Parts): RawBuilder<Violation> {
  return sql`
    select
      coalesce(derived.name, held.name) as subject,
      'purse-unlike-rows' as code,
      jsonb_build_object('heldCents', coalesce(held.balance_cents, 0), 'rowsCents', coalesce(derived.cents, 0)) as facts
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

function derivable(purse: Exclude<Purse, OpenPurse>, kind: 'fundings' | 'projects'): Invariant {
  const violations: Invariant['violations'] = (scope) => compareEach(purse, scope[kind]);
  return { name: `purse-${purse.toLowerCase()}-is-derivable`, violations };
}

/** One invariant per purse, one for the SPVs' own money, one for money outside the provider, and one that settled projects hold at most a recovery. */
export const PURSE_INVARIANTS: readonly Invariant[] = [
  derivable('COLLECT', 'fundings'),
  derivable('MAIN', 'projects'),
  derivable('ESCROW', 'projects'),
  { name: 'purse-unassigned-is-derivable', violations: () => compareAll('PRO', 'UNASSIGNED', OPEN_PURSES.UNASSIGNED) },
  derivable('FEES', 'projects'),
  derivable('COUPON', 'projects'),
  derivable('CAPITAL', 'projects'),
  derivable('SURPLUS', 'projects'),
  { name: 'purse-held-is-derivable', violations: () => compareAll('PRO', 'HELD', OPEN_PURSES.HELD) },
  { name: 'money-of-spvs-is-derivable', violations: () => compareAll('SPV', 'UNASSIGNED', OF_SPVS) },
  MONEY_AT_PROVIDER,
  {
    name: 'settled-projects-are-empty',
    violations: () => sql`
      select
        account.name as subject,
        'settled-yet-holds' as code,
        jsonb_build_object('heldCents', account.balance_cents) as facts
      from property
      join ledger_account account on account.owner_id = property.id
      where property.solde_de_tout_compte_done_at is not null
        and account.balance_cents <> 0
        and not (
          account.name in ('PRO:' || property.id || ':COUPON', 'PRO:' || property.id || ':CAPITAL')
          and exists (
            select
            from give_up
            where give_up.property_id = property.id
              and give_up.taken_back_at is null
          )
        )`,
  },
];
