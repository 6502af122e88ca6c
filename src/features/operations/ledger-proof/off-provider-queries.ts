// Money that was booked outside the provider, and the invariant that no project has spent it there.

import { sql } from 'kysely';
import type { Invariant } from './violation-queries.ts';

/**
 * Money in the purses of projects that is not at the provider: recorded as received outside, less what left the books again, less wires that
 * brought it there, less what was handed over outside (ledger.md#money-outside-the-provider). Rows (property_id, cents).
 */
export const OFF_PROVIDER = sql`
  select property_id, amount_cents - archived_off_provider_cents as cents
  from payment_to_be_assigned
  where source = 'other'
    and property_id is not null
  union all
  select property_id, -covered_cents
  from payment_to_be_assigned
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
      'holds ' || coalesce(held.cents, 0) || ', of which ' || outside.cents || ' was never at the provider' as detail
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
      from payment_to_be_assigned
      where property_id = outside.property_id
        and status = 'chargedBack'
    ) taken_back on true
    where outside.cents not between 0 and coalesce(held.cents, 0) + coalesce(taken_back.cents, 0)`,
};
