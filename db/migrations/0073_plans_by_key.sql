-- What these calls read, they find by a key, however many rows there are: their statements are planned once for a connection, by index. The
-- planner would otherwise plan some of them with every call, a third of the time of a purchase, and go through the whole of a table
-- that was empty when the connection first saw it.
do $$
declare
  v_call regprocedure;
begin
  for v_call in
    select oid from pg_proc
    where pronamespace = 'public'::regnamespace
      and proname in ('deal_reserve', 'ledger_post', 'ledger_release', 'purchase_place', 'withdrawal_place')
  loop
    execute format('alter function %s set plan_cache_mode to force_generic_plan', v_call);
    execute format('alter function %s set enable_seqscan to off', v_call);
  end loop;
end
$$;
