// From when to read a statement, and what of it is money that arrived: one answer for every account that we follow. Pure.

/** What the provider says of one movement, as far as booking is concerned. */
export type ReportedMovement = { kind: 'money-in' | 'money-out' | 'transfer'; direction: 'in' | 'out'; status: string };

/** Money from outside that has arrived, by whatever means; transfers between wallets are booked by their orders. */
export function isArrivedMoneyIn(movement: ReportedMovement): boolean {
  return movement.kind === 'money-in' && movement.direction === 'in' && movement.status === 'succeeded';
}

/** The provider's first possible second: an account that nothing was booked for is read whole. */
const BEGINNING = Temporal.Instant.fromEpochMilliseconds(0);

/** Read again what is already read: a wire may show late, or be dated a little before one that was seen earlier. */
const OVERLAP_HOURS = 24;

/** Period to read, from the last known moment back by the overlap (everything when there is none) to a little past now. */
export function readingPeriod(
  lastKnown: Temporal.Instant | undefined,
  now: Temporal.Instant,
): { from: Temporal.Instant; to: Temporal.Instant } {
  const to = now.add({ hours: OVERLAP_HOURS });
  if (lastKnown === undefined) return { from: BEGINNING, to };
  const earlier = Temporal.Instant.compare(lastKnown, now) < 0 ? lastKnown : now;
  return { from: earlier.subtract({ hours: OVERLAP_HOURS }), to };
}
