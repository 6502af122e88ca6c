-- A share of an amount in basis points, rounded half up to the cent as basisPointsOf of core/cents.ts does: for sums over many rows.
-- Called by features/repayment/payouts/queries.ts and features/investing/taxation/record-queries.ts.

create or replace function basis_points_of(amount_cents bigint, basis_points integer) returns bigint
  language sql immutable parallel safe
  return (2 * amount_cents * basis_points + 10000) / 20000;
