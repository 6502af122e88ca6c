// Business time. Code that depends on "now" reads a Clock, never the machine or the database, so that tests and /dev can move time.

/** Source of business time. */
export type Clock = { now(): Temporal.Instant };

/** A clock with an adjustable offset to the machine's time. */
export type MovableClock = Clock & { setOffset(offset: Temporal.Duration): void; offset(): Temporal.Duration };

/** In microseconds, as the database keeps moments: what an answer says at once is what is read later. */
const machineTime = () => Temporal.Now.instant().round({ smallestUnit: 'microsecond', roundingMode: 'floor' });

/** The machine's time; the only clock in production. */
export const systemClock: Clock = { now: machineTime };

/** Clock outside production: the machine's time plus an offset, which is zero at first. */
export function createMovableClock(): MovableClock {
  let current = Temporal.Duration.from({ milliseconds: 0 });
  return {
    now: () => machineTime().add(current),
    setOffset: (offset) => {
      current = offset;
    },
    offset: () => current,
  };
}
