-- The application's role and its rights, and what core/ keeps: cache versions, request counters, workers, outside services, the test clock.

do $$
begin
  -- Several databases of one server share the role, and tests create them at the same time.
  create role mortar_app nologin;
exception
  when duplicate_object or unique_violation then null;
end
$$;

-- What is created from here on is the application's to use; each table takes back what it must not do. The functions of triggers exist
-- already (db/README.md).
grant usage on schema public to mortar_app;
grant execute on all functions in schema public to mortar_app;
-- maintain: the worker analyzes tables that have just grown.
alter default privileges in schema public grant select, insert, update, delete, maintain on tables to mortar_app;
alter default privileges in schema public grant usage on sequences to mortar_app;
alter default privileges in schema public grant execute on functions to mortar_app;

-- Search by any part of a name or address.
create extension if not exists pg_trgm;

-- Version of each group of cached rows: a process compares it before it uses its own cache (ADR 0012).
create table cache_version (
  key text primary key,
  version bigint not null
);

-- Counters of all rate limits. Unlogged: a crash may empty it.
create unlogged table request_count (
  key text primary key,
  count integer not null,
  started_at_ms bigint not null
);

-- Worker processes that are alive, so that payments which a dead one left in the middle are taken over. In the database's own time. A worker
-- that ends in order deletes its row; rows that a crash of the database loses are written again.
create unlogged table worker_life (
  worker_id uuid primary key,
  started_at timestamptz not null,
  seen_at timestamptz not null
);

-- What the readiness probe writes: each time into a new file of one page, so that a full disk is noticed, and it never grows.
create table write_probe (
  written_at timestamptz not null
);
grant truncate on write_probe to mortar_app;

-- Operations of external services that fail: since when, and whether the team was notified.
create table outside_operation (
  operation text primary key,
  -- The first failure since the last success; null while it works.
  failing_since timestamptz,
  -- The last failure: what nobody tries any more says nothing of now.
  failed_at timestamptz,
  alerted_at timestamptz,
  -- The service does not offer it any more; the team is notified once.
  retired_at timestamptz
);

-- How far the test clock was moved: one row once somebody moved it, none in production.
create table test_clock (
  only_row boolean primary key default true check (only_row),
  offset_ms bigint not null
);
