// Where a yearly update stands in the price history of its property, and what a history may say. Pure.

/** An entry of the history of one property; `year` is null for the price of the publication. */
export type HistoryEntry = { validFrom: Temporal.Instant; year: number | null };

/**
 * Moment from which the update of `year` holds: `at`, or a microsecond after an entry of that very moment. A year before one that was
 * updated already goes halfway between its neighbours, so that the official price stays the one of the latest year (A-brick-prices-2).
 */
export function placeInHistory(history: readonly HistoryEntry[], year: number, at: Temporal.Instant): Temporal.Instant {
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
  // Whole microseconds: what the database keeps.
  const half = (gap / 2_000n) * 1_000n;
  return Temporal.Instant.fromEpochNanoseconds(before.validFrom.epochNanoseconds + half);
}

/** One line of the price history as read from the database. */
export type PriceLine = {
  propertyId: string;
  propertyName: string;
  validFrom: Temporal.Instant;
  year: number | null;
  priceCents: number;
  revenuePerBrickCents: number | null;
};

/** Longest text that a cell of a spreadsheet holds. */
const MAX_TEXT = 32_767;
/** Spreadsheets count days from 1900 to 9999. */
const FIRST_YEAR = 1_900;
const LAST_YEAR = 9_999;

/** Whether the line can stand in the spreadsheet as it is: named, dated, amounts that exist. */
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
