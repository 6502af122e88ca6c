// Business time. Code that depends on "now" reads a Clock, never the machine or the database, so that tests and /dev can move time.

/** Source of business time. */
export type Clock = { now(): Temporal.Instant };

/** A clock with an adjustable offset to the machine's time. */
export type MovableClock = Clock & { setOffset(offset: Temporal.Duration): void; offset(): Temporal.Duration };

/** The machine's time; the only clock in production. */
export const systemClock: Clock = { now: () => Temporal.Now.instant() };

/** Clock outside production: the machine's time plus an offset, which is zero at first. */
export function createMovableClock(): MovableClock {
  let current = Temporal.Duration.from({ milliseconds: 0 });
  return {
    now: () => Temporal.Now.instant().add(current),
    setOffset: (offset) => {
      current = offset;
    },
    offset: () => current,
  };
}
