// How long somebody may still change their mind, in whole days and hours, never rounded up.

const HOUR_MS = 3_600_000;
const HOURS_A_DAY = 24;

/** undefined once the moment is past. */
export function timeLeft(now: Date, end: Date): { days: number; hours: number } | undefined {
  const ms = end.getTime() - now.getTime();
  if (ms <= 0) return undefined;
  const hours = Math.floor(ms / HOUR_MS);
  return { days: Math.floor(hours / HOURS_A_DAY), hours: hours % HOURS_A_DAY };
}
