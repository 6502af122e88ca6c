// From when a yearly update is valid, and which lines of a price history can be shown. Pure.

import type { Cents } from '../../../core/cents.ts';
import type { PropertyId } from '../../../core/db/tables.ts';

/** An entry in the price history of a property; `year` is null for the price at the publication. */
export type HistoryEntry = { validFrom: Temporal.Instant; year: number | null };

/**
 * The time from which the update of `year` is valid: `at`, or a microsecond after the last entry if that is not earlier. An
 * update for an earlier year than an existing one gets a time between its neighbours, so that the official price remains that of
 * the latest year (A-brick-prices-2).
 */
export function validFromOf(history: readonly HistoryEntry[], year: number, at: Temporal.Instant): Temporal.Instant {
  const entries = history.toSorted((a, b) => Temporal.Instant.compare(a.validFrom, b.validFrom));
  const later = entries.findIndex((entry) => entry.year !== null && entry.year > year);
  const next = entries[later];
  if (next === undefined) {
    const last = entries.at(-1);
    const isAfter = last === undefined || Temporal.Instant.compare(at, last.validFrom) > 0;
    return isAfter ? at : last.validFrom.add({ microseconds: 1 });
  }
  const before = entries[later - 1];
  if (before === undefined) return next.validFrom.subtract({ microseconds: 1 });
  const gap = next.validFrom.epochNanoseconds - before.validFrom.epochNanoseconds;
  // Whole microseconds, the precision of the database.
  const half = (gap / 2_000n) * 1_000n;
  return Temporal.Instant.fromEpochNanoseconds(before.validFrom.epochNanoseconds + half);
}

/** One line of the price history as read from the database. */
export type PriceLine = {
  propertyId: PropertyId;
  propertyName: string;
  validFrom: Temporal.Instant;
  year: number | null;
  priceCents: Cents;
  revenuePerBrickCents: Cents | null;
};

/** Maximum length of a text in a cell of a spreadsheet. */
const MAX_TEXT = 32_767;
/** Spreadsheets have dates from 1900 to 9999. */
const FIRST_YEAR = 1_900;
const LAST_YEAR = 9_999;

/** Whether a spreadsheet can show the line: its name, dates and amounts are within the limits. */
export function isValidLine(line: PriceLine): boolean {
  const { propertyName, validFrom, year, priceCents, revenuePerBrickCents } = line;
  const moment = validFrom.toZonedDateTimeISO('UTC').year;
  return (
    propertyName.trim() !== '' &&
    propertyName.length <= MAX_TEXT &&
    moment >= FIRST_YEAR &&
    moment <= LAST_YEAR &&
    (year === null || (year >= FIRST_YEAR && year <= LAST_YEAR)) &&
    Number.isSafeInteger(priceCents) &&
    priceCents > 0 &&
    (revenuePerBrickCents === null || revenuePerBrickCents >= 0)
  );
}
