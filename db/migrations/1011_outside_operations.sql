-- Operations of external services that fail: since when, and what the team was told of them.

create table outside_operation (
  operation text primary key,
  -- The first failure since the last success; null while it works.
  failing_since timestamptz,
  alerted_at timestamptz,
  -- The service does not offer it any more: told once.
  retired_at timestamptz
);
