-- Keeps what was distributed of an echeance: the sum of its payout runs.
-- Called by the trigger count_run of payout_run.

create or replace function echeance_count_run()
returns trigger
language plpgsql
set search_path to public, pg_temp
as $$
begin
  if tg_op <> 'INSERT' and old.echeance_id is not null then
    perform echeance_add_run(old.echeance_id, old.kind, -old.total_cents);
  end if;
  if tg_op <> 'DELETE' and new.echeance_id is not null then
    perform echeance_add_run(new.echeance_id, new.kind, new.total_cents);
  end if;
  return null;
end
$$;
