-- Which worker processes live, and which payments a dead one left in the middle of its turn.

-- In the database's own time. A worker that ends in order deletes its row; what a crash of the database empties is written again.
create unlogged table worker_life (
  worker_id uuid primary key,
  started_at timestamptz not null,
  seen_at timestamptz not null
);

create index payment_order_leased on payment_order (lease_until) where status = 'sent' and lease_until is not null;
