-- The place of an account as seen from a project: its own purse, or who is at the other end.
-- Called by ledger_flows and features/operations/payments/queries.ts.

create or replace function ledger_account_kind(p_name text, p_property uuid)
returns text
language sql immutable
as $$
  select case
    when p_name like 'PRO:' || p_property || ':%' then split_part(p_name, ':', 3)
    when p_name like 'INV:%' then 'INVESTORS'
    when p_name = 'EXT' then 'OUTSIDE'
    when p_name like 'PLAT:%' then 'PLATFORM_' || split_part(p_name, ':', 2)
    else 'OTHER_PROJECTS'
  end
$$;
