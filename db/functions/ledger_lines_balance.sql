-- Refuses lines of a posting that do not add up to zero.
-- Called by the trigger ledger_line_balance of ledger_line, once for a statement.

create or replace function ledger_lines_balance()
returns trigger
language plpgsql
as $$
begin
  if exists (select from new_lines group by posting_id having sum(amount_cents) <> 0) then
    raise exception 'a posting must add up to zero' using errcode = 'check_violation', constraint = 'ledger_posting_sums_to_zero';
  end if;
  return null;
end
$$;
