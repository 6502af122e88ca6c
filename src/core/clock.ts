// Business time. Everything that depends on "now" asks a Clock, never the machine or the database, so tests and /dev can move it.

/** Source of business time. */
export type Clock = { now(): Temporal.Instant };

/** A clock whose distance to the machine's time can be changed; it flows on from wherever it is put. */
export type MovableClock = Clock & { setOffset(offset: Temporal.Duration): void; offset(): Temporal.Duration };

/** The machine's time; the only clock of production. */
export const systemClock: Clock = { now: () => Temporal.Now.instant() };

/** Clock for everything outside production: the machine's time plus an offset (zero until somebody moves it). */
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
