// From when a yearly update is valid, and which lines of a price history can be shown. Pure.

import type { Cents } from '../../../core/cents.ts';
import type { PropertyId } from '../../../core/db/tables.ts';
import { PROJECT_STATES, projectRow } from '../project-life/index.ts';
import { PRICE_NOTHING_TO_CORRECT } from './errors.ts';

/** An entry in the price history of a property; `year` is null for the price at the publication. */
export type HistoryEntry = { validFrom: Temporal.Instant; year: number | null };

/** Earlier than every year of an update: the place of the price at the publication. */
const BEFORE_ALL_YEARS = 1_999;

/**
 * The time from which the update of `year` is valid: `at`, or as many microseconds after the last entry as lie years between them if that
 * is later. An update for an earlier year than an existing one gets a time between its neighbours in proportion to the years, so that the
 * official price remains that of the latest year (A-brick-prices-2). So two entries are always at least as many microseconds apart as
 * years, and every year between them counts separately.
 */
export function validFromOf(history: readonly HistoryEntry[], year: number, at: Temporal.Instant): Temporal.Instant {
  const entries = history.toSorted((a, b) => Temporal.Instant.compare(a.validFrom, b.validFrom));
  const later = entries.findIndex((entry) => entry.year !== null && entry.year > year);
  const before = later === -1 ? entries.at(-1) : entries[later - 1];
  const next = entries[later];
  if (next === undefined) {
    if (before === undefined) return at;
    const soonest = before.validFrom.add({ microseconds: year - yearOf(before) });
    return Temporal.Instant.compare(at, soonest) > 0 ? at : soonest;
  }
  if (before === undefined) return next.validFrom.subtract({ microseconds: yearOf(next) - year });
  const gap = next.validFrom.epochNanoseconds - before.validFrom.epochNanoseconds;
  const nanoseconds = (gap * BigInt(year - yearOf(before))) / BigInt(yearOf(next) - yearOf(before));
  // Whole microseconds, the precision of the database.
  return before.validFrom.add({ microseconds: Number(nanoseconds / 1_000n) });
}

function yearOf({ year }: HistoryEntry): number {
  return year ?? BEFORE_ALL_YEARS;
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

/** In which states of a project its price is corrected (docs/domain/states.md). */
export const PRICE_VERBS = {
  'correct-brick-price': projectRow(
    PROJECT_STATES.filter((state) => state !== 'draft'),
    PRICE_NOTHING_TO_CORRECT,
  ),
};
