-- The text that a head is the SHA-256 of; features/operations/history/rules.ts and docs/guides/check-receipt.mjs make the same.
-- Called by history_seal.

create or replace function history_head_text(p_previous bytea, p_day date, p_root bytea, p_counts jsonb)
returns text
language sql immutable
as $$
  select concat_ws(E'\n', 'mortar history', encode(p_previous, 'hex'), to_char(p_day, 'YYYY-MM-DD'), encode(p_root, 'hex'),
    (select string_agg(key || ' ' || value, E'\n' order by key collate "C") from jsonb_each_text(p_counts)))
$$;
