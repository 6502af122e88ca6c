-- Sealed history (history.md): what was written each Paris day, as one hash that depends on all days before (ADR 0031).

-- One head a day, also of a day on which nothing was written. Written by history_seal.
create table history_head (
  day date primary key,
  -- That of the day before; zeros for the first.
  previous_sha256 bytea not null check (length(previous_sha256) = 32),
  -- Of the tree over the leaves of the day.
  root_sha256 bytea not null check (length(root_sha256) = 32),
  -- The nodes of that tree over 128 leaves each (history_blocks).
  blocks bytea[] not null,
  -- How many rows of each table: { "ledger_posting": 12 }.
  counts jsonb not null,
  -- Of the text that history_head_text makes of all the above.
  head_sha256 bytea not null unique check (length(head_sha256) = 32),
  sealed_at timestamptz not null
);
create trigger history_head_append_only before update or delete or truncate on history_head execute function refuse_change();
revoke insert, update, delete on history_head from mortar_app;

-- The rows that a head stands for, of one table, in the order of the tree: the leaf of each id. Written by history_seal.
create table history_leaves (
  day date not null references history_head (day),
  table_name text not null,
  ids text[] not null,
  leaves bytea[] not null check (cardinality(leaves) = cardinality(ids)),
  primary key (day, table_name)
);
create trigger history_leaves_append_only before update or delete or truncate on history_leaves execute function refuse_change();
revoke insert, update, delete on history_leaves from mortar_app;

-- The time stamp (RFC 3161) of a head; it stands for all days before, too.
create table history_stamp (
  day date primary key references history_head (day),
  -- DER of a TimeStampResp: what `openssl ts -verify` reads.
  response bytea not null,
  -- The time that the authority says.
  stamped_at timestamptz not null
);
create trigger history_stamp_append_only before update or delete or truncate on history_stamp execute function refuse_change();
revoke update, delete on history_stamp from mortar_app;

-- Rows are written in the order of time, so that this small index finds a day of them.
create index ledger_posting_written_at on ledger_posting using brin (created_at) with (autosummarize = on);
