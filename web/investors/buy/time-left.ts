// How long somebody may still change their mind, in whole days, hours and minutes, never rounded up.

const MINUTE_MS = 60_000;
const MINUTES_AN_HOUR = 60;
const HOURS_A_DAY = 24;

/** undefined once the moment is past. */
export function timeLeft(now: Date, end: Date): { days: number; hours: number; minutes: number } | undefined {
  const ms = end.getTime() - now.getTime();
  if (ms <= 0) return undefined;
  const minutes = Math.floor(ms / MINUTE_MS);
  const hours = Math.floor(minutes / MINUTES_AN_HOUR);
  return { days: Math.floor(hours / HOURS_A_DAY), hours: hours % HOURS_A_DAY, minutes: minutes % MINUTES_AN_HOUR };
}
