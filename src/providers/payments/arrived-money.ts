// Which period of a statement to read, and which of its movements are received money; the same for every account. Pure.

/** The fields of a movement that booking depends on. */
export type ReportedMovement = { kind: 'money-in' | 'money-out' | 'transfer'; direction: 'in' | 'out'; status: string };

/** True for money received from outside by any method; transfers between wallets are booked with their payments. */
export function isArrivedMoneyIn(movement: ReportedMovement): boolean {
  return movement.kind === 'money-in' && movement.direction === 'in' && movement.status === 'succeeded';
}

/** Start of the statement: an account without bookings is read completely. */
const BEGINNING = Temporal.Instant.fromEpochMilliseconds(0);

/** Overlap with the period read before, as a wire may appear late or be dated before one seen earlier. */
const OVERLAP_HOURS = 24;

/** Period to read: from the last known instant minus the overlap (everything without one) to a little after now. */
export function readingPeriod(
  lastKnown: Temporal.Instant | undefined,
  now: Temporal.Instant,
): { from: Temporal.Instant; to: Temporal.Instant } {
  const to = now.add({ hours: OVERLAP_HOURS });
  if (lastKnown === undefined) return { from: BEGINNING, to };
  const earlier = Temporal.Instant.compare(lastKnown, now) < 0 ? lastKnown : now;
  return { from: earlier.subtract({ hours: OVERLAP_HOURS }), to };
}
