-- The share of an amount in basis points, for sums over many rows: rounded half up to the cent like basisPointsOf of core/cents.ts.
create function basis_points_of(amount_cents bigint, basis_points integer) returns bigint
  language sql immutable parallel safe
  return (2 * amount_cents * basis_points + 10000) / 20000;

-- What a run opens next are its waiting lines; those that are paid are many and stay for ever.
create index payout_line_waiting on payout_line (run_id) where status = 'waiting';
