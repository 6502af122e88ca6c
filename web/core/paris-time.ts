// The platform's days and times are those of Paris, wherever the administrator sits.

export const ZONE = 'Europe/Paris';

const DIGITS = { year: 'numeric', month: '2-digit', day: '2-digit' } as const;
const PARIS_DAY = new Intl.DateTimeFormat('en-CA', { timeZone: ZONE, ...DIGITS });
const PARIS_SECOND = new Intl.DateTimeFormat('sv-SE', { timeZone: ZONE, dateStyle: 'short', timeStyle: 'medium' });
const PARIS_MOMENT = new Intl.DateTimeFormat('sv-SE', { timeZone: ZONE, ...DIGITS, hour: '2-digit', minute: '2-digit' });

/** The day in Paris at an instant: YYYY-MM-DD. */
export function parisDayOf(at: Date): string {
  return PARIS_DAY.format(at);
}

/** The day after a day: YYYY-MM-DD both. */
export function following(day: string): string {
  const at = new Date(`${day}T12:00:00Z`);
  at.setUTCDate(at.getUTCDate() + 1);
  return at.toISOString().slice(0, 10);
}

/** The time in Paris at an instant, as `datetime-local` takes it: YYYY-MM-DDTHH:mm. */
export function parisMomentOf(at: Date): string {
  return PARIS_MOMENT.format(at).replace(' ', 'T');
}

/** The time in Paris at an instant: YYYY-MM-DD HH:mm:ss. */
export function parisSecondOf(at: Date): string {
  return PARIS_SECOND.format(at);
}

/**
 * The instant of a time in Paris (YYYY-MM-DDTHH:mm), in ISO 8601; undefined for what is no time. The later one of the hour that comes
 * twice; a time of the hour that is left out is read as an hour later.
 */
export function instantOfParis(moment: string): string | undefined {
  const named = Date.parse(`${moment}Z`);
  if (Number.isNaN(named)) return undefined;
  const first = named - aheadMs(named);
  return new Date(named - aheadMs(first)).toISOString();
}

/** How far Paris is ahead of Greenwich at an instant. */
function aheadMs(at: number): number {
  return Date.parse(`${parisMomentOf(new Date(at))}Z`) - Math.floor(at / 60_000) * 60_000;
}
