-- The application's role and what core/ keeps: rounding, audit log, idempotency keys, cache versions, test clock.

do $$
begin
  -- Several databases of one server share the role, and tests create them side by side.
  create role mortar_app nologin;
exception
  when duplicate_object or unique_violation then null;
end
$$;

grant usage on schema public to mortar_app;
alter default privileges in schema public grant select, insert, update, delete on tables to mortar_app;
alter default privileges in schema public grant usage on sequences to mortar_app;
alter default privileges in schema public grant execute on functions to mortar_app;

-- Facts are appended, never changed: held for every role, the owner's included.
create function refuse_change() returns trigger language plpgsql as $$
begin
  raise exception '% is append-only', tg_table_name using errcode = 'insufficient_privilege';
end
$$;

-- The share of an amount in basis points, for sums over many rows: rounded half up to the cent like basisPointsOf of core/cents.ts.
create function basis_points_of(amount_cents bigint, basis_points integer) returns bigint
  language sql immutable parallel safe
  return (2 * amount_cents * basis_points + 10000) / 20000;

create table admin_action (
  id uuid primary key,
  kind text not null,
  administrator_id uuid not null,
  administrator_email text not null,
  target_type text,
  target_id text,
  payload jsonb not null default '{}',
  created_at timestamptz not null
);
create index admin_action_created_at on admin_action (created_at desc, id desc);
create index admin_action_kind on admin_action (kind, created_at desc);
create index admin_action_administrator on admin_action (administrator_id, created_at desc);
create index admin_action_target on admin_action (target_id, created_at desc);
create trigger admin_action_append_only before update or delete or truncate on admin_action execute function refuse_change();
revoke update, delete on admin_action from mortar_app;

create table idempotency_key (
  user_id uuid not null,
  operation text not null,
  key text not null check (length(key) between 8 and 255),
  request_sha256 text not null,
  lock_token uuid not null,
  locked_at timestamptz not null,
  answer_status integer,
  answer_body jsonb,
  answered_at timestamptz,
  primary key (user_id, operation, key)
);
-- Old keys are let go by their age.
create index idempotency_key_locked_at on idempotency_key (locked_at);

create table cache_version (
  key text primary key,
  version bigint not null
);

-- One row when somebody moved the test clock; never in production.
create table test_clock (
  only_row boolean primary key default true check (only_row),
  offset_ms bigint not null
);
