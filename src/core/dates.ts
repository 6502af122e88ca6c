// The business calendar: days, months and years are those of Europe/Paris (ground-rules.md#business-calendar), bank days those of
// TARGET2; instants are UTC.

const BUSINESS_ZONE = 'Europe/Paris';

/** Paris calendar date of an instant. */
export function parisDate(instant: Temporal.Instant): Temporal.PlainDate {
  return instant.toZonedDateTimeISO(BUSINESS_ZONE).toPlainDate();
}

/** Paris year of an instant. */
export function parisYear(instant: Temporal.Instant): number {
  return parisDate(instant).year;
}

/** Instant at which `date` begins in Paris. */
export function startOfParisDay(date: Temporal.PlainDate): Temporal.Instant {
  return date.toZonedDateTime(BUSINESS_ZONE).toInstant();
}

/** Instant `months` calendar months earlier, same Paris wall time, day clamped to the month's end; see {@link atWallTime}. */
export function monthsBefore(instant: Temporal.Instant, months: number): Temporal.Instant {
  return atWallTime(wallTimeOf(instant).subtract({ months }));
}

/** Instant `months` calendar months later, same Paris wall time, day clamped to the month's end; see {@link atWallTime}. */
export function monthsAfter(instant: Temporal.Instant, months: number): Temporal.Instant {
  return atWallTime(wallTimeOf(instant).add({ months }));
}

/**
 * Paris wall time, which never goes back: while the hour before the clock change in October is repeated, it is the end of that hour.
 * So a window that begins some months before now never grows again: what it counts would be 3, 2, 3, 2.
 */
function wallTimeOf(instant: Temporal.Instant): Temporal.PlainDateTime {
  const zoned = instant.toZonedDateTimeISO(BUSINESS_ZONE);
  const wall = zoned.toPlainDateTime();
  const isRepeated = !wall.toZonedDateTime(BUSINESS_ZONE, { disambiguation: 'earlier' }).equals(zoned);
  return isRepeated ? wall.round({ smallestUnit: 'hour', roundingMode: 'floor' }).add({ hours: 1 }) : wall;
}

/** The instant of a Paris wall time: the first of two, and where the clock change in March leaves it out, the change itself. */
function atWallTime(wall: Temporal.PlainDateTime): Temporal.Instant {
  const zoned = wall.toZonedDateTime(BUSINESS_ZONE);
  const isLeftOut = !zoned.toPlainDateTime().equals(wall);
  return (isLeftOut ? zoned.round({ smallestUnit: 'hour', roundingMode: 'floor' }) : zoned).toInstant();
}

/** `3 mars 2026`, and `1er mars 2026` of the first: how papers, mails and messages write a date. */
export function longDay(date: Temporal.PlainDate): string {
  return date.toLocaleString('fr-FR', { dateStyle: 'long' }).replace(/^1(?=\s)/, '1er');
}

/** `YYYY-MM` of a date, the period format of the documents. */
export function periodOf(date: Temporal.PlainDate): string {
  return date.toPlainYearMonth().toString();
}

const SATURDAY = 6;
const GOOD_FRIDAY = -2;
const EASTER_MONDAY = 1;

/** Closing days on fixed dates: 1 January, 1 May, 25 and 26 December. */
const FIXED = ['01-01', '05-01', '12-25', '12-26'].map((day) => Temporal.PlainMonthDay.from(day));

/** True when banks settle payments on `date`. */
export function isBankDay(date: Temporal.PlainDate): boolean {
  if (date.dayOfWeek >= SATURDAY) return false;
  if (FIXED.some((day) => day.equals(date.toPlainMonthDay()))) return false;
  const sinceEaster = easterOf(date.year).until(date).days;
  return sinceEaster !== GOOD_FRIDAY && sinceEaster !== EASTER_MONDAY;
}

/** Easter Sunday of a year by the Gregorian computus (Meeus, Jones and Butcher); the variables have the names of the published algorithm. */
export function easterOf(year: number): Temporal.PlainDate {
  const over = (dividend: number, divisor: number) => Math.floor(dividend / divisor);
  const [a, b, c] = [year % 19, over(year, 100), year % 100];
  const g = over(b - over(b + 8, 25) + 1, 3);
  const h = (19 * a + b - over(b, 4) - g + 15) % 30;
  const l = (32 + 2 * (b % 4) + 2 * over(c, 4) - h - (c % 4)) % 7;
  const m = over(a + 11 * h + 22 * l, 451);
  const days = h + l - 7 * m + 114;
  return Temporal.PlainDate.from({ year, month: over(days, 31), day: (days % 31) + 1 });
}
