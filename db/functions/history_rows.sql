-- Every row of the sealed tables that was written in a span of time, as the text that its leaf is the hash of. Each table is a part of the
-- union: its columns in a fixed order, moments in UTC, nothing that another cluster would number otherwise. A table that is added here is empty
-- until then, as its older rows would count as added to sealed days. Accounts stand as the hash of their name: whoever is shown a posting
-- need not know whose the others in it are.
-- Called by history_seal, history_differences and features/operations/history/queries.ts.

create or replace function history_rows(p_from timestamptz, p_until timestamptz)
returns table (table_name text, id text, written_at timestamptz, content text)
language sql stable parallel safe
as $$
  -- Put together by hand: json_build_object takes three times as long, which counts with a million rows.
  select 'ledger_posting', posting.id::text, posting.created_at,
    '{"table":"ledger_posting","id":' || posting.id || ',"reference":"' || posting.reference || '","step":"' || posting.step
      || '","type":' || to_json(posting.type) || ',"eventAt":' || to_json(posting.event_at at time zone 'UTC')
      || ',"createdAt":' || to_json(posting.created_at at time zone 'UTC') || ',"lines":"' || coalesce(moved.lines, '') || '"}'
  from ledger_posting as posting
  left join (
    select line.posting_id, string_agg(account.sha256 || ' ' || line.amount_cents, ', ' order by line.line_number) as lines
    from ledger_line as line
    -- Each account is hashed once, and only those of the postings: offset 0 keeps that from being done for each line.
    join (
      select id, encode(sha256(convert_to(name, 'UTF8')), 'hex') as sha256
      from ledger_account
      where id in (
        select touched.account_id
        from ledger_posting as written
        join ledger_line as touched on touched.posting_id = written.id
        where written.created_at >= p_from and written.created_at < p_until
      )
      offset 0
    ) as account on account.id = line.account_id
    where line.posting_id in (select written.id from ledger_posting as written where written.created_at >= p_from and written.created_at < p_until)
    group by line.posting_id
  ) as moved on moved.posting_id = posting.id
  where posting.created_at >= p_from and posting.created_at < p_until
  union all
  select 'admin_action', action.id::text, action.created_at, json_build_object(
    'table', 'admin_action', 'id', action.id, 'kind', action.kind, 'administratorId', action.administrator_id,
    'administratorEmail', action.administrator_email, 'targetType', action.target_type, 'targetId', action.target_id,
    'payload', action.payload, 'paymentId', action.payment_id, 'createdAt', action.created_at at time zone 'UTC'
  )::text
  from admin_action as action
  where action.created_at >= p_from and action.created_at < p_until
$$;
