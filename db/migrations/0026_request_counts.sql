-- Counters of requests serve all limits, not the session layer's alone: in a table of core's, which a crash may empty.

drop table auth_rate_limit;

create unlogged table request_count (
  key text primary key,
  count integer not null,
  started_at_ms bigint not null
);
