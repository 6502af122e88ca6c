// Days and interest of a schedule as integers: the 30E/360 day count (schedule.md#day-count) needs no calendar, and capital x rate
// x days no BigInt, which makes both fast. Pure.

import type { Cents } from '../../../core/cents.ts';

/** A calendar day as the digits of its ISO form: 20260115 is 15 January 2026. Compares like the date. */
export type Day = number;
/** Months since year 0: year x 12 + month - 1. */
export type MonthIndex = number;

export const DAYS_PER_MONTH = 30;

/** Number of a plain date. */
export function dayOf(date: Temporal.PlainDate): Day {
  return date.year * 10_000 + date.month * 100 + date.day;
}

/** Plain date of a number; inverse of {@link dayOf}. */
export function dateOf(day: Day): Temporal.PlainDate {
  return new Temporal.PlainDate(Math.trunc(day / 10_000), Math.trunc(day / 100) % 100, day % 100);
}

/** The month of a day. */
export function monthOf(day: Day): MonthIndex {
  return Math.trunc(day / 10_000) * 12 + (Math.trunc(day / 100) % 100) - 1;
}

/** First day of a month. */
export function firstDayOf(month: MonthIndex): Day {
  return Math.trunc(month / 12) * 10_000 + ((month % 12) + 1) * 100 + 1;
}

/** `YYYY-MM` of a month. */
export function periodOfMonth(month: MonthIndex): string {
  return `${Math.trunc(month / 12)}${MONTH_SUFFIXES[month % 12]}`;
}

const MONTH_SUFFIXES = ['-01', '-02', '-03', '-04', '-05', '-06', '-07', '-08', '-09', '-10', '-11', '-12'];

/** Serial day of the 30E/360 count: every month has 30 days, the 31st counts as the 30th. */
export function serialOf(day: Day): number {
  return monthOf(day) * DAYS_PER_MONTH + Math.min(day % 100, DAYS_PER_MONTH) - 1;
}

/** The same day `months` later, clamped to the month's end. */
export function addMonths(day: Day, months: number): Day {
  const month = monthOf(day) + months;
  return firstDayOf(month) - 1 + Math.min(day % 100, lengthOf(month));
}

function lengthOf(month: MonthIndex): number {
  const inYear = month % 12;
  if (inYear !== 1) return inYear === 3 || inYear === 5 || inYear === 8 || inYear === 10 ? 30 : 31;
  const year = Math.trunc(month / 12);
  return (year % 4 === 0 && year % 100 !== 0) || year % 400 === 0 ? 29 : 28;
}

const DAYS_PER_YEAR = 360;
/** A rate is a percentage with four decimals, so a rate of 1 is a millionth. */
const RATE_SCALE = 1_000_000;
const DEN = DAYS_PER_YEAR * RATE_SCALE;

/** Largest rate (1 000 %): with a capital of MAX_CENTS every part below stays under 2^53 over 60 days. */
export const MAX_RATE = 10_000_000;

/** A running sum: whole cents, and a remainder in cents / DEN. */
export type Accrual = { cents: number; numerator: number };

/**
 * Adds `capitalCents x weight / DEN` exactly; `weight` = rate x days. With capital = high x 10^6 + low, the high part is
 * divided by 360 first: its whole cents leave the fraction at once, so nothing grows beyond 6e14 per call.
 */
export function accrue(sum: Accrual, capitalCents: Cents, weight: number): void {
  const high = Math.floor(capitalCents / RATE_SCALE);
  const low = capitalCents - high * RATE_SCALE;
  const product = high * weight;
  const cents = Math.floor(product / DAYS_PER_YEAR);
  sum.cents += cents;
  sum.numerator += (product - cents * DAYS_PER_YEAR) * RATE_SCALE + low * weight;
}

/**
 * Rounds the sum half up to whole cents, left in `sum.cents`, with what earlier roundings left over added before.
 * Returns the carry to the next: every prefix of rounded amounts stays within half a cent of the exact one.
 */
export function settleAccrual(sum: Accrual, carry: number): number {
  const numerator = sum.numerator + carry;
  const cents = Math.floor((2 * numerator + DEN) / (2 * DEN));
  sum.cents += cents;
  sum.numerator = 0;
  return numerator - cents * DEN;
}
