// The business calendar: days, months and years are those of Europe/Paris (ground-rules.md#business-calendar); instants are UTC.

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

/** Instant `months` calendar months earlier, same Paris wall time, day clamped to the month's end. */
export function monthsBefore(instant: Temporal.Instant, months: number): Temporal.Instant {
  return instant.toZonedDateTimeISO(BUSINESS_ZONE).subtract({ months }).toInstant();
}

/** Instant `months` calendar months later, same Paris wall time, day clamped to the month's end. */
export function monthsAfter(instant: Temporal.Instant, months: number): Temporal.Instant {
  return instant.toZonedDateTimeISO(BUSINESS_ZONE).add({ months }).toInstant();
}

/** `YYYY-MM` of a date, the period format of the documents. */
export function periodOf(date: Temporal.PlainDate): string {
  return date.toPlainYearMonth().toString();
}
