// Business time of the sandbox, used for every date in a reply or notification, so that tests can move it.

export type Clock = {
  /** Milliseconds since 1970 in business time. */
  nowMs(): number;
  /** Whole seconds since 1970, the provider's date form (provider.md#transport). */
  unixSeconds(): number;
  iso(): string;
  /** `yyyy-mm-ddThh:mm:ss` in Paris without offset, the form of `NotifDate` (notifications.md#form). */
  parisLocal(): string;
  paris(): Temporal.ZonedDateTime;
};

/** @param offsetMs offset of business time to the machine's, read at each call because a control route changes it */
export function createClock(offsetMs: () => number): Clock {
  const nowMs = () => Date.now() + offsetMs();
  const paris = () => Temporal.Instant.fromEpochMilliseconds(nowMs()).toZonedDateTimeISO('Europe/Paris');
  return {
    nowMs,
    unixSeconds: () => Math.floor(nowMs() / 1000),
    iso: () => new Date(nowMs()).toISOString(),
    parisLocal: () => paris().toPlainDateTime().toString({ smallestUnit: 'second' }),
    paris,
  };
}
